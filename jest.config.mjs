// Properties are run more often by `npm run test:long`, and lists are longer.
const isLong = process.env.TIMES_LONGER !== undefined;

/** n8n by its usual names, loaded once a worker. */
const N8N = '<rootDir>/test/unit/support/n8n';

const project = {
	roots: ['<rootDir>/test/unit'],
	testMatch: ['**/*.test.ts'],
	testEnvironment: '<rootDir>/test/unit/support/n8n/environment.mjs',
	moduleNameMapper: {
		'^n8n-core$': `${N8N}/core.cjs`,
		'^n8n-workflow$': `${N8N}/workflow.cjs`,
		'^@n8n/di$': `${N8N}/di.cjs`,
	},
	setupFiles: [`<rootDir>/test/unit/support/${isLong ? 'longRuns' : 'sameRuns'}.cjs`],
	// Types are checked by `npm run typecheck`; here files are only translated, which is quicker.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/unit/tsconfig.json' }] },
};

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
				...project.moduleNameMapper,
				'^n8n-core/package.json$': '<rootDir>/node_modules/n8n-core-1/package.json',
			},
		},
	],
	// Of the whole, not of a project: there jest overlooks it.
	testTimeout: isLong ? 15 * 60_000 : 60_000,
	workerIdleMemoryLimit: '1500MB',
	// More than there are cores: some tests are about waiting.
	maxWorkers: 3,
};
