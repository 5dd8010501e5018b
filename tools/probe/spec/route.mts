import type { Quote } from '../report.mts';
import { isObject, type Json, objectAt, quoteOf } from './file.mts';

/** How a route may be signed in to. No credential of the package sends `other`. */
export interface Way {
	kind: 'token' | 'session' | 'oAuth2' | 'none' | 'other';
	/** What goes over the wire. */
	words: string;
	scheme: Json;
	quote?: Quote;
}

/** A header that a credential sends, also where it is listed as a parameter. */
export const signsIn = ({ in: where, name }: Json): boolean =>
	where === 'header' && /^(x-)?authorization$/i.test(String(name));

function judged(own: Json): [kind: Way['kind'], words: string] {
	const { type, name, in: where, scheme } = own;
	if (type === 'apiKey') {
		const kind = /^x-/i.test(String(name)) ? 'session' : 'token';
		return [signsIn(own) ? kind : 'other', `an API key in the ${String(where)} ${String(name)}`];
	}
	if (type === 'http')
		return [/^bearer$/i.test(String(scheme)) ? 'token' : 'other', `http ${String(scheme)}`];
	const flows = Object.keys(objectAt(own, 'flows'));
	const isOAuth2 = type === 'openIdConnect' || flows.includes('authorizationCode');
	return [isOAuth2 ? 'oAuth2' : 'other', `OAuth2 with ${flows.join(' and ')}`];
}

/** @param schemes All of them together. */
function wayOf(schemes: readonly Json[], quote: Quote | undefined): Way {
	const [[kind] = ['none' as const], ...more] = schemes.map(judged);
	const words = schemes.map((one) => judged(one)[1]).join(' together with ');
	return { kind: more.length > 0 ? 'other' : kind, words, scheme: schemes[0] ?? {}, quote };
}

/** By a header that is required, else by what the operation or a file says; empty where nothing is said. */
function waysOf(operation: Json, parameters: readonly Json[], roots: readonly Json[]): Way[] {
	const listed = parameters.filter(signsIn);
	const headers = listed.map((own) => wayOf([{ ...own, type: 'apiKey' }], quoteOf(own)));
	if (listed.some(({ required }) => required)) return headers;
	const holder = [operation, ...roots].find(({ security }) => Array.isArray(security));
	const known = roots.map(({ components }) => objectAt(components, 'securitySchemes'));
	const schemes = Object.assign({}, ...known.toReversed()) as Json;
	const declared = [holder?.security ?? []].flat();
	if (holder && declared.length === 0) declared.push({});
	const ways = declared.map((together) => {
		const own = Object.keys(Object(together)).map((name) => objectAt(schemes, name));
		return wayOf(own, quoteOf(own[0]) ?? quoteOf(holder, 'security'));
	});
	return [...ways, ...headers];
}

export const hostOf = (address: unknown): string =>
	/^\w+:\/\/[^/]*/.exec(String(address))?.[0] ?? '';

/** With the variables of its path at their defaults. A host that is a variable, or a machine of its makers, is left out. */
function addressOf({ url, variables }: Json): string {
	const own = String(url).replace(
		/^(\{[^}]*\}|\w+:\/\/(localhost|127\.|0\.0\.0\.0|\[::1\])[^/]*)|\/+$/g,
		'',
	);
	const host = hostOf(own);
	const named = (whole: string, name: string) => String(objectAt(variables, name).default ?? whole);
	return host + own.slice(host.length).replace(/\{([^}]*)\}/g, named);
}

/** Generators write JSON as application/json, as some of its kin, or as any type. */
function jsonIn(of: unknown): unknown {
	const content = objectAt(of, 'content');
	const types = Object.keys(content);
	const type = types.find((one) => /json/i.test(one)) ?? types.find((one) => one.includes('*'));
	return objectAt(content, type ?? '').schema;
}

export type Route = ReturnType<typeof routeOf>;

/**
 * An operation, with all that is written above it.
 * @param roots Its file, and others that are read with it: what it does not say they may.
 */
function routeOf(method: string, path: string, item: Json, roots: readonly Json[]) {
	const operation = item[method] as Json;
	const parameters = [item.parameters, operation.parameters].flat().filter(isObject);
	const responses = Object.entries(objectAt(operation, 'responses')).map(([status, own]) => ({
		...{ status, own, schema: jsonIn(own), isRefusal: /^([45]|default)/i.test(status) },
	}));
	const named = [operation, item, ...roots].map((one) => [one.servers].flat().filter(isObject));
	const servers = named.find(({ length }) => length > 0) ?? [];
	const bases = servers.length > 0 ? servers.map(addressOf) : [''];
	return {
		...{ method, path, item, operation, parameters, servers, responses },
		title: `${method.toUpperCase()} ${path}`,
		addresses: bases.map((base) => base + path),
		ways: waysOf(operation, parameters, roots),
		body: jsonIn(operation.requestBody),
		answer: responses.find(({ status, schema }) => /^2/.test(status) && schema)?.schema,
	};
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of a section: of paths, webhooks, or the callbacks of an operation. */
export function routesIn(section: unknown, roots: readonly Json[]): Route[] {
	return Object.entries(Object(section) as Record<string, Json>).flatMap(([path, item]) => {
		const methods = METHODS.filter((method) => isObject(Object(item)[method]));
		return methods.map((method) => routeOf(method, path, item, roots));
	});
}

/** Calls to a webhook, wherever they may be described. */
export function eventsIn(roots: readonly Json[], routes: readonly Route[]): Route[] {
	const callbacks = routes.map(({ operation }) => objectAt(operation, 'callbacks'));
	const sections = [
		...callbacks.flatMap(Object.values),
		...roots.flatMap((root) => [root.webhooks, root['x-webhooks']]),
	];
	return sections.flatMap((section) => routesIn(section, roots));
}
