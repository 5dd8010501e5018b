// Properties are run more often by `npm run test:long`, and lists are longer.
const isLong = process.env.TIMES_LONGER !== undefined;

const project = {
	roots: ['<rootDir>/test/unit'],
	testMatch: ['**/*.test.ts'],
	// n8n builds its services with decorators that need this before anything else.
	setupFiles: [
		'reflect-metadata',
		`<rootDir>/test/unit/support/${isLong ? 'longRuns' : 'sameRuns'}.cjs`,
	],
	// Types are checked by `npm run typecheck`; here files are only translated, which is quicker.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/unit/tsconfig.json' }] },
};

/** Workflows of test/unit/engine run through n8n 1.123's engine too: its core, under the usual name. */
const CORE_1 = '<rootDir>/node_modules/n8n-core-1';

/** @type {import('jest').Config} */
export default {
	projects: [
		{ ...project, displayName: 'n8n 2', globals: { n8nLine: '2', isLong } },
		{
			...project,
			displayName: 'n8n 1.123',
			globals: { n8nLine: '1.123', isLong },
			testMatch: ['**/engine/*.test.ts'],
			moduleNameMapper: {
				'^n8n-core(/.*)?$': `${CORE_1}$1`,
				'^n8n-workflow(/.*)?$': `${CORE_1}/node_modules/n8n-workflow$1`,
			},
		},
	],
	// Of the whole, not of a project: there jest overlooks it.
	testTimeout: isLong ? 15 * 60_000 : 60_000,
	// n8n itself is large: without this, a worker that has run several files holds several of it.
	workerIdleMemoryLimit: '1GB',
	maxWorkers: 2,
};
