/** `npm run docs:screenshots [-- file …]`: runs the tests that take the pictures of the docs on their way. */
const TAKING = [
	'editor',
	'examples/form',
	'examples/onboarding',
	'examples/monday',
	'sign-in/dialog',
];

process.env.SALES_CRM_PICTURES ??= '1';
if (process.argv.length === 2) {
	process.argv.push(...TAKING.map((name) => `test/e2e/${name}.test.mts`));
}
await import('./main.mts');
