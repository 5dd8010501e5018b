const { readFileSync } = require('node:fs');
const { join } = require('node:path');

exports.nap = async (ms) => await new Promise((resolve) => setTimeout(resolve, ms));

exports.turn = async () => await new Promise((resolve) => setImmediate(resolve));

exports.importSource = (name) => readFileSync(join(__dirname, 'importSources', name));

exports.example = (name) =>
	JSON.parse(readFileSync(join(__dirname, '../../examples', `${name}.json`), 'utf8'));
