const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** Asks Python's SQLite: it stands beside what it is to check, and shares nothing with it. */
exports.figuresInSql = (worlds) =>
	JSON.parse(
		execFileSync('python3', [join(__dirname, 'figures.py')], {
			input: JSON.stringify(worlds),
			encoding: 'utf8',
			maxBuffer: 2 ** 27,
		}),
	);
