import { isObject } from '../../nodes/utils/json';
import { parseJson } from '../../nodes/transport/response';
import { dataOf, type Reply } from './reply';

/** How a page without rows is answered: a setting of the sandbox's switch `emptyPage`. */
export type EmptyForm =
	| 'list'
	| 'null'
	| 'missing'
	| 'object'
	| 'noBody'
	| 'message'
	| 'totalOnly'
	| 'halWithoutEmbedded'
	| (typeof REFUSALS)[number];

const REFUSALS = [400, 404, 410, 416, 422] as const;

/** @param path Where the list stands in a page that has rows. Undefined for rows, and for what is neither. */
export function emptyFormOf(reply: Reply | undefined, path: string[] = []): EmptyForm | undefined {
	const refusal = REFUSALS.find((status) => status === reply?.status);
	if (refusal || !reply || reply.status < 200 || reply.status > 299) return refusal;
	const parsed = parseJson(reply.body);
	if (parsed.ok && parsed.value === undefined) return 'noBody';
	const data = dataOf(reply);
	if (data === null) return 'null';
	if (Array.isArray(data)) return data.length === 0 ? 'list' : undefined;
	return isObject(data) ? formOfObject(data, path) : undefined;
}

function formOfObject(data: object, path: string[]): EmptyForm | undefined {
	const entries = Object.entries(data);
	if (entries.length === 0) return 'object';
	const there = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : at), data);
	if (there === null) return 'null';
	if (Array.isArray(there)) return there.length === 0 ? 'list' : undefined;
	const [[name, value]] = entries;
	if (name === 'message') return 'message';
	if (entries.length === 1 && typeof value === 'number') return 'totalOnly';
	return isObject((data as { page?: unknown }).page) && !('_embedded' in data)
		? 'halWithoutEmbedded'
		: 'missing';
}
