import {
	distinct,
	type Json,
	isObject,
	type Node,
	resolved,
	type Shape,
	shapeOf,
} from './schema.mts';

/** A parameter, by the name that goes over the wire. Those of the path have none: they are told by their place. */
export interface Parameter {
	in: string;
	name: string;
	required: boolean;
	shape: Shape;
	at: string[];
}

export interface Response {
	status: string;
	types: string[];
	headers: string[];
	/** Of the JSON, where there is some. */
	nodes: Node[];
	at: string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const SESSION = 'x-authorization';
/** Headers that are no parameters of a route, whoever lists them. */
const NO_PARAMETERS = ['accept', 'content-type', 'authorization', SESSION];

/** Kinds of signing in, as they go over the wire. */
export const BEARER = 'API token (Authorization: Bearer)';
export const OAUTH2 = 'OAuth2';
export const IN_HEADER = 'session (X-AUTHORIZATION)';
export const NONE = 'no sign-in';

/** An operation of a specification, with all that is written above it. */
export class Route {
	readonly at: string[];
	readonly parameters: Parameter[];
	/** JSON that is sent, or a form. */
	readonly body: Node[];
	readonly bodyRequired: boolean;
	readonly responses: Response[];

	constructor(
		readonly root: Json,
		readonly method: string,
		readonly path: string,
		readonly item: Json,
		section = 'paths',
	) {
		this.at = [section, path, method];
		const above = this.parametersOf(item.parameters, [section, path, 'parameters']);
		const own = this.parametersOf(this.operation.parameters, [...this.at, 'parameters']);
		const key = (one: Parameter) => `${one.in} ${one.name}`;
		this.parameters = [...new Map([...above, ...own].map((one) => [key(one), one])).values()];
		const body = this.resolve(this.operation.requestBody, 'requestBody');
		this.bodyRequired = isObject(body.schema) && body.schema.required === true;
		this.body = this.mediaIn(body).nodes;
		const responses = isObject(this.operation.responses) ? this.operation.responses : {};
		this.responses = Object.entries(responses).map(([status, response]) => {
			const node = this.resolve(response, 'responses', status);
			const headers = isObject(node.schema) && isObject(node.schema.headers);
			return {
				status,
				headers: headers ? Object.keys((node.schema as { headers: Json }).headers) : [],
				...this.mediaIn(node),
				at: node.at,
			};
		});
	}

	get title(): string {
		return `${this.method.toUpperCase()} ${this.path}`;
	}

	get operation(): Json {
		return this.item[this.method] as Json;
	}

	shape = (nodes: Node[]): Shape => shapeOf(this.root, nodes);

	/** What is wired as a parameter; the session's header is none. */
	get inputs(): Parameter[] {
		return this.parameters.filter(
			(one) => one.in !== 'header' || !NO_PARAMETERS.includes(one.name.toLowerCase()),
		);
	}

	/** Of the answer that carries data. */
	get answer(): Response | undefined {
		const fine = this.responses.filter(({ status }) => /^2..$/i.test(status));
		const some =
			fine.length > 0 ? fine : this.responses.filter(({ status }) => status === 'default');
		return some.find(({ nodes }) => nodes.length > 0) ?? some[0];
	}

	get refusals(): Response[] {
		return this.responses.filter(({ status }) => /^([45]..|default)$/i.test(status));
	}

	/** The ways to sign in, each one enough; undefined where the specification says nothing of it. */
	get schemes(): string[] | undefined {
		const { components } = this.root;
		const known = isObject(components) ? components.securitySchemes : undefined;
		const declared = this.operation.security ?? this.root.security;
		const header = this.parameters.find(
			(one) => one.in === 'header' && one.name.toLowerCase() === SESSION,
		);
		if (!Array.isArray(declared))
			return header ? [IN_HEADER] : isObject(known) ? [NONE] : undefined;
		const kinds = (declared as Json[]).map((all) =>
			Object.keys(all).map((name) => kindOf(resolved(this.root, schemeAt(known, name)).schema)),
		);
		const hasOAuth = Object.values(isObject(known) ? known : {}).some(
			(scheme) => kindOf(resolved(this.root, { schema: scheme, at: [] }).schema) === OAUTH2,
		);
		const named = kinds.map((all) => distinct(all).sort().join(' with ') || NONE);
		// An access token goes the same way, so where no scheme is called OAuth2 this is it, too.
		const both = named.includes(BEARER) && !hasOAuth ? [OAUTH2] : [];
		const listed = [...(named.length > 0 ? named : [NONE]), ...both];
		return distinct([
			...(header ? [...listed.filter((one) => one !== NONE), IN_HEADER] : listed),
		]).sort();
	}

	private parametersOf(list: unknown, at: string[]): Parameter[] {
		if (!Array.isArray(list)) return [];
		return list.flatMap((entry, n) => {
			const { schema: one, at: place } = resolved(this.root, {
				schema: entry,
				at: [...at, String(n)],
			});
			if (!isObject(one)) return [];
			const inside =
				'schema' in one
					? [{ schema: one.schema, at: [...place, 'schema'] }]
					: this.mediaIn({ schema: one, at: place }).nodes;
			const shape = shapeOf(this.root, inside);
			const described = {
				...shape,
				description: `${String(one.description ?? '')} ${shape.description}`,
			};
			return [
				{
					in: String(one.in),
					name: String(one.name),
					required: one.required === true,
					shape: described,
					at: place,
				},
			];
		});
	}

	private resolve(schema: unknown, ...at: string[]): Node {
		return resolved(this.root, { schema, at: [...this.at, ...at] });
	}

	/** Generators write JSON as application/json, as some of its kin, or as any type. */
	private mediaIn({ schema, at }: Node): Pick<Response, 'types' | 'nodes'> {
		const content = isObject(schema) && isObject(schema.content) ? schema.content : {};
		const types = Object.keys(content);
		const type =
			types.find((one) => /json/i.test(one)) ??
			types.find((one) => /^(\*\/\*|.*form.*)$/i.test(one));
		const media = type && content[type];
		const nodes =
			isObject(media) && 'schema' in media
				? [{ schema: media.schema, at: [...at, 'content', type!, 'schema'] }]
				: [];
		return { types, nodes };
	}
}

const schemeAt = (known: unknown, name: string): Node => ({
	schema: isObject(known) ? known[name] : undefined,
	at: ['components', 'securitySchemes', name],
});

function kindOf(scheme: unknown): string {
	if (!isObject(scheme)) return 'a scheme that is not described';
	const { type, name, scheme: how, in: where } = scheme as Record<string, string | undefined>;
	if (type === 'oauth2' || type === 'openIdConnect') return OAUTH2;
	if (type === 'http') return /bearer/i.test(how ?? '') ? BEARER : `HTTP ${how}`;
	if (where === 'header' && /^authorization$/i.test(name ?? '')) return BEARER;
	if (where === 'header' && name?.toLowerCase() === SESSION) return IN_HEADER;
	return `${type} ${name ?? ''} (${where ?? 'unknown'})`;
}

/** All operations of a specification. */
export function routesOf(root: Json, section = 'paths'): Route[] {
	const items = isObject(root[section]) ? root[section] : {};
	return Object.entries(items).flatMap(([path, value]) => {
		const item = resolved(root, { schema: value, at: [section, path] }).schema;
		if (!isObject(item)) return [];
		return METHODS.filter((method) => isObject(item[method])).map(
			(method) => new Route(root, method, path, item, section),
		);
	});
}
