import type { Route } from './routes.mts';
import type { Node, Shape } from './schema.mts';

/** How a list is answered, as far as a specification says. */
export interface Envelope {
	/** Where its rows are, each way that is described: `''` for a bare array, else `data.items`. */
	places: string[];
	rows: Shape;
	/** Names of what stands beside them, those of an object right beside them with its name before. */
	beside: string[];
	total?: string;
	mark?: string;
}

const TOTALS = /^(total|total_?(elements|count|items|results)|count)$/i;
const MARKS = /^(last|is_?last|has_?(more|next)(_?page)?|next(_page_url)?)$/i;
const NO_ROWS = /^_?(sorts?|sorting|filters?|messages?|errors?|warnings?|links?|orders?)$/i;
const DEEPEST = 2;

interface Place {
	path: string[];
	items: Node[];
}

/** @param name The name that the list should have, such as `contacts`. */
export function envelopeOf(route: Route, name: string): Envelope | undefined {
	const nodes = route.answer?.nodes ?? [];
	if (nodes.length === 0) return undefined;
	const shape = route.shape(nodes);
	const places = placesIn(route, shape, 0);
	const named = places.filter(({ path }) => path.at(-1) === name || path.length === 0);
	const all = named.length > 0 ? named : places;
	const shallowest = Math.min(...all.map(({ path }) => path.length).filter((n) => n > 0));
	const chosen = all.filter(({ path }) => path.length === 0 || path.length === shallowest);
	if (chosen.length === 0) return undefined;
	const firsts = chosen.map(({ path }) => path[0]);
	const beside = [...shape.fields].flatMap(([key, { nodes: inside }]) => {
		if (firsts.includes(key)) return [];
		const below = route.shape(inside);
		const isEnvelope = below.types.includes('object') && !TOTALS.test(key);
		return [key, ...(isEnvelope ? [...below.fields.keys()].map((one) => `${key}.${one}`) : [])];
	});
	const called = (pattern: RegExp) => beside.find((key) => pattern.test(key.split('.').at(-1)!));
	return {
		places: chosen.map(({ path }) => path.join('.')),
		rows: route.shape(chosen.flatMap(({ items }) => items)),
		beside,
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
			places.push({ path: [], items: shape.items });
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

/** Fields of a record with their types, in words. */
export function fieldWords(route: Route, { fields }: Shape): string {
	const words = [...fields].map(([name, { nodes }]) => {
		const { types, format, values } = route.shape(nodes);
		const kind =
			values && values.length <= 5 ? values.join(' or ') : (format ?? types.join(' or '));
		return `${name} (${kind || 'any type'})`;
	});
	return words.join(', ');
}
