import type { Switches } from '../../sandbox/switches.mts';
import type { Route } from './routes.mts';
import { Shape } from './schema.mts';

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

/** Lists, by the operationId of our description, and the names that their rows have. */
export const LISTS: Record<string, string> = {
	listContacts: 'contacts',
	listQuotations: 'quotations',
	listHistory: 'history',
	listStatuses: 'statuses',
	listUsers: 'users',
	listSubscriptions: 'subscriptions',
};

export const LISTS_IN_PAGES = ['listContacts', 'listQuotations'];

const TOTALS = /^(total|total_?(elements|count|items|results)|count)$/i;
const MARKS = /^(last|is_?last|has_?(more|next)(_?page)?|next(_page_url)?)$/i;
const NO_ROWS = /^_?(sorts?|sorting|filters?|messages?|errors?|warnings?|links?|orders?)$/i;
const DEEPEST = 2;

/** The description of such a list, in what was seen of an account. */
export const KEYED = 'with whole-number keys';

interface Place {
	isKeyed: boolean;
	path: string[];
	items: Shape;
}

/** @param operation The name of the route in our description. */
export function envelopeOf(operation: string, route: Route | undefined): Envelope | undefined {
	const answer = route?.answer?.shape;
	if (!answer || !(operation in LISTS)) return undefined;
	const places = placesIn(answer, 0);
	const name = LISTS[operation];
	const known = places.filter(({ path }) => path.length === 0 || path.at(-1) === name);
	const all = known.length > 0 ? known : places;
	const shallowest = Math.min(...all.map(({ path }) => path.length).filter((n) => n > 0));
	const chosen = all.filter(({ path }) => path.length === 0 || path.length === shallowest);
	if (chosen.length === 0) return undefined;
	const beside = answer.names.filter((key) => chosen.every(({ path }) => path[0] !== key));
	const named = beside.flatMap((key) => [
		key,
		...answer.field(key)!.names.map((inside) => `${key}.${inside}`),
	]);
	const called = (pattern: RegExp) => named.find((key) => pattern.test(key.split('.').at(-1)!));
	const schemas = chosen.flatMap(({ items }) => items.schemas);
	return {
		places: chosen.map(({ path }) => path.join('.')),
		rows: new Shape(route.root, schemas),
		isKeyed: chosen.some((place) => place.isKeyed),
		beside,
		total: called(TOTALS),
		mark: called(MARKS),
	};
}

/** Lists of what may be rows, anywhere in an answer. */
function placesIn(shape: Shape, depth: number): Place[] {
	const { items, types, description } = shape;
	// Rows are objects; a list of plain values beside them, such as columns, is none.
	const mayBeRows = items.types.length === 0 || items.types.includes('object');
	const own = types.includes('array') && mayBeRows;
	const places = own ? [{ path: [], items, isKeyed: description.includes(KEYED) }] : [];
	if (depth > DEEPEST) return places;
	const inside = shape.names
		.filter((name) => !NO_ROWS.test(name))
		.flatMap((name) =>
			placesIn(shape.field(name)!, depth + 1).map((one) => ({ ...one, path: [name, ...one.path] })),
		);
	return [...places, ...inside];
}

/** The setting of the sandbox's switch `listShape` that answers likewise. */
export function shapeSetting(list: Envelope, operation: string): Switches['listShape'] {
	const { places, isKeyed } = list;
	const first = places.find((place) => place !== '')?.split('.')[0];
	if (isKeyed) return 'keyed';
	if (first === undefined) return 'array';
	if (first === LISTS[operation]) return 'named';
	if (first === '_embedded') return 'hal';
	return first === 'content' || first === 'data' ? first : 'unforeseen';
}

export const placeWords = ({ places }: Envelope): string =>
	places.map((place) => (place === '' ? 'a bare array' : `\`${place}\``)).join(' or ');
