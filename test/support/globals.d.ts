/** What sandbox-environment.mjs puts into the globals of a test file. */

/** The sandbox of this test file. `sandbox.reset()` starts it over. */
declare const sandbox: import('../../tools/sandbox/server.mts', {
	with: { 'resolution-mode': 'import' }
}).Sandbox;

/** Who may sign in at the sandbox. */
declare const identities: typeof import('../../tools/sandbox/identities.mts', {
	with: { 'resolution-mode': 'import' }
});

/** A browser without a window, to sign in at the sandbox's OpenID provider. */
declare const openBrowser: typeof import('../../tools/sandbox/oidc/browser.mts', {
	with: { 'resolution-mode': 'import' }
}).openBrowser;

/** Whether this is `npm run test:long`, where lists are longer. */
declare const isLong: boolean;

/** Which n8n the file runs on; see jest.config.mjs. */
declare const n8nLine: '2' | '1.123';

interface FileAnswer {
	/** By default 200. */
	status?: number;
	headers?: Record<string, string>;
	/** One character a byte (Latin-1). */
	body?: string;
	/** The connection is reset after this many bytes of the body. */
	breakAfter?: number;
	/** Nothing more is sent after this many bytes of the body, but the connection stays open. */
	stallAfter?: number;
	/** A blank is sent at this interval, in milliseconds, without end. */
	dripMs?: number;
}

declare const fileServer: {
	readonly url: string;
	/** Given one after the other; the last one is repeated. */
	answers: FileAnswer[];
	requests: Array<{ url: string; headers: Record<string, string | undefined> }>;
};
