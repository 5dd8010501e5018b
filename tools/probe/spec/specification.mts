import { fileURLToPath } from 'node:url';

import { readPage } from '../../../nodes/pagination/readPage.ts';
import { CouldNotRun } from '../report.mts';
import { type Json, openFile } from './file.mts';
import { eventsIn, type Route, routesIn } from './route.mts';
import { objectAt, type Shape } from './schema.mts';

const OUR_ROOT = openFile(
	fileURLToPath(new URL('../../sandbox/openapi.yaml', import.meta.url)),
).root;
/** The routes of our description, by its operationIds. */
export const OURS = new Map(
	routesIn(OUR_ROOT, OUR_ROOT.paths).map((route) => [String(route.operation.operationId), route]),
);
export const isLogin = (name: string): boolean => name.startsWith('login');

/** Routes that other services have, too: a few of them under another base path tell nothing. */
const COMMON = /^(listContacts|createContact|listQuotations|subscribe|listSubscriptions)$/;
const ENOUGH_COMMON = 3;

/**
 * A specification, in one file or in several, with our routes found in it, the closest first:
 * 1. The same path, but for names of parameters.
 * 2. In another version, case or notation.
 * 3. Behind the path of a gateway.
 * 4. Under another base path.
 * 5. With our `id` in the path.
 * 6. The same five with another method.
 */
export class Specification {
	/** By our operationIds. */
	readonly matches = new Map<string, Route>();
	/** Calls that tell of a changed deal. */
	readonly events: Route[];
	readonly all: Route[];
	/** Whether it describes the Sales CRM at all. */
	readonly isOurs: boolean;

	constructor(readonly roots: readonly Json[]) {
		this.all = roots.flatMap((root) => routesIn(root, root.paths));
		this.events = roots.flatMap((root) =>
			eventsIn(
				root,
				this.all.filter((route) => route.root === root),
			),
		);
		const shared = sharedStart(this.all.map(({ path }) => normalized(path)));
		const found = [...OURS].flatMap(([name, our]) =>
			this.all.map((their) => ({ name, their, rank: rankOf(our, their, shared) })),
		);
		found.sort((some, other) => some.rank - other.rank);
		for (const { name, their, rank } of found) {
			const isTaken = [...this.matches.values()].includes(their);
			if (Number.isFinite(rank) && !isTaken && !this.matches.has(name))
				this.matches.set(name, their);
		}
		this.isOurs =
			this.matches.size >= ENOUGH_COMMON ||
			found.some(({ name, rank }) => rank <= 3 || (Number.isFinite(rank) && !COMMON.test(name)));
	}

	/** Our routes that were found, but for those that sign in. */
	get routes(): Array<[name: string, route: Route]> {
		return [...this.matches].filter(([name]) => !isLogin(name));
	}
}

/** @throws CouldNotRun where a file is something else, or describes another service. */
export function readSpecification(paths: readonly string[]): Specification {
	const files = paths.map((path) => openFile(path));
	for (const { path, root } of files) checkVersion(path, root);
	const roots = files.map(({ root }) => root);
	const components: Json = {};
	for (const [kind, own] of roots.flatMap((root) => Object.entries(objectAt(root, 'components'))))
		components[kind] = { ...Object(own), ...Object(components[kind]) };
	for (const file of files) file.scope = Object.assign({}, ...roots.toReversed(), { components });
	const specification = new Specification(roots);
	const { isOurs, all } = specification;
	if (all.length === 0)
		throw new CouldNotRun(`${paths.join(', ')} has no paths: it describes no routes`);
	if (isOurs) return specification;
	const some = all.slice(0, 3).map(({ title }) => title);
	throw new CouldNotRun(
		`this is the specification of another service: it has none of the Sales CRM's routes, but ${all.length} others, such as ${some.join(', ')}`,
	);
}

function checkVersion(path: string, root: Json): void {
	const keys = Object.keys(root).slice(0, 5).join(', ');
	if (root.swagger)
		throw new CouldNotRun(
			`${path} is Swagger ${String(root.swagger)}. Convert it to OpenAPI 3 first: npx swagger2openapi ${path} -o openapi.json, or https://converter.swagger.io`,
		);
	if (!/^3\./.test(String(root.openapi)))
		throw new CouldNotRun(
			`${path} is not an OpenAPI specification of version 3: it has no "openapi: 3.x", but ${keys}. Name only files that have it: those that they refer to are read with them`,
		);
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
	const filled = String(url).replace(/\{([^}]*)\}/g, (whole, name: string) =>
		String(objectAt(variables, name).default ?? whole),
	);
	return filled.replace(/^(\w+:)?\/\/[^/]*|^\{[^}]*\}/, '').replace(/\/+$/, '');
}

/** How many parts all paths begin with, but for their last. */
function sharedStart(paths: string[][]): number {
	const [first = []] = paths;
	const most = Math.min(...paths.map(({ length }) => length)) - 1;
	const differs = first.findIndex((part, n) => n >= most || paths.some((path) => path[n] !== part));
	return Math.max(differs, 0);
}

const withoutBase = (parts: string[]): string =>
	parts.slice(parts.findIndex((part) => !/^(api|rest|v|.*service)$/.test(part))).join('/');

/** By the rules above; infinite where their route is not ours. */
function rankOf(our: Route, their: Route, shared: number): number {
	const written = [their.path, ...their.servers.map((server) => serverPath(server) + their.path)];
	const mine = normalized(our.path);
	const paths = written.map((path) => normalized(path));
	const bare = [paths[0]!.slice(shared), paths[0]!].map(withoutBase);
	const hasId = our.parameters.some(({ name }) => name === 'id');
	const rank = [
		written.map(withoutNames).includes(withoutNames(our.path)),
		paths.some((path) => path.join('/') === mine.join('/')),
		paths.some((path) => `/${path.join('/')}`.endsWith(`/${mine.join('/')}`)),
		bare.includes(withoutBase(mine)),
		hasId && bare.some((path) => path.replace(/\/\{\}/g, '') === withoutBase(mine)),
	].indexOf(true);
	if (rank < 0) return Infinity;
	return rank + 1 + (our.method === their.method ? 0 : 5);
}

/** The name that the rows of a list have, by our operationId: `contacts` of `listContacts`. */
export const rowsName = (operation: string): string => operation.replace(/^list/, '').toLowerCase();

/** The list in an answer, as the nodes would find it. */
export function listIn(operation: string, answer: Shape | undefined): Shape | undefined {
	if (!answer || !operation.startsWith('list')) return undefined;
	const page = readPage(sampleOf(answer), rowsName(operation));
	return page?.path?.reduce<Shape | undefined>((shape, key) => shape?.field(key), answer);
}

const DEEPEST = 4;

/** An answer as it could come. */
function sampleOf(shape: Shape, depth = 0): unknown {
	const { types, names } = shape;
	if (depth > DEEPEST) return {};
	if (types.includes('array')) return [sampleOf(shape.items, depth + 1)];
	if (names.length > 0 || types.length === 0)
		return Object.fromEntries(names.map((name) => [name, sampleOf(shape.field(name)!, depth + 1)]));
	return types.includes('boolean') || (types.includes('string') ? 'text' : 1);
}
