const { readFileSync } = require('node:fs');
const { join } = require('node:path');

exports.page = (name) => readFileSync(join(__dirname, '../../docs', name), 'utf8');
