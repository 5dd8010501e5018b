import { isObject, type Json, resolved, scopeOf } from './file.mts';
import { objectAt, Shape } from './schema.mts';

export interface Response {
	status: string;
	/** As written. */
	own: Json;
	/** Of the JSON, where there is some. */
	shape?: Shape;
}

/** An operation of a specification, with all that is written above it. */
export class Route {
	readonly operation: Json;
	readonly title: string;
	/** Lists of parameters, as written. */
	readonly lists: unknown[][];
	readonly responses: Response[];
	/** Of the JSON that is sent. */
	readonly body?: Shape;

	constructor(
		readonly root: Json,
		readonly method: string,
		readonly path: string,
		readonly item: Json,
	) {
		this.operation = item[method] as Json;
		this.title = `${method.toUpperCase()} ${path}`;
		this.lists = [item.parameters, this.operation.parameters].filter(Array.isArray);
		this.body = jsonIn(resolved(this.operation.requestBody));
		this.responses = Object.entries(objectAt(this.operation, 'responses')).map(
			([status, value]) => {
				const own = resolved(value) ?? {};
				return { status, own, shape: jsonIn(own) };
			},
		);
	}

	get parameters(): Json[] {
		return this.lists.flat().flatMap((one): Json[] => [resolved(one) ?? {}]);
	}

	/** What carries data. */
	get answer(): Shape | undefined {
		return this.responses.find(({ status, shape }) => /^2/.test(status) && shape)?.shape;
	}

	get refusals(): Response[] {
		return this.responses.filter(({ status }) => /^([45]|default)/i.test(status));
	}

	/** Addresses that the path may stand behind, the closest to it that are named. */
	get servers(): Json[] {
		const scope = scopeOf(this.root);
		const places = [this.operation.servers, this.item.servers, this.root.servers, scope.servers];
		return [places.find((one) => Array.isArray(one) && one.length > 0) ?? []]
			.flat()
			.filter(isObject);
	}
}

/** Generators write JSON as application/json, as some of its kin, or as any type. */
function jsonIn(of: Json | undefined): Shape | undefined {
	const content = objectAt(of, 'content');
	const types = Object.keys(content);
	const type = types.find((one) => /json/i.test(one)) ?? types.find((one) => one.includes('*'));
	const { schema } = objectAt(content, type ?? '');
	return schema === undefined ? undefined : new Shape([schema]);
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of a section: of paths, webhooks, or the callbacks of an operation. */
export function routesIn(root: Json, section: unknown): Route[] {
	return Object.entries(isObject(section) ? section : {}).flatMap(([path, value]) => {
		const item = resolved(value) ?? {};
		const methods = METHODS.filter((method) => isObject(item[method]));
		return methods.map((method) => new Route(root, method, path, item));
	});
}

/** Calls to a webhook, wherever they may be described; those of a change of a deal where some can be told. */
export function eventsIn(root: Json, routes: readonly Route[]): Route[] {
	const callbacks = routes.flatMap(({ operation }) =>
		Object.values(objectAt(operation, 'callbacks')),
	);
	const sections = [root.webhooks, root['x-webhooks'], ...callbacks.map(resolved)];
	const all = sections.flatMap((section) => routesIn(root, section));
	const ofDeals = all.filter(({ body, path, operation: { operationId, summary } }) =>
		/status.?change|deal/i.test(JSON.stringify([path, operationId, summary, body?.names])),
	);
	return ofDeals.length > 0 ? ofDeals : all;
}
