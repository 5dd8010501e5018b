import fc from 'fast-check';

/** What fast-check runs of a property that says no number. */
const USUAL = 100;

/**
 * The parameters of a property that wants another number of runs than the usual 100:
 * `fc.assert(property, runs(500))`. `npm test` runs half of it, `npm run test:long` a multiple.
 */
export function runs(usual: number): { numRuns: number } {
	return { numRuns: Math.ceil((usual * (fc.readConfigureGlobal().numRuns ?? USUAL)) / USUAL) };
}
