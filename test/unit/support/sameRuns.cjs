const fc = require('fast-check');

/**
 * Loaded before each test file of `npm test`: the same cases are drawn each time, so that a change is
 * judged by what it changes. `npm run test:long` draws new ones.
 */
fc.configureGlobal({ seed: 20261121 });
