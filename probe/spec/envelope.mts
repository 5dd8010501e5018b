import { readPage } from '../../nodes/pagination/readPage.ts';
import type { Switches } from '../../sandbox/switches.mts';
import type { Route } from './routes.mts';
import type { Shape } from './schema.mts';

/** How a list is answered, as far as a specification says: what the nodes would read of such an answer. */
export interface Envelope {
	/** Where its rows are: `data.items`, or a bare array. */
	place: string;
	rows: Shape;
	/** What stands beside them. */
	beside: string[];
	hasTotal: boolean;
	isMarked: boolean;
	/** The setting of the sandbox's switch that answers likewise. */
	listShape: Switches['listShape'];
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

/** The description of such a list, in what was seen of an account. */
export const KEYED = 'with whole-number keys';
export const BARE = 'a bare array';
const DEEPEST = 4;

/** @param operation The name of the route in our description. */
export function envelopeOf(operation: string, route: Route | undefined): Envelope | undefined {
	const answer = route?.answer?.shape;
	const name = LISTS[operation];
	if (!answer || !name) return undefined;
	const { path, total, more } = readPage(sampleOf(answer), name) ?? {};
	const list = path?.reduce<Shape | undefined>((shape, key) => shape?.field(key), answer);
	if (!path || !list) return undefined;
	const isKeyed = list.said('description') === KEYED;
	const usual = { [name]: 'named', _embedded: 'hal', content: 'content', data: 'data' } as const;
	const [first = ''] = path;
	return {
		place: path.length > 0 ? `\`${path.join('.')}\`` : BARE,
		rows: list.items,
		beside: answer.names.filter((key) => key !== first),
		hasTotal: total !== undefined,
		isMarked: more !== undefined,
		listShape: isKeyed ? 'keyed' : first === '' ? 'array' : (usual[first] ?? 'unforeseen'),
	};
}

/** An answer as it could come. */
function sampleOf(shape: Shape, depth = 0): unknown {
	const { types, names } = shape;
	const isDeep = depth >= DEEPEST;
	if (names.length > 0 || types.length === 0) {
		const own = isDeep ? [] : names;
		return Object.fromEntries(own.map((name) => [name, sampleOf(shape.field(name)!, depth + 1)]));
	}
	if (types.includes('array')) return isDeep ? [] : [sampleOf(shape.items, depth + 1)];
	if (types.includes('boolean')) return true;
	return types.includes('string') ? 'text' : 1;
}
