import { readFileSync } from 'node:fs';
import { type Document, isAlias, isCollection, isPair, LineCounter, parseDocument } from 'yaml';

import { type Route, routesOf } from './routes.mts';
import type { Json } from './schema.mts';

const FILE = new URL('../../sandbox/openapi.yaml', import.meta.url);

/** Our own description of the service: its routes, and the line of each place in it. */
export interface Ours {
	root: Json;
	routes: Route[];
	events: Route[];
	lineOf(at: readonly string[]): string;
}

export function readOurs(text = readFileSync(FILE, 'utf8')): Ours {
	const lines = new LineCounter();
	const document = parseDocument(text, { lineCounter: lines });
	const root = document.toJS() as Json;
	return {
		root,
		routes: routesOf(root),
		events: routesOf(root, 'webhooks'),
		lineOf: (at) => `sandbox/openapi.yaml:${lines.linePos(offsetOf(document, at)).line}`,
	};
}

/** Where the deepest part of a path that is written down begins. */
function offsetOf(document: Document, at: readonly string[]): number {
	let node: unknown = document.contents;
	let offset = 0;
	for (const key of at) {
		const there = isAlias(node) ? node.resolve(document) : node;
		if (!isCollection(there)) break;
		const entry: unknown = there.items.find((item, n) =>
			isPair(item) ? String(item.key) === key : String(n) === key,
		);
		if (!entry) break;
		const begins = (isPair(entry) ? entry.key : entry) as { range?: [number] };
		offset = begins.range?.[0] ?? offset;
		node = isPair(entry) ? entry.value : entry;
	}
	return offset;
}
