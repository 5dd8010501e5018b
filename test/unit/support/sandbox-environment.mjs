import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'node:util';
import { tsImport } from 'tsx/esm/api';

/** Jest's own; under `npm run mutation` the one that notes which test reaches which line. */
const { STRYKER_MUTATOR_WORKER: isMutation } = process.env;
const usual = isMutation ? '@stryker-mutator/jest-runner/jest-env/node' : 'jest-environment-node';
const environment = createRequire(import.meta.url)(usual);
const NodeEnvironment = environment.TestEnvironment ?? environment;

/** Loaded once a worker and shared by its test files: the sandbox keeps no state in its modules. */
let loaded;
const load = () => {
	const part = (name) => tsImport(`../../../sandbox/${name}.mts`, import.meta.url);
	return (loaded ??= Promise.all([part('server'), part('identities'), part('oidc/browser')]));
};

/**
 * Runs a test file beside a sandbox of its own, in the same process, and with a home for n8n that
 * is removed afterwards. The file finds them in the globals of globals.d.ts.
 */
export default class SandboxEnvironment extends NodeEnvironment {
	async setup() {
		await super.setup();
		const [{ startSandbox }, identities, { openBrowser }] = await load();
		this.sandbox = await startSandbox();
		this.home = await mkdtemp(join(tmpdir(), 'sales-crm-unit-'));
		const { global } = this;
		Object.assign(global, {
			sandbox: this.sandbox,
			identities,
			openBrowser,
			n8nHome: this.home,
		});
		Object.assign(global.process.env, {
			N8N_USER_FOLDER: this.home,
			N8N_LOG_LEVEL: 'silent',
			N8N_DIAGNOSTICS_ENABLED: 'false',
		});
		recogniseErrorsOfNode(global.Error);
	}

	async teardown() {
		await this.sandbox?.close();
		if (this.home) await rm(this.home, { recursive: true, force: true });
		await super.teardown();
	}
}

/**
 * Jest runs a test file in a realm of its own, where an error that Node.js made, such as a reset
 * connection, is no `instanceof Error`. In n8n there is but one realm; so shall it be here.
 */
function recogniseErrorsOfNode(ErrorOfRealm) {
	const ordinary = Function.prototype[Symbol.hasInstance];
	Object.defineProperty(ErrorOfRealm, Symbol.hasInstance, {
		value(candidate) {
			if (ordinary.call(this, candidate)) return true;
			return this === ErrorOfRealm && types.isNativeError(candidate);
		},
	});
}
