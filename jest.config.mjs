// Properties are run more often by `npm run test:long`.
const isLong = process.env.TIMES_LONGER !== undefined;

/** @type {import('jest').Config} */
export default {
	roots: ['<rootDir>/test/unit'],
	testMatch: ['**/*.test.ts'],
	// n8n builds its services with decorators that need this before anything else.
	setupFiles: ['reflect-metadata', ...(isLong ? ['<rootDir>/test/unit/support/longRuns.cjs'] : [])],
	// Types are checked by `npm run typecheck`; here files are only translated, which is quicker.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/unit/tsconfig.json' }] },
	// n8n itself is large: without this, a worker that has run several files holds several of it.
	workerIdleMemoryLimit: '1GB',
	maxWorkers: 2,
	testTimeout: isLong ? 15 * 60_000 : 60_000,
};
