import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'node:util';

const require = createRequire(import.meta.url);

/**
 * Jest's own; under `npm run mutation` the one that notes which test reaches which line. It is
 * installed where the program that runs is, not in the copy of the project (test/mutation).
 */
const { STRYKER_MUTATOR_WORKER: isMutation } = process.env;
const environment = isMutation
	? createRequire(process.argv[1])('@stryker-mutator/jest-runner/jest-env/node')
	: require('jest-environment-node');
const NodeEnvironment = environment.TestEnvironment ?? environment;

/**
 * n8n is large: loaded anew for each test file, as jest does with everything, it would take half of
 * the time of all tests. So each worker loads it once, by Node itself. The names that test files
 * import it by lead here (core.cjs, workflow.cjs, di.cjs).
 */
export default class N8nEnvironment extends NodeEnvironment {
	async setup() {
		await super.setup();
		const { global } = this;
		makeHome();
		global.requireOfN8n = createRequire(global.n8nCore);
		makeAlike(global);
		// All files of a worker share Node's own: a time that one sets would be that of what another left behind.
		const now = { value: () => performance.now(), writable: true, configurable: true };
		Object.defineProperty(global, 'performance', { value: Object.create(performance, { now }) });
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
		// Where it keeps files once it is told to, as 2.x does by itself.
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
 * Jest runs a test file in a realm of its own, where an error or a date that Node.js or n8n made is
 * no `instanceof Error` or `Date`, nor the other way round. In n8n there is but one realm; so shall
 * it be here.
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
