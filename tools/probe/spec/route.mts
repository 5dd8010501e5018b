import { isObject, type Json, resolved } from './file.mts';
import { distinct, objectAt, Shape } from './schema.mts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
/** Headers that are no parameters of a route, whoever lists them. */
const ALWAYS_SENT = /^(accept|content-type)$/i;

/** A parameter, with what lists it. */
export interface Parameter {
	name: string;
	in: string;
	isRequired: boolean;
	shape: Shape;
	/** As written. */
	own: Json;
}

export interface Response {
	status: string;
	own: Json;
	types: string[];
	/** Of the JSON, where there is some. */
	shape?: Shape;
}

/** An operation of a specification, with all that is written above it. */
export class Route {
	readonly operation: Json;
	readonly title: string;
	readonly parameters: Parameter[];
	readonly bodyTypes: string[];
	/** Of the JSON that is sent. */
	readonly body?: Shape;
	readonly responses: Response[];

	constructor(
		readonly root: Json,
		readonly method: string,
		readonly path: string,
		readonly item: Json,
	) {
		this.operation = item[method] as Json;
		this.title = `${method.toUpperCase()} ${path}`;
		const listed = [item.parameters ?? [], this.operation.parameters ?? []].flat();
		this.parameters = listed.flatMap((one) => {
			const own = resolved(one);
			if (!own || (own.in === 'header' && ALWAYS_SENT.test(String(own.name)))) return [];
			const schema = own.schema ?? mediaIn(own).shape?.parts[0];
			const isRequired = own.required === true;
			return { name: String(own.name), in: String(own.in), isRequired, shape: new Shape([schema]), own };
		});
		const { types, shape } = mediaIn(resolved(this.operation.requestBody));
		this.bodyTypes = types;
		this.body = shape;
		this.responses = Object.entries(objectAt(this.operation, 'responses')).map(
			([status, value]) => ({ status, own: resolved(value) ?? {}, ...mediaIn(resolved(value)) }),
		);
	}

	/** The answer that carries data. */
	get answer(): Response | undefined {
		const fine = this.responses.filter(({ status }) => /^2..$/i.test(status));
		return fine.find(({ shape }) => shape) ?? fine[0];
	}

	get refusals(): Response[] {
		return this.responses.filter(({ status }) => /^([45]..|default)$/i.test(status));
	}

	/** Addresses that the path may stand behind, the closest to it that are named. */
	get servers(): Json[] {
		const places = [this.operation.servers, this.item.servers, this.root.servers];
		return places.map((one) => [one ?? []].flat().filter(isObject)).find((one) => one.length > 0) ?? [];
	}
}

/** Generators write JSON as application/json, as some of its kin, or as any type. */
function mediaIn(of: Json | undefined): Pick<Response, 'types' | 'shape'> {
	const content = objectAt(of, 'content');
	const types = Object.keys(content);
	const type = types.find((one) => /json/i.test(one)) ?? types.find((one) => one.includes('*'));
	const { schema } = objectAt(content, type ?? '');
	return { types, shape: schema === undefined ? undefined : new Shape([schema]) };
}

/** All operations of a part of a specification; its paths, its webhooks, or the callbacks of an operation. */
export function routesIn(root: Json, section: unknown): Route[] {
	return Object.entries(isObject(section) ? section : {}).flatMap(([path, value]) => {
		const item = resolved(value) ?? {};
		const methods = METHODS.filter((method) => isObject(item[method]));
		return methods.map((method) => new Route(root, method, path, item));
	});
}

/** Calls to a webhook, wherever a specification may describe them; those of a change of a deal where some can be told. */
export function eventsIn(root: Json, routes: readonly Route[]): Route[] {
	const sections = [root.webhooks, root['x-webhooks']];
	for (const { operation } of routes)
		sections.push(...Object.values(objectAt(operation, 'callbacks')).map(resolved));
	const all = sections.flatMap((section) => routesIn(root, section));
	const ofDeals = all.filter(({ body, operation }) => {
		const told = JSON.stringify([operation.operationId, operation.summary, body?.names]);
		return /status.?change|deal/i.test(told) || body?.field('eventName');
	});
	return ofDeals.length > 0 ? distinct(ofDeals) : all;
}
