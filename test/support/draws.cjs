const fc = require('fast-check');

const times = Number(process.env.TIMES_LONGER);

/**
 * Loaded before each test file. `npm test` draws the same cases each time, so that a change is judged by what it
 * changes, and half as many as a property names (100 where it names no number). `npm run test:long` draws new ones,
 * and so many times more, for some minutes a property at most.
 */
fc.configureGlobal(
	times > 0
		? { numRuns: 100 * times, interruptAfterTimeLimit: 10 * 60_000 }
		: { seed: 20261121, numRuns: 50 },
);
