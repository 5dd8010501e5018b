import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Mutation testing: `npm run mutation`, or for one folder `npm run mutation -- --mutate 'nodes/utils/**'`. Each small
 * change of the code must make a test fail. For which tests see test/mutation/jest.config.mjs.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	mutate: [
		'transport',
		'auth',
		'pagination',
		'api',
		'utils',
		'deals',
		'polling',
		'SalesCrm',
		'SalesCrmTrigger',
		'SalesCrmPollingTrigger',
	].map((room) => `nodes/${room}/**/*.ts`),
	// Texts are for people.
	mutator: { excludedMutations: ['StringLiteral'] },
	testRunner: 'jest',
	jest: { configFile: 'test/mutation/jest.config.mjs' },
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// A busy machine must not look like a test that noticed something.
	timeoutMS: 30_000,
	// Outside the project, so that the linter and others do not find the copies.
	tempDirName: join(tmpdir(), 'sales-crm-mutation'),
	cleanTempDir: 'always',
	symlinkNodeModules: false,
	buildCommand: `ln -s ${resolve('node_modules').replaceAll(' ', '\\ ')} node_modules`,
	ignorePatterns: ['dist', 'docs/images', 'tools/demo', 'tools/n8n', 'test/e2e', 'coverage', '.*'],
	reporters: ['clear-text', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: 'coverage/mutation/index.html' },
	jsonReporter: { fileName: 'coverage/mutation/report.json' },
	allowConsoleColors: false,
	thresholds: { high: 92, low: 85, break: null },
};
