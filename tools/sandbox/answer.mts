import type { Readable } from 'node:stream';

/** What a route answers: JSON (`body`) or bytes (`stream`, with the content type in `headers`). */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
	stream?: Readable;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Thrown by a route to answer with an error. */
export class Refusal extends Error {
	readonly errors?: unknown;
	/** As published, a refusal has only a code. */
	readonly code?: string;

	constructor(
		readonly status: number,
		message: string,
		more: Pick<Refusal, 'errors' | 'code'> = {},
	) {
		super(message);
		Object.assign(this, more);
	}
}

/** Forms an error could have. Which one the real service uses is unknown. */
export type ErrorShape = 'message' | 'error' | 'text';

const CODES: Record<number, string> = { 404: 'NOT_FOUND' };

export const coded = ({
	status,
	code = CODES[status] ?? 'INVALID_PERMISSION',
}: Refusal): Answer => ({
	status,
	body: { message: code },
});

export function problem(
	status: number,
	message: string,
	shape: ErrorShape,
	errors?: unknown,
): Answer {
	const forms = {
		message: { body: { message, errors } },
		error: { body: { error: { code: status, message, details: errors } } },
		text: { headers: { 'content-type': 'text/plain' }, body: message },
	};
	return { status, ...forms[shape] };
}
