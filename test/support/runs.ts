import fc from 'fast-check';

/** How often fast-check runs a property by default. */
const USUAL = 100;

/** For `fc.assert(property, runs(500))`. `npm test` runs a quarter of that number, `npm run test:long` a multiple. */
export function runs(usual: number): { numRuns: number } {
	return { numRuns: Math.ceil((usual * (fc.readConfigureGlobal().numRuns ?? USUAL)) / USUAL) };
}
