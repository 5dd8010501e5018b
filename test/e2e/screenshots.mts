/** `npm run docs:screenshots [-- file …]`: runs the tests that drive the editor and lets them take the pictures of the docs. */
const DRIVING = [
	'walkthrough',
	'examples/form',
	'examples/onboarding',
	'examples/pipeline',
	'forms',
	'sign-in/dialog',
];

process.env.SALES_CRM_PICTURES ??= '1';
if (process.argv.length === 2) {
	process.argv.push(...DRIVING.map((name) => `test/e2e/${name}.test.mts`));
}
await import('./main.mts');
