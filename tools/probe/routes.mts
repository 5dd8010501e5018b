import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A route of tools/sandbox/openapi.yaml. */
export interface Route {
	method: string;
	path: string;
	/** `GET /api/v1/contacts`. */
	title: string;
	/** Names of parameters in the query. */
	query: string[];
}

type Parameter = { $ref?: string; in?: string; name?: string };
interface Operation {
	operationId: string;
	parameters?: Parameter[];
}

/** A table of the probe. */
export const dataIn = (path: string): unknown =>
	parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

interface Description {
	paths: Record<string, Record<string, Operation>>;
	components: { parameters: Record<string, Parameter> };
}
const { paths, components } = dataIn('../sandbox/openapi.yaml') as Description;

const found = ({ $ref, ...own }: Parameter): Parameter =>
	$ref ? components.parameters[$ref.split('/').at(-1)!]! : own;

const routesOf = ([path, item]: [string, Record<string, Operation>]) =>
	Object.entries(item).flatMap(([verb, { operationId, parameters = [] }]) => {
		if (!operationId) return [];
		const method = verb.toUpperCase();
		const query = parameters.map(found).filter((one) => one.in === 'query');
		const route = {
			method,
			path,
			title: `${method} ${path}`,
			query: query.map((one) => one.name!),
		};
		return [[operationId, route] as const];
	});

/** All routes, by operationId. */
export const ROUTES: ReadonlyMap<string, Route> = new Map(Object.entries(paths).flatMap(routesOf));

export const isLogin = (operation: string): boolean => operation.startsWith('login');

/** As described, these are read by POST. */
const READ_BY_POST = ['listHistory', 'listStatuses', 'listUsers'];

/** Whether nothing is written by it. */
export const isRead = (operation: string): boolean =>
	ROUTES.get(operation)?.method === 'GET' || READ_BY_POST.includes(operation);
