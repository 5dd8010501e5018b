import { tsImport } from 'tsx/esm/api';
import N8nEnvironment from './n8n/environment.mjs';

/** Loaded once a worker and shared by its test files: the sandbox keeps no state in its modules. */
let loaded;
const load = () => {
	const part = (name) => tsImport(`../../tools/sandbox/${name}.mts`, import.meta.url);
	return (loaded ??= Promise.all([part('server'), part('identities'), part('oidc/browser')]));
};

/**
 * Runs a test file beside a sandbox of its own, in the same process. The file finds it in the
 * globals of globals.d.ts.
 */
export default class SandboxEnvironment extends N8nEnvironment {
	async setup() {
		await super.setup();
		const [{ startSandbox }, identities, { openBrowser }] = await load();
		this.sandbox = await startSandbox();
		Object.assign(this.global, { sandbox: this.sandbox, identities, openBrowser });
	}

	async teardown() {
		await this.sandbox?.close();
		await super.teardown();
	}
}
