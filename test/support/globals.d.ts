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

/** Whether this is `npm run test:long`, where many rows are more. */
declare const isLong: boolean;

/** Which n8n the file runs on; see jest.config.mjs. */
declare const n8nLine: '2' | '1.123';

interface FileAnswer {
	/** 200 when left out. */
	status?: number;
	headers?: Record<string, string>;
	/** One character a byte (Latin-1). */
	body?: string;
	/** The connection is reset after so many bytes of the body. */
	breakAfter?: number;
	/** Nothing more comes after so many bytes of the body; the connection stays. */
	stallAfter?: number;
	/** A blank each so many milliseconds, without end. */
	dripMs?: number;
}

declare const fileServer: {
	readonly url: string;
	/** Given one after the other; the last one again and again. */
	answers: FileAnswer[];
	requests: Array<{ url: string; headers: Record<string, string | undefined> }>;
};
