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
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const SESSION = 'x-authorization';
/** Headers that are no parameters of a route, whoever lists them. */
const NO_PARAMETERS = ['accept', 'content-type', 'authorization', SESSION];

/** Kinds of signing in, as they go over the wire. */
const BEARER = 'API token (Authorization: Bearer)';
const OAUTH2 = 'OAuth2';
const IN_HEADER = 'session (X-AUTHORIZATION)';
const NONE = 'no sign-in';

/** An operation of a specification, with all that is written above it. */
export class Route {
	readonly at: string[];
	readonly parameters: Parameter[];
	/** JSON that is sent, or a form. */
	readonly body: Node[];
	readonly bodyTypes: string[];
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
		const { nodes, types } = this.mediaIn(body);
		this.body = nodes;
		this.bodyTypes = types;
		const responses = isObject(this.operation.responses) ? this.operation.responses : {};
		this.responses = Object.entries(responses).map(([status, response]) => {
			const node = this.resolve(response, 'responses', status);
			const headers =
				isObject(node.schema) && isObject(node.schema.headers) ? node.schema.headers : {};
			return { status, headers: Object.keys(headers), ...this.mediaIn(node) };
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
		const known = isObject(this.root.components) ? this.root.components.securitySchemes : undefined;
		const kinds = Object.entries(isObject(known) ? known : {}).map(([name, schema]) => [
			name,
			kindOf(resolved(this.root, { schema, at: [] }).schema),
		]);
		const kind: Record<string, string> = Object.fromEntries(kinds);
		const header = this.parameters.some(
			(one) => one.in === 'header' && one.name.toLowerCase() === SESSION,
		);
		const declared = this.operation.security ?? this.root.security;
		if (!Array.isArray(declared)) return header ? [IN_HEADER] : known ? [NONE] : undefined;
		const listed = (declared as Json[]).map((all) => {
			const names = Object.keys(all).map((name) => kind[name] ?? `${name}, which is not described`);
			return distinct(names).sort().join(' with ') || NONE;
		});
		// An access token goes the same way, so where no scheme is called OAuth2 this is it, too.
		const both = listed.includes(BEARER) && !Object.values(kind).includes(OAUTH2) ? [OAUTH2] : [];
		const said = [...(listed.length > 0 ? listed : [NONE]), ...both];
		const ways = header ? [...said.filter((one) => one !== NONE), IN_HEADER] : said;
		return distinct(ways).sort();
	}

	private parametersOf(list: unknown, at: string[]): Parameter[] {
		const entries: unknown[] = Array.isArray(list) ? list : [];
		return entries.flatMap((entry, n) => {
			const node = resolved(this.root, { schema: entry, at: [...at, String(n)] });
			if (!isObject(node.schema)) return [];
			const { in: where, name, required, schema, description = '' } = node.schema;
			const shape = shapeOf(this.root, [{ schema, at: [...node.at, 'schema'] }]);
			shape.description = `${String(description)} ${shape.description}`;
			return {
				in: String(where),
				name: String(name),
				required: required === true,
				shape,
				at: node.at,
			};
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

function kindOf(scheme: unknown): string {
	const {
		type,
		name,
		scheme: how,
		in: where,
	} = Object(scheme) as Record<string, string | undefined>;
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
