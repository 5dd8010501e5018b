import { isObject } from '../../nodes/utils/json';
import { nameOf, type Naming } from './names';
import type { Page } from './reply';
import { joined, type Told, word } from './told';

/** Where the rows of a list lie (interface.md: "Response body: not shown"). */
export interface Envelope {
	/** The setting of the sandbox's switch `listShape` that answers likewise. */
	shape: 'array' | 'named' | 'content' | 'data' | 'hal' | 'unforeseen';
	/** Whether the sandbox's answer has just this form, and not only one that is read alike. */
	exact: boolean;
	where: Told;
	/** What stands beside the rows. */
	beside: Told[];
	total: boolean;
	/** What tells the last page: a name that the sandbox's switch `lastMark` has, or another. */
	lastMark: LastMark | 'another';
}

const MARKS = ['last', 'hasMore', 'hasNextPage'] as const;

type LastMark = 'none' | (typeof MARKS)[number];

/** @param name The name the list would have, such as `contacts`. */
export function envelopeOf(
	data: unknown,
	{ path, total, more }: Page,
	name: string,
	naming: Naming,
): Envelope | undefined {
	if (!path) return undefined;
	const shape = shapeOf(path, name);
	const beside = isObject(data) ? Object.keys(data).filter((key) => key !== path[0]) : [];
	return {
		shape,
		exact: path.length < (shape === 'hal' ? 3 : 2) && isExact(shape, beside),
		where:
			path.length === 0
				? word('a bare array')
				: joined(
						path.map((key) => nameOf(key, naming)),
						'.',
					),
		beside: [...new Set(beside.map((key) => nameOf(key, naming)))],
		total: total !== undefined,
		lastMark: markOf(data) ?? (more === undefined ? 'none' : 'another'),
	};
}

function markOf(data: unknown): LastMark | undefined {
	if (!isObject(data)) return undefined;
	const places = [data, ...Object.values(data).filter(isObject)];
	return MARKS.find((name) => places.some((place) => typeof place[name] === 'boolean'));
}

function shapeOf([first]: string[], name: string): Envelope['shape'] {
	if (first === undefined) return 'array';
	if (first === name) return 'named';
	if (first === '_embedded') return 'hal';
	return first === 'content' || first === 'data' ? first : 'unforeseen';
}

function isExact(shape: Envelope['shape'], beside: string[]): boolean {
	if (shape === 'content') return beside.includes('totalElements') && beside.includes('last');
	if (shape === 'data') return beside.length === 1 && beside[0] === 'meta';
	if (shape === 'hal') return beside.length === 1 && beside[0] === 'page';
	return beside.every((key) => key === 'total' || (MARKS as readonly string[]).includes(key));
}
