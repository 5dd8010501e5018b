import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import base, { draws } from '../jest.config.mjs';

/**
 * The tests that mutants are run against: by default those that do not start n8n, which takes seconds for every mutant.
 * `MUTATION_TESTS=all` takes all; any other value is a regular expression for the path of a test file.
 */

const ROOT = join(import.meta.dirname, '../..');
const wanted = process.env.MUTATION_TESTS;

/** What runs nodes in n8n-core. */
const HEAVY =
	/sandbox\.|fileServer|n8n-core|support\/(contactRuns|engine|failures|flow|importRuns|nodeRuns)'/;
const isLight = (path) => !HEAVY.test(readFileSync(path, 'utf8'));
const isChosen = wanted && wanted !== 'all' ? (path) => new RegExp(wanted).test(path) : isLight;

const files = ['test/unit', 'test/engine']
	.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(ROOT, folder, name)),
	)
	.filter((path) => path.endsWith('.test.ts') && (wanted === 'all' || isChosen(path)));

/** @type {import('jest').Config} */
export default {
	// The mutants need only one line of n8n.
	...base.projects[0],
	rootDir: ROOT,
	// Stryker's own environment, with n8n loaded by jest, because Stryker notes what is reached in the realm of jest.
	testEnvironment: wanted ? base.projects[0].testEnvironment : 'node',
	moduleNameMapper: draws,
	setupFiles: ['reflect-metadata'],
	// With the code among the roots, tests that reach a file through other files are found.
	roots: [
		'<rootDir>/test/unit',
		'<rootDir>/test/engine',
		'<rootDir>/nodes',
		'<rootDir>/credentials',
	],
	testMatch: files.map((path) => path.replace(/[[\]{}()*?!]/g, '\\$&')),
};
