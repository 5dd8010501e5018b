/** What file-server-environment.mjs puts into the globals of a test file. */

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
