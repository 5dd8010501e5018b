import type { Route } from './routes.mts';
import type { Node, Shape } from './schema.mts';

/** How a list is answered, as far as a specification says. */
export interface Envelope {
	/** Where its rows are, each way that is described: `''` for a bare array, else `data.items`. */
	places: string[];
	rows: Shape;
	/** They are written as an object with whole-number keys. */
	isKeyed: boolean;
	/** What stands beside them. */
	beside: string[];
	/** There, or in an object right there. */
	total?: string;
	mark?: string;
}

const TOTALS = /^(total|total_?(elements|count|items|results)|count)$/i;
const MARKS = /^(last|is_?last|has_?(more|next)(_?page)?|next(_page_url)?)$/i;
const NO_ROWS = /^_?(sorts?|sorting|filters?|messages?|errors?|warnings?|links?|orders?)$/i;
const DEEPEST = 2;

/** The description of such a list, in what was seen of an account. */
export const KEYED = 'with whole-number keys';

interface Place {
	isKeyed: boolean;
	path: string[];
	items: Node[];
}

/** @param name The name that the list should have, such as `contacts`. */
export function envelopeOf(route: Route, name: string): Envelope | undefined {
	const nodes = route.answer?.nodes ?? [];
	if (nodes.length === 0) return undefined;
	const shape = route.shape(nodes);
	const places = placesIn(route, shape, 0);
	const known = places.filter(({ path }) => path.at(-1) === name || path.length === 0);
	const all = known.length > 0 ? known : places;
	const shallowest = Math.min(...all.map(({ path }) => path.length).filter((n) => n > 0));
	const chosen = all.filter(({ path }) => path.length === 0 || path.length === shallowest);
	if (chosen.length === 0) return undefined;
	const firsts = chosen.map(({ path }) => path[0]);
	const beside = [...shape.fields].filter(([key]) => !firsts.includes(key));
	const named = beside.flatMap(([key, { nodes: inside }]) => {
		const below = [...route.shape(inside).fields.keys()];
		return [key, ...below.map((one) => `${key}.${one}`)];
	});
	const called = (pattern: RegExp) => named.find((key) => pattern.test(key.split('.').at(-1)!));
	return {
		places: chosen.map(({ path }) => path.join('.')),
		rows: route.shape(chosen.flatMap(({ items }) => items)),
		isKeyed: chosen.some((place) => place.isKeyed),
		beside: beside.map(([key]) => key),
		total: called(TOTALS),
		mark: called(MARKS),
	};
}

/** Lists of what may be rows, anywhere in an answer. */
function placesIn(route: Route, shape: Shape, depth: number): Place[] {
	const places: Place[] = [];
	if (shape.items.length > 0 || shape.types.includes('array')) {
		const { types } = route.shape(shape.items);
		// Rows are objects; a list of plain values beside them, such as columns, is none.
		if (types.length === 0 || types.includes('object'))
			places.push({ path: [], items: shape.items, isKeyed: shape.description.includes(KEYED) });
	}
	if (depth > DEEPEST) return places;
	for (const [key, { nodes }] of shape.fields) {
		if (NO_ROWS.test(key)) continue;
		const inside = placesIn(route, route.shape(nodes), depth + 1);
		places.push(...inside.map((one) => ({ ...one, path: [key, ...one.path] })));
	}
	return places;
}

/** The setting of the sandbox's switch `listShape` that answers likewise. */
export function shapeSetting(places: readonly string[], name: string): string {
	const first = (places.find((place) => place !== '') ?? '').split('.')[0];
	if (first === '') return 'array';
	if (first === name) return 'named';
	if (first === '_embedded') return 'hal';
	return first === 'content' || first === 'data' ? first : 'unforeseen';
}

export const asWords = (place: string): string => (place === '' ? 'a bare array' : `\`${place}\``);

/** Fields of a record with their types, and what is right inside them, in words. */
export function fieldWords(route: Route, { fields }: Shape): string {
	const words = [...fields].map(([name, { nodes }]) => {
		const { types, said, values, fields: own, items } = route.shape(nodes);
		const inside = [...own.keys(), ...route.shape(items).fields.keys()];
		if (inside.length > 0) return `${name} (${types.join(' or ')} of ${inside.join(', ')})`;
		const kind =
			values && values.length <= 9 ? values.join(' or ') : (said.format ?? types.join(' or '));
		return `${name} (${kind || 'any type'})`;
	});
	return words.join(', ');
}
