import { isObject, type Json, objectAt } from './file.mts';
import { Shape } from './schema.mts';
import { waysOf } from './ways.mts';

export const hostOf = (address: unknown): string =>
	/^\w+:\/\/[^/]*/.exec(String(address))?.[0] ?? '';

/** With the variables of its path at their defaults. A variable in place of the host is left out. */
function addressOf({ url, variables }: Json): string {
	const own = String(url).replace(/^\{[^}]*\}|\/+$/g, '');
	const host = hostOf(own);
	const named = (whole: string, name: string) => String(objectAt(variables, name).default ?? whole);
	return host + own.slice(host.length).replace(/\{([^}]*)\}/g, named);
}

/** Generators write JSON as application/json, as some of its kin, or as any type. */
function jsonIn(of: unknown): Shape | undefined {
	const content = objectAt(of, 'content');
	const types = Object.keys(content);
	const type = types.find((one) => /json/i.test(one)) ?? types.find((one) => one.includes('*'));
	const { schema } = objectAt(content, type ?? '');
	return schema === undefined ? undefined : new Shape([schema]);
}

export type Route = ReturnType<typeof routeOf>;

/**
 * An operation, with all that is written above it.
 * @param roots Its file, and others that are read with it: what it does not say they may.
 */
function routeOf(method: string, path: string, item: Json, roots: readonly Json[]) {
	const operation = item[method] as Json;
	const parameters = [item.parameters, operation.parameters].flat().filter(isObject);
	const statuses = Object.entries(objectAt(operation, 'responses'));
	const responses = statuses.map(([status, own]) => ({ status, own, shape: jsonIn(own) }));
	const named = [operation, item, ...roots].map((one) => [one.servers].flat().filter(isObject));
	const servers = named.find(({ length }) => length > 0) ?? [];
	const bases = servers.length > 0 ? servers.map(addressOf) : [''];
	return {
		...{ method, path, item, operation, parameters, servers, responses },
		title: `${method.toUpperCase()} ${path}`,
		addresses: bases.map((base) => base + path),
		ways: waysOf(operation, parameters, roots),
		refusals: responses.filter(({ status }) => /^([45]|default)/i.test(status)),
		body: jsonIn(operation.requestBody),
		answer: responses.find(({ status, shape }) => /^2/.test(status) && shape)?.shape,
	};
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of a section: of paths, webhooks, or the callbacks of an operation. */
export function routesIn(section: unknown, roots: readonly Json[]): Route[] {
	return Object.entries(isObject(section) ? section : {}).flatMap(([path, value]) => {
		const item = isObject(value) ? value : {};
		const methods = METHODS.filter((method) => isObject(item[method]));
		return methods.map((method) => routeOf(method, path, item, roots));
	});
}

/** Calls to a webhook, wherever they may be described; those of a change of a deal where some can be told. */
export function eventsIn(roots: readonly Json[], routes: readonly Route[]): Route[] {
	const callbacks = routes.flatMap(({ operation }) =>
		Object.values(objectAt(operation, 'callbacks')),
	);
	const sections = [...roots.flatMap((root) => [root.webhooks, root['x-webhooks']]), ...callbacks];
	const all = sections.flatMap((section) => routesIn(section, roots));
	const ofDeals = all.filter(({ body, path, operation: { operationId, summary } }) =>
		/status.?change|deal/i.test(JSON.stringify([path, operationId, summary, body?.names])),
	);
	return ofDeals.length > 0 ? ofDeals : all;
}
