import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

import { readPage } from '../../../nodes/pagination/readPage.ts';
import type { Switches } from '../../sandbox/switches.mts';
import { CouldNotRun } from '../report.mts';
import { type Json, type Route, routesOf, type Shape } from './schema.mts';

const FILE = new URL('../../sandbox/openapi.yaml', import.meta.url);
export const OUR_TEXT = readFileSync(FILE, 'utf8');
export const OUR_ROOT = parse(OUR_TEXT) as Json;
/** The routes of our description; their names are its operationIds. */
export const OURS = routesOf(OUR_ROOT);
export const [EVENT] = routesOf(OUR_ROOT, 'webhooks') as [Route];
/** Where our description of a route begins. */
export const lineOf = (name: string): number =>
	OUR_TEXT.split(`operationId: ${name}\n`)[0]!.split('\n').length;

/** Routes that other services have, too: that these are there tells nothing. */
const COMMON = /^(listContacts|createContact|listQuotations|subscribe|listSubscriptions)$/;

/**
 * A specification, its routes matched with those of our description:
 * 1. By method and path; names of parameters in a path and a slash at its end do not count.
 * 2. The path of a server, or of a gateway, may stand before theirs.
 * 3. What we send as `id` may be a part of their path: DELETE /unsubscribe/{id}.
 * 4. A path that is there with another method is matched last.
 */
export class Specification {
	readonly all: Route[];
	/** The call that tells of a changed deal, as OpenAPI 3.1 has it. */
	readonly event?: Route;
	private readonly matches = new Map<string, Route>();

	constructor(readonly root: Json) {
		this.all = routesOf(root);
		[this.event] = routesOf(root, 'webhooks');
		for (const closest of [4, 3, 2, 1]) {
			for (const our of OURS.filter(({ name }) => !this.matches.has(name))) {
				const found = this.unused.find((their) => closeness(our, their) === closest);
				if (found) this.matches.set(our.name, found);
			}
		}
	}

	/** @throws CouldNotRun where it is of another service. */
	checkService(): void {
		if ([...this.matches.keys()].some((name) => !COMMON.test(name))) return;
		const some = this.all.slice(0, 3).map(({ title }) => title);
		throw new CouldNotRun(
			`this is the specification of another service: it has none of the routes of the Sales CRM, but ${this.all.length} others, such as ${some.join(', ')}`,
		);
	}

	route(name: string): Route | undefined {
		return name === 'event' ? this.event : this.matches.get(name);
	}

	/**
	 * What is said of one place; undefined where nothing is.
	 * @param path Begins with `query`, `body`, `answer` or `rows`: `rows.history[].type`.
	 */
	at(name: string, path: string): Shape | undefined {
		const [part, ...keys] = path.replaceAll('[]', '.[]').split('.');
		const route = this.route(name);
		const starts: Record<string, Shape | undefined> = {
			...route?.sent,
			answer: route?.answer?.shape,
			rows: envelopeOf(name, route)?.rows,
		};
		const place = keys.reduce(
			(shape, key) => (key === '[]' ? shape?.items : shape?.field(key)),
			starts[part!],
		);
		return place?.types.length ? place : undefined;
	}

	/** What could be offered next. */
	get unused(): Route[] {
		const used = new Set(this.matches.values());
		return this.all.filter((one) => !used.has(one));
	}

	/** Routes that are ours, but for those that sign in. */
	get matched(): Route[] {
		return [...this.matches].flatMap(([name, route]) => (name.startsWith('login') ? [] : route));
	}
}

const withoutNames = (path: string) => path.replace(/\{[^}]*\}/g, '{}');
const plain = (path: string) => withoutNames(path).replace(/\/+$/, '');

/** As it is written, and behind the path of each server. */
export function pathsOf({ path, root }: Route): string[] {
	const servers = (root.servers ?? []) as Array<{ url?: string }>;
	const prefixes = servers.map(({ url = '' }) => url.replace(/^\w+:\/\/[^/]*|^\{[^}]*\}/, ''));
	return ['', ...prefixes].map((prefix) => withoutNames(`${prefix.replace(/\/+$/, '')}${path}`));
}

/** How sure it is that their route is ours, by the rules above; 0 where it is not. */
function closeness(our: Route, their: Route): number {
	const path = plain(our.path);
	const paths = pathsOf(their).map(plain);
	if (our.method !== their.method) return paths.includes(path) ? 1 : 0;
	if (paths.includes(path)) return 4;
	if (paths.some((one) => one.endsWith(path))) return 3;
	return our.sent.query.names.includes('id') && paths.includes(`${path}/{}`) ? 2 : 0;
}

/** How a list is answered, as far as a specification says: what the nodes would read of such an answer. */
export interface Envelope {
	/** Where its rows are: `data.items`, or a bare array. */
	place: string;
	rows: Shape;
	beside: string[];
	hasTotal: boolean;
	isMarked: boolean;
	/** The setting of the sandbox's switch that answers likewise. */
	listShape: Switches['listShape'];
}

/** The name of the rows of a list, by the operationId of our description: `contacts` of `listContacts`. */
export const rowsOf = (operation: string): string => operation.replace(/^list/, '').toLowerCase();

/** The description of such a list, in what was seen of an account. */
export const KEYED = 'with whole-number keys';
const DEEPEST = 4;

/** @param operation The name of the route in our description. */
export function envelopeOf(operation: string, route: Route | undefined): Envelope | undefined {
	const answer = route?.answer?.shape;
	if (!answer || !operation.startsWith('list')) return undefined;
	const name = rowsOf(operation);
	const { path, total, more } = readPage(sampleOf(answer), name) ?? {};
	const list = path?.reduce<Shape | undefined>((shape, key) => shape?.field(key), answer);
	if (!path || !list) return undefined;
	const isKeyed = list.said('description') === KEYED;
	const usual = { [name]: 'named', _embedded: 'hal', content: 'content', data: 'data' } as const;
	const [first = ''] = path;
	return {
		place: path.length > 0 ? `\`${path.join('.')}\`` : 'a bare array',
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
	if (depth > DEEPEST) return {};
	if (names.length > 0 || types.length === 0)
		return Object.fromEntries(names.map((name) => [name, sampleOf(shape.field(name)!, depth + 1)]));
	if (types.includes('array')) return [sampleOf(shape.items, depth + 1)];
	if (types.includes('boolean')) return true;
	return types.includes('string') ? 'text' : 1;
}
