const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

/** Asks Python's SQLite: it stands beside what it is to check, and shares nothing with it. */
const inSql = (script) => (worlds) => {
	const { error, status, stdout, stderr } = spawnSync('python3', [join(__dirname, script)], {
		input: JSON.stringify(worlds),
		encoding: 'utf8',
		maxBuffer: 2 ** 27,
	});
	if (error) throw new Error(`Python 3 is needed: install it as python3 (${error.message})`);
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout);
};

exports.figuresInSql = inSql('figures.py');
exports.peopleInSql = inSql('people.py');
