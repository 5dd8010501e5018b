import { join } from 'node:path';

// Properties are run more often by `npm run test:long`, and lists are longer.
const isLong = process.env.TIMES_LONGER !== undefined;

/** n8n by its usual names, loaded once a worker. */
const N8N = '<rootDir>/test/support/n8n';

/** fast-check, with the number of cases to draw. */
export const draws = { '^fast-check$': '<rootDir>/test/support/draws.cjs' };

/** Quicker than TypeScript, which makes what is shipped, with the same result. */
const TRANSLATION = {
	jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
	module: { type: 'commonjs' },
};

/** The tests with the line of n8n whose n8n-core is installed in `modules`. */
export const projectOf = (n8nLine, modules) => ({
	rootDir: join(import.meta.dirname, '..'),
	displayName: `n8n ${n8nLine}`,
	globals: { n8nLine, n8nCore: join(modules, 'n8n-core/package.json'), isLong },
	roots: ['<rootDir>/test/unit', '<rootDir>/test/engine'],
	testMatch: ['**/*.test.ts'],
	testEnvironment: '<rootDir>/test/support/sandbox-environment.mjs',
	moduleNameMapper: {
		'^n8n-core$': `${N8N}/core.cjs`,
		'^n8n-core/package.json$': join(modules, 'n8n-core/package.json'),
		'^n8n-workflow$': `${N8N}/workflow.cjs`,
		'^@n8n/di$': `${N8N}/di.cjs`,
		...draws,
	},
	transform: { '^.+\\.ts$': ['@swc/jest', TRANSLATION] },
});

/** Settings that jest overlooks in a project. */
export const whole = {
	testTimeout: isLong ? 15 * 60_000 : 60_000,
	reporters: ['default', join(import.meta.dirname, 'support/watchdog.mjs')],
	workerIdleMemoryLimit: '1500MB',
	// Each worker loads n8n, and `npm test` runs its other parts meanwhile.
	maxWorkers: 2,
};

/** @type {import('jest').Config} */
export default {
	...whole,
	projects: [projectOf('2', join(import.meta.dirname, '../node_modules'))],
};
