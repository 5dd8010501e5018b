import { fileURLToPath } from 'node:url';

import { readPage } from '../../../nodes/pagination/readPage.ts';
import { CouldNotRun } from '../could-not-run.mts';
import { isObject, type Json, openFile, resolved } from './file.mts';
import { eventsIn, type Route, routesIn } from './route.mts';
import { objectAt, type Shape } from './schema.mts';

const OUR_ROOT = openFile(fileURLToPath(new URL('../../sandbox/openapi.yaml', import.meta.url))).root;
/** The routes of our description, by its operationIds. */
export const OURS = new Map(
	routesIn(OUR_ROOT, OUR_ROOT.paths).map((route) => [String(route.operation.operationId), route]),
);
export const isLogin = (name: string): boolean => name.startsWith('login');

/** Routes that other services have, too. */
const COMMON = /^(listContacts|createContact|listQuotations|subscribe|listSubscriptions)$/;
const ENOUGH_COMMON = 3;

/** How a route was found, the surest first. */
const CLOSENESS = {
	/** But for names of parameters. */
	same: 5,
	/** Another version, case or notation. */
	spelled: 4,
	/** Behind the path of a gateway. */
	behind: 3,
	/** Under another base path. */
	bare: 2,
	/** Our `id` is a part of the path. */
	idInPath: 1,
};
const SAME_METHOD = 10;

/** A specification, in one file or in several, with our routes found in it. */
export class Specification {
	readonly all: Route[];
	/** Calls that tell of a changed deal. */
	readonly events: Route[];
	/** By our operationIds. */
	readonly matches = new Map<string, Route>();
	readonly roots: Json[];

	/** @throws CouldNotRun where a file is something else, or describes another service. */
	constructor(paths: readonly string[]) {
		this.roots = paths.map((path) => rootOf(path));
		this.all = this.roots.flatMap((root) => routesIn(root, root.paths));
		const bases = this.all.map((route) => pathsOf(route).map(normalized));
		const shared = sharedStart(this.all.map(({ path }) => normalized(path)));
		const sure = new Set<string>();
		for (let score = SAME_METHOD + CLOSENESS.same; score > 0; score--) {
			for (const [name, our] of OURS) {
				if (this.matches.has(name)) continue;
				const taken = new Set(this.matches.values());
				const found = this.all.find(
					(their, n) => !taken.has(their) && scoreOf(our, their, bases[n]!, shared) === score,
				);
				if (found) this.matches.set(name, found);
				if (found && (score > SAME_METHOD + CLOSENESS.bare || !COMMON.test(name))) sure.add(name);
			}
		}
		if (sure.size === 0 && this.matches.size < ENOUGH_COMMON) {
			const some = this.all.slice(0, 3).map(({ title }) => title);
			throw new CouldNotRun(
				`this is the specification of another service: it has none of the Sales CRM's routes, but ${this.all.length} others, such as ${some.join(', ')}`,
			);
		}
		this.events = this.roots.flatMap((root) =>
			eventsIn(
				root,
				this.all.filter((route) => route.root === root),
			),
		);
	}
}

function rootOf(path: string): Json {
	const { root } = openFile(path);
	const refuse = (why: string): never => {
		throw new CouldNotRun(`${path} ${why}`);
	};
	if ('swagger' in root)
		refuse(
			`is Swagger ${String(root.swagger)}. Convert it to OpenAPI 3 first: npx swagger2openapi ${path} -o openapi.json, or https://converter.swagger.io`,
		);
	if (!/^3\./.test(String(root.openapi))) {
		const keys = Object.keys(root).slice(0, 5).join(', ') || 'nothing';
		refuse(
			`is not an OpenAPI specification of version 3: it has no "openapi: 3.x", but ${keys}. Name only files that have it; those that they refer to are read with them`,
		);
	}
	if (!isObject(root.paths)) refuse('has no paths: it describes no routes');
	return root;
}

/** Names of parameters do not count, whether they are written as {id}, :id or <id>. */
export const withoutNames = (path: string): string =>
	path.replace(/\{[^}]*\}|<[^>]*>|(?<=\/):[\w-]+/g, '{}').replace(/\/+$/, '');

/** In parts, without case, version and the signs between words. */
const normalized = (path: string): string[] =>
	withoutNames(path)
		.toLowerCase()
		.split('/')
		.filter(Boolean)
		.map((part) => part.replace(/[-_.]/g, '').replace(/^v\d+$/, 'v'));

