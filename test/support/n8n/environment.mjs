import asyncHooks from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'node:util';

const require = createRequire(import.meta.url);

/**
 * Jest's own environment; under `npm run mutation` the one that notes which test reaches which line. That one is
 * installed beside the program that runs, not in the copy of the project (test/mutation).
 */
const { STRYKER_MUTATOR_WORKER: isMutation } = process.env;
const environment = isMutation
	? createRequire(process.argv[1])('@stryker-mutator/jest-runner/jest-env/node')
	: require('jest-environment-node');
const NodeEnvironment = environment.TestEnvironment ?? environment;

/**
 * Jest loads everything anew for each test file. With n8n, which is large, that would take half of the time of all tests,
 * so each worker loads n8n once, with Node.js itself. The names by which test files import it lead to core.cjs,
 * workflow.cjs and di.cjs.
 */
export default class N8nEnvironment extends NodeEnvironment {
	async setup() {
		await super.setup();
		const { global } = this;
		makeHome();
		asyncHooks.AsyncLocalStorage = Storage;
		global.requireOfN8n = createRequire(global.n8nCore);
		makeAlike(global);
		// All files of a worker share Node's own, so a test must not change it.
		const now = { value: () => performance.now(), writable: true, configurable: true };
		Object.defineProperty(global, 'performance', { value: Object.create(performance, { now }) });
	}

	async teardown() {
		for (const storage of storages.splice(0)) storage.disable();
		await super.teardown();
	}
}

/**
 * Jest makes one for each test file (jest-circus, jestAdapterInit) and leaves it enabled. In Node.js 20 each of them makes
 * every later promise of the process slower. One that is used again is enabled by that.
 */
const storages = [];
class Storage extends asyncHooks.AsyncLocalStorage {
	constructor(...options) {
		super(...options);
		storages.push(this);
	}
}

/** n8n keeps its settings and files in one folder for as long as its process lives. */
let home;
function makeHome() {
	if (home) return;
	home = mkdtempSync(join(tmpdir(), 'sales-crm-unit-'));
	process.once('exit', () => rmSync(home, { recursive: true, force: true }));
	const settings = {
		N8N_LOG_LEVEL: 'silent',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		// As in 2.x by default.
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	};
	Object.assign(process.env, settings, { N8N_USER_FOLDER: home });
	// n8n builds its services with decorators that need this before anything else.
	require('reflect-metadata');
}

const named = (name) => (candidate) => types.isNativeError(candidate) && candidate.name === name;

const KINDS = {
	Date: types.isDate,
	Error: types.isNativeError,
	SyntaxError: named('SyntaxError'),
	TypeError: named('TypeError'),
};

/**
 * Jest runs a test file in a realm of its own, in which an error or a date of Node.js or n8n is not an `instanceof` Error
 * or Date, and the reverse. n8n has only one realm, so this makes them alike.
 */
function makeAlike(realm) {
	const ordinary = Function.prototype[Symbol.hasInstance];
	for (const [name, isOne] of Object.entries(KINDS)) {
		const Kind = realm[name];
		Object.defineProperty(Kind, Symbol.hasInstance, {
			value(candidate) {
				return ordinary.call(this, candidate) || (this === Kind && isOne(candidate));
			},
		});
	}
}

makeAlike(globalThis);
