const fc = require('fast-check');

/**
 * Loaded before each test file of `npm run test:long` (see jest.config.mjs): properties and models are run
 * as many times more often as TIMES_LONGER says, each for some minutes at most.
 */
fc.configureGlobal({
	numRuns: 100 * Number(process.env.TIMES_LONGER),
	interruptAfterTimeLimit: 10 * 60_000,
});
