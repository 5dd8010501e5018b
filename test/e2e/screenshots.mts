/** `npm run docs:screenshots [-- file …]`: runs the tests that drive the editor and lets them take the pictures of the docs. */
const DRIVING = [
	'test/e2e/walkthrough.test.mts',
	'test/e2e/examples.test.mts',
	'test/e2e/forms.test.mts',
	'test/e2e/forms-trouble.test.mts',
	'test/e2e/sign-in/http-warning.test.mts',
	'test/e2e/sign-in/oauth.test.mts',
	'test/e2e/sign-in/test-buttons.test.mts',
];

process.env.SALES_CRM_PICTURES ??= '1';
if (process.argv.length === 2) process.argv.push(...DRIVING);
await import('./main.mts');
