import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../values/json';
import { readHints } from './hints';
import type { Page } from './page';

/** Finds the list in an answer whose envelope the interface does not show. */

/** Names of envelopes that usually hold the rows, tried before any other array. */
const USUAL_NAMES = ['content', 'data', 'items', 'results', 'records', 'rows', 'list', 'elements'];

/** Names of what stands beside a list. No row is ever taken from there. */
const BESIDE = /^_?(sort|sorts|sorting|filters?|messages?|errors?|warnings?|notices?|links?)$/i;

interface Found {
	list: unknown[];
	path?: string[];
}

/**
 * The rows of an answer: a bare array, or the array that an object holds, at most two objects deep.
 * @param name The name the interface would give it, such as `contacts`; preferred when it is there.
 * @param path Where the list stood on an earlier page: then it is read there and nowhere else.
 * @returns Undefined when the answer holds no list, or several of which none can be preferred.
 */
export function readPage(answer: unknown, name: string, path?: string[]): Page | undefined {
	if (answer === undefined || answer === null) return { rows: [], hints: {}, path };
	const found = path ? listAt(answer, path) : findList(answer, name, 2);
	if (found === undefined) return undefined;
	const rows = found.list.map((row) => (isObject(row) ? row : ({ value: row } as IDataObject)));
	return { rows, hints: isObject(answer) ? readHints(answer) : {}, path: found.path };
}

/** An empty page may leave its list out in several ways; any other answer is not understood. */
function listAt(answer: unknown, path: string[]): Found | undefined {
	const there = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), answer);
	if (Array.isArray(there)) return { list: there, path };
	const empty = there === null || [there, answer].some(isEmpty);
	return empty ? { list: [], path } : undefined;
}

const isEmpty = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;

function findList(value: unknown, name: string, depth: number): Found | undefined {
	if (Array.isArray(value)) return { list: value, path: [] };
	if (!isObject(value)) return undefined;
	const below = (key: string): Found | undefined => {
		const inside = value[key];
		const found =
			Array.isArray(inside) || depth > 0 ? findList(inside, name, depth - 1) : undefined;
		return found && { ...found, path: found.path && [key, ...found.path] };
	};
	for (const key of [name, ...USUAL_NAMES]) {
		const found = below(key);
		if (found?.path) return found;
	}
	const others = Object.keys(value).filter((key) => !BESIDE.test(key));
	const arrays = others.filter((key) => Array.isArray(value[key]));
	return onlyList((arrays.length > 0 ? arrays : others).flatMap((key) => below(key) ?? []));
}

/** Rows are objects, so beside them an array of plain values (such as columns) is no candidate. */
function onlyList(found: Found[]): Found | undefined {
	if (found.length < 2) return found[0];
	const ofObjects = found.filter(({ list }) => list.some(isObject));
	if (ofObjects.length > 0) return ofObjects.length === 1 ? ofObjects[0] : undefined;
	// Whichever of them is the list, it is empty; a later page shows which.
	return found.some(({ list }) => list.length === 0) ? { list: [] } : undefined;
}
