import type { PageRead as Page } from '../../nodes/pagination/readPage';
import { isObject } from '../../nodes/values/json';
import { nameOf, type Naming } from './names';
import { joined, type Told, word } from './told';

/** Where the rows of a list lie (interface.md: "Response body: not shown"). */
export interface Envelope {
	/** The setting of the sandbox's switch `listShape` that answers likewise. */
	shape: 'array' | 'named' | 'content' | 'data' | 'unforeseen';
	/** Whether the sandbox's answer has just this form, and not only one that is read alike. */
	exact: boolean;
	where: Told;
	/** What stands beside the rows. */
	beside: Told[];
	total: boolean;
	lastMark: boolean;
}

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
		exact: path.length < 2 && isExact(shape, beside),
		where:
			path.length === 0
				? word('a bare array')
				: joined(
						path.map((key) => nameOf(key, naming)),
						'.',
					),
		beside: [...new Set(beside.map((key) => nameOf(key, naming)))],
		total: total !== undefined,
		lastMark: more !== undefined,
	};
}

function shapeOf([first]: string[], name: string): Envelope['shape'] {
	if (first === undefined) return 'array';
	if (first === name) return 'named';
	return first === 'content' || first === 'data' ? first : 'unforeseen';
}

function isExact(shape: Envelope['shape'], beside: string[]): boolean {
	if (shape === 'content') return beside.includes('totalElements') && beside.includes('last');
	if (shape === 'data') return beside.length === 1 && beside[0] === 'meta';
	return beside.length === 0;
}
