import type { Readable } from 'node:stream';

/** What a route answers: JSON (`body`) or bytes (`stream`, whose content type stands in `headers`). */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	stream?: Readable;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Thrown by a route to answer with an error. The service's own error bodies are unknown. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly errors?: unknown,
	) {
		super(message);
	}

	answer(): Answer {
		return { status: this.status, body: { message: this.message, errors: this.errors } };
	}
}
