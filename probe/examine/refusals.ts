import { parseJson } from '../../nodes/transport/response';
import { isObject } from '../../nodes/utils/json';
import { type Field, fieldsOf } from './fields';
import type { Naming } from './names';
import { fateOf, isTaken, type Reply } from './reply';
import { type Told, word } from './told';

/** What the service says where something is wrong (interface.md, "Errors": not shown). */
export interface Refusal {
	/** What was wrong with the question. */
	asked: Told;
	fate: Told;
	/** The setting of the sandbox's switch `errorShape` that answers likewise. */
	shape?: 'message' | 'error' | 'text';
	form: Told;
	fields: Field[];
}

export function refusalOf(asked: Told, reply: Reply, naming: Naming): Refusal {
	const { body } = reply;
	const parsed = parseJson(body);
	const said = parsed.ok ? parsed.value : undefined;
	const inJson = isObject(said);
	return {
		asked,
		fate: fateOf(reply),
		shape: isTaken(reply) ? undefined : shapeOf(reply, said),
		form: formOf(reply, parsed.ok, inJson),
		fields: inJson && !isTaken(reply) ? fieldsOf([said], naming) : [],
	};
}

function shapeOf({ status, body }: Reply, said: unknown): Refusal['shape'] {
	if (status < 400 || !String(body ?? '').trim()) return undefined;
	if (!isObject(said)) {
		const isPage = String(body).trimStart().startsWith('<');
		return said === undefined && !isPage ? 'text' : undefined;
	}
	if (typeof said.message === 'string') return 'message';
	return isObject(said.error) && typeof said.error.message === 'string' ? 'error' : undefined;
}

function formOf({ status, headers, body }: Reply, isJson: boolean, isObjectThere: boolean): Told {
	if (status >= 300 && status < 400) {
		return /^\/|^$/.test(headers.location ?? '')
			? word('a redirect on the same host')
			: word('a redirect');
	}
	if (!String(body ?? '').trim()) return word('nothing');
	if (isObjectThere) return word('a JSON object');
	if (isJson) return word('JSON that is no object');
	return String(body).trimStart().startsWith('<') ? word('a web page') : word('plain text');
}
