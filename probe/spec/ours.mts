import { readFileSync } from 'node:fs';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

import { type Route, routesOf } from './routes.mts';
import type { Json } from './schema.mts';

const FILE = new URL('../../sandbox/openapi.yaml', import.meta.url);

/** Our own description of the service: its routes, and the line of each object in it. */
export interface Ours {
	root: Json;
	routes: Route[];
	event?: Route;
	/** Its keys, names of fields among them. */
	words: string[];
	lineOf(object: unknown): string;
}

export function readOurs(): Ours {
	const counter = new LineCounter();
	const text = readFileSync(FILE, 'utf8');
	const document = parseDocument(text, { lineCounter: counter });
	const lines = new Map<unknown, number>();
	const lineOf = (node: Node) => counter.linePos(node.range![0]).line;
	/** Its value; `line` is that of its key. */
	const read = (node: unknown, line: number): unknown => {
		const there = isAlias(node) ? node.resolve(document) : node;
		if (isScalar(there)) return there.value;
		const value = isMap<Node, Node>(there)
			? Object.fromEntries(
					there.items.map((pair) => [String(pair.key), read(pair.value, lineOf(pair.key))]),
				)
			: isSeq<Node>(there) && there.items.map((item) => read(item, lineOf(item)));
		lines.set(value, line);
		return value;
	};
	const root = read(document.contents, 1) as Json;
	return {
		root,
		routes: routesOf(root),
		event: routesOf(root, 'webhooks')[0],
		words: text.match(/\w+(?=:)/g)!,
		lineOf: (object) => `sandbox/openapi.yaml:${lines.get(object) ?? 1}`,
	};
}
