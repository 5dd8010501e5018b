const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const FOLDER = join(__dirname, '../fixtures/contacts');

exports.contactFiles = readdirSync(FOLDER);

exports.contactFile = (name) => readFileSync(join(FOLDER, name));
