import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import base from '../jest.config.mjs';

/**
 * The tests that mutants are run against: those that start no n8n, for it takes seconds to load and
 * would be loaded anew for every mutant. `MUTATION_TESTS=all` takes all; any other value is a
 * regular expression that the path of a test file must match.
 */

const ROOT = join(import.meta.dirname, '../..');
const wanted = process.env.MUTATION_TESTS;

/** What runs nodes in n8n-core, beside the sandbox. */
const HEAVY = /sandbox\.|fileServer|n8n-core|support\/(contactRuns|failures|flow|importRuns)'/;
const isLight = (path) => !HEAVY.test(readFileSync(path, 'utf8'));
const isChosen = wanted && wanted !== 'all' ? (path) => new RegExp(wanted).test(path) : isLight;

const files = ['test/unit', 'test/engine']
	.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(ROOT, folder, name)),
	)
	.filter((path) => path.endsWith('.test.ts') && (wanted === 'all' || isChosen(path)));

/** @type {import('jest').Config} */
export default {
	// Of the lines of n8n the first; the mutants have no need of the others.
	...base.projects[0],
	rootDir: ROOT,
	// Stryker's own environment, and n8n loaded by jest, in whose realm it notes what is reached.
	testEnvironment: wanted ? base.projects[0].testEnvironment : 'node',
	moduleNameMapper: {},
	setupFiles: ['reflect-metadata', ...base.projects[0].setupFiles],
	// With the code among the roots, tests are found that reach a file through other files.
	roots: [
		'<rootDir>/test/unit',
		'<rootDir>/test/engine',
		'<rootDir>/nodes',
		'<rootDir>/credentials',
	],
	testMatch: files.map((path) => path.replace(/[[\]{}()*?!]/g, '\\$&')),
};
