import { distinct, isObject, type Json, resolved, Shape } from './schema.mts';

/** A parameter, by the name that goes over the wire. */
export interface Parameter {
	in: string;
	name: string;
	required: boolean;
	shape: Shape;
	/** Where it is written down. */
	place: Json;
}

export interface Response {
	status: string;
	types: string[];
	headers: string[];
	/** Of the JSON, where there is some. */
	shape?: Shape;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const SESSION = 'x-authorization';
/** Headers that are no parameters of a route, whoever lists them. */
const NO_PARAMETERS = ['accept', 'content-type', 'authorization', SESSION];

/** Kinds of signing in, as they go over the wire. */
const BEARER = 'API token (Authorization: Bearer)';
const IN_HEADER = 'session (X-AUTHORIZATION)';
const NONE = 'no sign-in';

const objectAt = (value: unknown, key: string): Json => {
	const inside = isObject(value) ? value[key] : undefined;
	return isObject(inside) ? inside : {};
};

/** An operation of a specification, with all that is written above it. */
export class Route {
	readonly operation: Json;
	readonly title: string;
	readonly parameters: Parameter[];
	/** JSON that is sent, or a form. */
	readonly body?: Shape;
	readonly bodyTypes: string[];
	readonly bodyRequired: boolean;
	readonly responses: Response[];

	constructor(
		readonly root: Json,
		readonly method: string,
		readonly path: string,
		item: Json,
	) {
		this.operation = item[method] as Json;
		this.title = `${method.toUpperCase()} ${path}`;
		const listed = [item.parameters ?? [], this.operation.parameters ?? []].flat();
		const all = listed.map((one) => this.parameter(resolved(root, one)));
		this.parameters = [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()];
		const body = resolved(root, this.operation.requestBody);
		this.bodyRequired = body.required === true;
		const { shape, types } = this.mediaIn(body);
		this.body = shape;
		this.bodyTypes = types;
		const responses = Object.entries(objectAt(this.operation, 'responses'));
		this.responses = responses.map(([status, value]) => {
			const response = resolved(root, value);
			const headers = Object.keys(objectAt(response, 'headers'));
			return { status, headers, ...this.mediaIn(response) };
		});
	}

	/** Our name of it, in our description. */
	get name(): string {
		return String(this.operation.operationId);
	}

	/** What is wired as a parameter; the session's header is none. */
	get inputs(): Parameter[] {
		return this.parameters.filter(
			(one) => one.in !== 'header' || !NO_PARAMETERS.includes(one.name.toLowerCase()),
		);
	}

	/** The answer that carries data. */
	get answer(): Response | undefined {
		const fine = this.responses.filter(({ status }) => /^2..$/i.test(status));
		const others = this.responses.filter(({ status }) => status === 'default');
		const some = fine.length > 0 ? fine : others;
		return some.find(({ shape }) => shape) ?? some[0];
	}

	get refusals(): Response[] {
		return this.responses.filter(({ status }) => /^([45]..|default)$/i.test(status));
	}

	/** The ways to sign in, each one enough; undefined where the specification says nothing of it. */
	get schemes(): string[] | undefined {
		const known = objectAt(this.root.components, 'securitySchemes');
		const kind = (name: string) =>
			name in known ? kindOf(resolved(this.root, known[name])) : `${name}, which is not described`;
		const isHeader = (one: Parameter) => one.in === 'header' && one.name.toLowerCase() === SESSION;
		const byHeader = this.parameters.some(isHeader) ? [IN_HEADER] : [];
		const declared = this.operation.security ?? this.root.security;
		if (!Array.isArray(declared)) {
			const isSilent = byHeader.length === 0 && Object.keys(known).length === 0;
			return isSilent ? undefined : byHeader.length > 0 ? byHeader : [NONE];
		}
		const said = (declared as Json[]).map((all) =>
			Object.keys(all).map(kind).sort().join(' with '),
		);
		const ways = [...said.filter((way) => way !== ''), ...byHeader];
		return ways.length > 0 ? distinct(ways).sort() : [NONE];
	}

	private parameter(place: Json): Parameter {
		const { in: where, name, required, schema, description } = place;
		const shape = new Shape(this.root, [schema, { description }]);
		return { in: String(where), name: String(name), required: required === true, shape, place };
	}

	/** Generators write JSON as application/json, as some of its kin, or as any type. */
	private mediaIn(of: Json): Pick<Response, 'types' | 'shape'> {
		const content = objectAt(of, 'content');
		const types = Object.keys(content);
		const type =
			types.find((one) => /json/i.test(one)) ??
			types.find((one) => /^(\*\/\*|.*form.*)$/i.test(one));
		const { schema } = type ? objectAt(content, type) : {};
		return { types, shape: schema === undefined ? undefined : new Shape(this.root, [schema]) };
	}
}

function kindOf({ type, name, scheme, in: where }: Json): string {
	if (type === 'oauth2' || type === 'openIdConnect') return 'OAuth2';
	if (type === 'http') return /bearer/i.test(String(scheme)) ? BEARER : `HTTP ${String(scheme)}`;
	if (where === 'header' && /^authorization$/i.test(String(name))) return BEARER;
	if (where === 'header' && String(name).toLowerCase() === SESSION) return IN_HEADER;
	return [type, name, `(${String(where)})`].join(' ');
}

/** All operations of a specification. */
export function routesOf(root: Json, section = 'paths'): Route[] {
	return Object.entries(objectAt(root, section)).flatMap(([path, value]) => {
		const item = resolved(root, value);
		const methods = METHODS.filter((method) => isObject(item[method]));
		return methods.map((method) => new Route(root, method, path, item));
	});
}

/** The call that tells of a change: OpenAPI 3.1 has it among webhooks, 3.0 as a callback of a route. */
export function eventRouteOf(root: Json): Route | undefined {
	const callbacks = routesOf(root).flatMap(({ operation }) =>
		Object.values(objectAt(operation, 'callbacks')).flatMap((value) =>
			routesOf({ ...root, callbacks: resolved(root, value) }, 'callbacks'),
		),
	);
	const calls = [...routesOf(root, 'webhooks'), ...callbacks];
	return calls.find(({ body }) => body?.names.includes('eventName')) ?? calls[0];
}
