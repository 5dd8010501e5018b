const { gzipSync } = require('node:zlib');

/** So many blanks, packed; one character a byte. */
exports.packedBlanks = (count) => gzipSync(Buffer.alloc(count, ' ')).toString('latin1');
