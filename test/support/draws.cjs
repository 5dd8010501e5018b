// By its path, because its name leads here.
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const times = Number(process.env.TIMES_LONGER);

/**
 * `fast-check`, set up for the test files that import it (jest.config.mjs). `npm test` draws the same cases each time, a
 * quarter of what a property names (100 by default). `npm run test:long` draws new ones, this many times more, for at
 * most ten minutes a property.
 */
fc.configureGlobal(
	times > 0
		? { numRuns: 100 * times, interruptAfterTimeLimit: 10 * 60_000 }
		: { seed: 20261121, numRuns: 25 },
);

module.exports = fc;
