import { fileURLToPath } from 'node:url';

import { CouldNotRun } from '../report.mts';
import { followReferences, type Json, readFile } from './file.mts';
import { eventsIn, hostOf, type Route, routesIn } from './route.mts';
import type { Shape } from './schema.mts';

/** One or several files, with our routes found in them. */
export type Specification = ReturnType<typeof specificationOf>;

const allIn = (roots: readonly Json[]): Route[] =>
	roots.flatMap((root) => routesIn(root.paths, [root, ...roots]));

const OUR_ROOT = readFile(fileURLToPath(new URL('../../sandbox/openapi.yaml', import.meta.url)));
followReferences([OUR_ROOT]);
/** The routes of our description, by its operationIds. */
export const OURS = new Map(
	allIn([OUR_ROOT]).map((route) => [String(route.operation.operationId), route]),
);
export const isLogin = (name: string): boolean => name.startsWith('login');

/** @throws CouldNotRun where a file is something else, or describes another service. */
export function readSpecification(paths: readonly string[]) {
	const roots = paths.map(readFile);
	roots.forEach((root, n) => checkVersion(paths[n]!, root));
	const lost = roots.flatMap((root) => followReferences([root, ...roots]));
	const all = allIn(roots);
	if (all.length === 0)
		throw new CouldNotRun(`${paths.join(', ')} has no paths: it describes no routes`);
	const specification = specificationOf(roots, all);
	if (specification.matches.size > 0) return { ...specification, lost };
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
			`${path} is not an OpenAPI specification of version 3: it has no "openapi: 3.x", but ${keys}. Where the specification is in several files, ask for the bundled one`,
		);
}

/**
 * Finds our routes, the closest first:
 * 1. The same path, but for names of parameters.
 * 2. In another version, case or notation, or behind the path of a gateway.
 * 3. Under another base path.
 * 4. With our `id` in the path.
 * 5. The same four with another method.
 */
export function specificationOf(roots: readonly Json[], all = allIn(roots)) {
	const shared = sharedStart(all.map(({ path }) => normalized(path)));
	const found = [...OURS].flatMap(([name, our]) =>
		all.map((their) => ({ name, their, rank: rankOf(our, their, shared) })),
	);
	found.sort((some, other) => some.rank - other.rank);
	const matches = new Map<string, Route>();
	for (const { name, their, rank } of found)
		if (rank < Infinity && !matches.has(name) && ![...matches.values()].includes(their))
			matches.set(name, their);
	return { roots, matches, events: eventsIn(roots, all) };
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
	const behind = their.addresses.map((address) => address.slice(hostOf(address).length));
	const written = [their.path, ...behind];
	const mine = normalized(our.path);
	const paths = written.map(normalized);
	const bare = [paths[0]!.slice(shared), paths[0]!].map(withoutBase);
	const hasId = our.parameters.some(({ name }) => name === 'id');
	const rank = [
		written.map(withoutNames).includes(withoutNames(our.path)),
		paths.some((path) => `/${path.join('/')}`.endsWith(`/${mine.join('/')}`)),
		bare.includes(withoutBase(mine)),
		hasId && bare.some((path) => path.replace(/\/\{\}/g, '') === withoutBase(mine)),
	].indexOf(true);
	if (rank < 0) return Infinity;
	return rank + 1 + (our.method === their.method ? 0 : 4);
}

/** The name that the rows of a list have, by our operationId: `contacts` of `listContacts`. */
export const rowsName = (operation: string): string => operation.replace(/^list/, '').toLowerCase();

/** The list in an answer: of several the one of its name, else the first of objects. */
export function listIn(operation: string, answer: Shape | undefined, depth = 0): Shape | undefined {
	if (!answer || !operation.startsWith('list') || depth > 2) return undefined;
	if (answer.types.includes('array')) return answer;
	const lists = answer.names.flatMap((name) => {
		const list = listIn(operation, answer.field(name), depth + 1);
		return list ? [{ name, list }] : [];
	});
	const named = lists.find(({ name }) => name === rowsName(operation));
	return (named ?? lists.find(({ list }) => list.items.names.length > 0) ?? lists[0])?.list;
}