/** The path of a server, its variables at their defaults. */
export function serverPath({ url, variables }: Json): string {
	const known = objectAt({ variables }, 'variables');
	const set = String(url).replace(/\{([^}]*)\}/g, (whole, name: string) =>
		String(objectAt(known, name).default ?? whole),
	);
	return set.replace(/^(\w+:)?\/\/[^/]*|^\{[^}]*\}/, '').replace(/\/+$/, '');
}

/** As it is written, and behind the path of each server. */
const pathsOf = ({ path, servers }: Route): string[] => [
	path,
	...servers.map((server) => serverPath(server) + path),
];

/** What all paths begin with, but for their last part. */
function sharedStart(paths: string[][]): number {
	const [first = []] = paths;
	const most = Math.min(...paths.map(({ length }) => length)) - 1;
	const differs = first.findIndex((part, n) => n >= most || paths.some((path) => path[n] !== part));
	return differs < 0 ? Math.max(most, 0) : differs;
}

const withoutBase = (parts: string[]): string[] => {
	const first = parts.findIndex((part) => !/^(api|rest|v|.*service)$/.test(part));
	return parts.slice(Math.max(first, 0));
};

/** How sure it is that their route is ours; 0 where it is not. */
function scoreOf(our: Route, their: Route, paths: string[][], shared: number): number {
	const mine = normalized(our.path);
	const bare = withoutBase(mine).join('/');
	const [own = []] = paths;
	const bares = [own.slice(shared), own].map((parts) => withoutBase(parts));
	const hasId = our.parameters.some(({ name }) => name === 'id');
	const without = (parts: string[]) => parts.filter((part) => part !== '{}').join('/');
	const isAny = (fits: (path: string) => boolean) => paths.some((path) => fits(path.join('/')));
	const found: Array<[closeness: number, isSo: boolean]> = [
		[CLOSENESS.same, pathsOf(their).map(withoutNames).includes(withoutNames(our.path))],
		[CLOSENESS.spelled, isAny((path) => path === mine.join('/'))],
		[CLOSENESS.behind, isAny((path) => `/${path}`.endsWith(`/${mine.join('/')}`))],
		[CLOSENESS.bare, bares.some((parts) => parts.join('/') === bare)],
		[CLOSENESS.idInPath, hasId && bares.some((parts) => parts.includes('{}') && without(parts) === bare)],
	];
	const [closeness = 0] = found.find(([, isSo]) => isSo) ?? [];
	if (closeness === 0) return 0;
	return our.method === their.method ? SAME_METHOD + closeness : closeness;
}

/** The name that the rows of a list have, by our operationId: `contacts` of `listContacts`. */
export const rowsName = (operation: string): string => operation.replace(/^list/, '').toLowerCase();

/** A list, and what one of its rows is, as far as a specification shows it. */
export function listIn(operation: string, answer: Shape | undefined): { rows: Shape; path: string[] } | undefined {
	if (!answer || !operation.startsWith('list')) return undefined;
	const { path } = readPage(sampleOf(answer), rowsName(operation)) ?? {};
	const list = path?.reduce<Shape | undefined>((shape, key) => shape?.field(key), answer);
	return path && list && { rows: list.items, path };
}

const DEEPEST = 4;

/** An answer as it could come. */
function sampleOf(shape: Shape, depth = 0): unknown {
	const { types, names } = shape;
	if (depth > DEEPEST) return {};
	if (types.includes('array') && names.length === 0) return [sampleOf(shape.items, depth + 1)];
	if (names.length > 0 || types.length === 0)
		return Object.fromEntries(names.map((name) => [name, sampleOf(shape.field(name)!, depth + 1)]));
	if (types.includes('boolean')) return true;
	return types.includes('string') ? 'text' : 1;
}

/** References that lead nowhere: what stands there is unknown. */
export function lostIn(roots: readonly Json[]): string[] {
	const seen = new Set<object>();
	const lost = new Set<string>();
	const look = (value: unknown) => {
		if (typeof value !== 'object' || value === null || seen.has(value)) return;
		seen.add(value);
		if (isObject(value) && typeof value.$ref === 'string' && !resolved(value)) lost.add(value.$ref);
		Object.values(value).forEach(look);
	};
	roots.forEach(look);
	return [...lost];
}
