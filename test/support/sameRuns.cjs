const fc = require('fast-check');

/**
 * Loaded before each test file of `npm test`: the same cases are drawn each time, so that a change is
 * judged by what it changes, and half as many as a property names (100 where it names no number).
 * `npm run test:long` draws new ones, and many.
 */
fc.configureGlobal({ seed: 20261121, numRuns: 50 });
