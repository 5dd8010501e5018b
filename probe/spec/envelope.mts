import { readPage } from '../../nodes/pagination/readPage.ts';
import type { Switches } from '../../sandbox/switches.mts';
import type { Route } from './routes.mts';
import { Shape } from './schema.mts';

/** How a list is answered, as far as a specification says: what the nodes would read of such an answer. */
export interface Envelope {
	/** Where its rows are: `data.items`, or a bare array. */
	place: string;
	/** It may be a bare array. */
	isBare: boolean;
	rows: Shape;
	/** They are written as an object with whole-number keys. */
	isKeyed: boolean;
	/** What stands beside them. */
	beside: string[];
	hasTotal: boolean;
	isMarked: boolean;
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
	return {
		place: path.length > 0 ? `\`${path.join('.')}\`` : BARE,
		isBare: answer.types.includes('array'),
		rows: new Shape(route.root, [...list.items.schemas, ...answer.items.schemas]),
		isKeyed: list.description.includes(KEYED),
		beside: answer.names.filter((key) => key !== path[0]),
		hasTotal: total !== undefined,
		isMarked: more !== undefined,
	};
}

/** An answer as it could come. */
function sampleOf(shape: Shape, depth = 0): unknown {
	const { types, names, items } = shape;
	const inside = depth < DEEPEST ? names : [];
	if (names.length > 0 || types.length === 0)
		return Object.fromEntries(
			inside.map((name) => [name, sampleOf(shape.field(name)!, depth + 1)]),
		);
	if (types.includes('array')) return depth < DEEPEST ? [sampleOf(items, depth + 1)] : [];
	if (types.includes('boolean')) return true;
	return types.includes('string') ? 'text' : 1;
}

/** The setting of the sandbox's switch `listShape` that answers likewise. */
export function shapeSetting(list: Envelope, operation: string): Switches['listShape'] {
	const [first] = list.place.replaceAll('`', '').split('.');
	if (list.isKeyed) return 'keyed';
	if (list.place === BARE) return 'array';
	if (first === LISTS[operation]) return 'named';
	if (first === '_embedded') return 'hal';
	return first === 'content' || first === 'data' ? first : 'unforeseen';
}
