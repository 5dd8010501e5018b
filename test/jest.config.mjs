import { join } from 'node:path';

// Properties are run more often by `npm run test:long`, and lists are longer.
const isLong = process.env.TIMES_LONGER !== undefined;

/** n8n by its usual names, loaded once a worker. */
const N8N = '<rootDir>/test/support/n8n';

/** What is shipped is made by TypeScript itself; this is quicker, and does the same with what we write. */
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
	},
	setupFiles: ['<rootDir>/test/support/draws.cjs'],
	// Types are checked by `npm run typecheck`; here files are only translated, which is quicker.
	transform: { '^.+\\.ts$': ['@swc/jest', TRANSLATION] },
});

/** Of the whole, not of a project: there jest overlooks them. */
export const whole = {
	testTimeout: isLong ? 15 * 60_000 : 60_000,
	reporters: ['default', join(import.meta.dirname, 'support/watchdog.mjs')],
	workerIdleMemoryLimit: '1500MB',
	// Each loads n8n; `npm test` keeps the cores busy with its other steps meanwhile.
	maxWorkers: 2,
};

/** @type {import('jest').Config} */
export default {
	...whole,
	projects: [projectOf('2', join(import.meta.dirname, '../node_modules'))],
};
