import type { Readable } from 'node:stream';

/** What a route answers: JSON (`body`) or bytes (`stream`, whose content type stands in `headers`). */
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
	/** As published, a refusal is told by a code alone. */
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

/** Codes of refusals that have none of their own. */
const CODES: Record<number, string> = { 404: 'NOT_FOUND' };

/** A refusal, as published: a code and nothing else. */
export const coded = ({
	status,
	code = CODES[status] ?? 'INVALID_PERMISSION',
}: Refusal): Answer => ({
	status,
	body: { message: code },
});

/** An error in one of these forms. */
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
