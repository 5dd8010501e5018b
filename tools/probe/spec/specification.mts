import { fileURLToPath } from 'node:url';
import { groupBy, isNotNil, maxBy } from 'es-toolkit';

import { CouldNotRun } from '../report.mts';
import { type Json, objectAt, partsOf, readFiles } from './file.mts';
import { eventsIn, hostOf, type Route, routesIn } from './route.mts';

const allIn = (roots: readonly Json[]): Route[] =>
	roots.flatMap((root) => routesIn(root.paths, [root, ...roots]));

const OUR_FILE = fileURLToPath(new URL('../../sandbox/openapi.yaml', import.meta.url));
/** The routes of our description that are not of the published one, by its operationIds. */
export const OURS = new Map(
	allIn(readFiles([OUR_FILE]).roots)
		.filter(({ operation }) => [undefined, 'both'].includes(operation['x-source'] as 'both'))
		.map((route) => [String(route.operation.operationId), route]),
);
export const isLogin = (name: string): boolean => name.startsWith('login');

/** One or several files, with our routes found in them. */
export type Specification = ReturnType<typeof readSpecification>;

/**
 * Finds our routes, the closest first:
 * 1. The same path, but for names of parameters.
 * 2. In another version, case or notation, behind the path of a gateway, under another base path, or with our
 *    `id` in the path.
 * 3. The same with another method.
 * @throws CouldNotRun where a file is something else, or describes another service.
 */
export function readSpecification(paths: readonly string[]) {
	const { roots, lost } = readFiles(paths);
	for (const [n, { swagger, openapi, ...others }] of roots.entries()) {
		if (swagger)
			throw new CouldNotRun(
				`${paths[n]} is Swagger ${String(swagger)}. Convert it to OpenAPI 3 first: npx swagger2openapi ${paths[n]} -o openapi.json, or https://converter.swagger.io`,
			);
		if (!/^3\./.test(String(openapi)))
			throw new CouldNotRun(
				`${paths[n]} is not an OpenAPI specification of version 3: it has no "openapi: 3.x", but ${Object.keys(others).slice(0, 5).join(', ')}. Where the specification is in several files, ask for the bundled one`,
			);
	}
	const all = allIn(roots);
	const base = sharedBase(all.map(({ path }) => path));
	const found = [...OURS].flatMap(([name, our]) =>
		all.map((their) => ({ name, their, rank: rankOf(our, their, base) })),
	);
	const matches = new Map<string, Route>();
	for (const { name, their, rank } of found.sort((some, other) => some.rank - other.rank))
		if (rank < Infinity && !matches.has(name) && ![...matches.values()].includes(their))
			matches.set(name, their);
	if (matches.size > 0)
		return { roots, lost, matches, base: commonBase(matches), events: eventsIn(roots, all) };
	const some = all.slice(0, 3).map(({ title }) => title);
	throw new CouldNotRun(
		all.length > 0
			? `this is the specification of another service: it has none of the Sales CRM's routes, but ${all.length} others, such as ${some.join(', ')}`
			: `${paths.join(', ')} has no paths: it describes no routes`,
	);
}

/** What stands before the path of one of our routes, whatever its parameters are called; undefined for another path. */
export const baseOf = (our: Route, address: string): string | undefined =>
	new RegExp(`^(.*)${our.path.replace(/\{\w+\}/g, '[^/]+')}/*$`).exec(address)?.[1];

/** The Base URL that fits most routes. */
function commonBase(matches: ReadonlyMap<string, Route>): string {
	const bases = [...matches].map(([name, { addresses }]) => baseOf(OURS.get(name)!, addresses[0]!));
	const groups = Object.values(groupBy(bases.filter(isNotNil), (base) => base));
	return (
		maxBy(groups, ({ length }) => length)?.[0] ?? hostOf([...matches.values()][0]?.addresses[0])
	);
}

/** Without a base path that ends with a version, `api` or a service, and without case, names of parameters and signs. */
const bareOf = (path: string): string =>
	path
		.toLowerCase()
		.replace(/^.*\/(api|rest|v\d+|[\w-]*service)\//, '')
		.replace(/\{[^}]*\}|<[^>]*>|(?<=\/|^):[\w-]+/g, '{}')
		.replace(/^\/|\/$|[-_.]/g, '');

/** The base path that all paths have. */
function sharedBase(paths: string[]): string {
	let base = paths[0] ?? '';
	do base = base.slice(0, Math.max(0, base.lastIndexOf('/')));
	while (!paths.every((path) => path.startsWith(base)));
	return base;
}

/** By the rules above; infinite where their route is not ours. */
function rankOf(our: Route, their: Route, base: string): number {
	const behind = their.addresses.map((address) => address.slice(hostOf(address).length));
	const isSame = [their.path, ...behind].some((path) => baseOf(our, path) === '');
	const bare = [their.path, their.path.slice(base.length)].map(bareOf);
	if (our.parameters.some(({ name }) => name === 'id'))
		bare.push(...bare.map((one) => one.replace('/{}', '')));
	if (!isSame && !bare.includes(bareOf(our.path))) return Infinity;
	return Number(!isSame) + 2 * Number(our.method !== their.method);
}

/** The name that the rows of a list have, by our operationId: `contacts` of `listContacts`. */
export const rowsName = (operation: string): string => operation.replace(/^list/, '').toLowerCase();

const isList = ({ type, items }: Json) => items !== undefined || [type].flat().includes('array');

/** The list in an answer: of several the first of objects, one of its name before others. */
export function listIn(operation: string, answer: unknown, depth = 0): unknown {
	const parts = partsOf(answer);
	if (!operation.startsWith('list') || depth > 2) return undefined;
	if (parts.some(isList)) return answer;
	const fields: Json = Object.assign({}, ...parts.map((part) => objectAt(part, 'properties')));
	const lists = [rowsName(operation), ...Object.keys(fields)].flatMap(
		(name) => listIn(operation, fields[name], depth + 1) ?? [],
	);
	const holdsObjects = (list: unknown) =>
		partsOf(list).some(({ items }) => partsOf(items).some(({ properties }) => properties));
	return lists.find(holdsObjects) ?? lists[0];
}
