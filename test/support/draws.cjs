const fc = require('fast-check');

const times = Number(process.env.TIMES_LONGER);

/**
 * Loaded before each test file. `npm test` draws the same cases each time, a quarter of what a property names (100 by
 * default). `npm run test:long` draws new ones, this many times more, for at most ten minutes a property.
 */
fc.configureGlobal(
	times > 0
		? { numRuns: 100 * times, interruptAfterTimeLimit: 10 * 60_000 }
		: { seed: 20261121, numRuns: 25 },
);
