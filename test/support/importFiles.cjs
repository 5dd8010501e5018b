const { readFileSync } = require('node:fs');
const { join } = require('node:path');

exports.importSource = (name) => readFileSync(join(__dirname, 'importSources', name));
