import { distinct, isObject, type Json, objectAt, resolved, Shape } from './schema.mts';

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
const NO_PARAMETER = /^(accept|content-type|authorization|x-authorization)$/i;

/** Kinds of signing in, as they go over the wire. */
const BEARER = 'API token (Authorization: Bearer)';
const IN_HEADER = 'session (X-AUTHORIZATION)';

/** An operation of a specification, with all that is written above it. */
export class Route {
	readonly operation: Json;
	readonly title: string;
	readonly sent: { query: Shape; header: Shape; body?: Shape };
	readonly bodyTypes: string[];
	readonly bodyRequired: boolean;
	readonly responses: Response[];
	/** What is said of the header that carries a session, where it is listed as a parameter. */
	readonly session?: Json;

	constructor(
		readonly root: Json,
		readonly method: string,
		readonly path: string,
		item: Json,
	) {
		this.operation = item[method] as Json;
		this.title = `${method.toUpperCase()} ${path}`;
		const listed = [item.parameters ?? [], this.operation.parameters ?? []].flat();
		const parameters = listed.map((one) => resolved(root, one));
		this.session = parameters.find(({ name }) => String(name).toLowerCase() === SESSION);
		const group = (where: string) => {
			const isOwn = (name: unknown) => where !== 'header' || !NO_PARAMETER.test(String(name));
			const own = parameters.filter((one) => one.in === where && isOwn(one.name));
			const schemas = own.map(({ name, schema, ...said }) => [name, { ...said, allOf: [schema] }]);
			const required = own.filter((one) => one.required === true).map(({ name }) => name);
			return new Shape(root, [{ properties: Object.fromEntries(schemas) as Json, required }]);
		};
		const body = resolved(root, this.operation.requestBody);
		const { types, shape } = mediaIn(root, body);
		this.sent = { query: group('query'), header: group('header'), body: shape };
		this.bodyTypes = types;
		this.bodyRequired = body.required === true;
		this.responses = Object.entries(objectAt(this.operation, 'responses')).map(
			([status, value]) => {
				const response = resolved(root, value);
				const headers = Object.keys(objectAt(response, 'headers'));
				return { status, headers, ...mediaIn(root, response) };
			},
		);
	}

	/** Our name of it, in our description. */
	get name(): string {
		return String(this.operation.operationId);
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
		const declared = this.operation.security ?? this.root.security;
		const byHeader = this.session ? [IN_HEADER] : [];
		if (!Array.isArray(declared) && !this.session && Object.keys(known).length === 0)
			return undefined;
		const kind = (name: string) => kindOf(resolved(this.root, known[name]), name);
		const said = [declared ?? []]
			.flat()
			.map((all) => Object.keys(Object(all)).map(kind).sort().join(' with '));
		const ways = distinct([...said.filter((way) => way !== ''), ...byHeader]).sort();
		return ways.length > 0 ? ways : ['no sign-in'];
	}
}

/** Generators write JSON as application/json, as some of its kin, or as any type; a form has fields, too. */
function mediaIn(root: Json, of: Json): Pick<Response, 'types' | 'shape'> {
	const content = objectAt(of, 'content');
	const types = Object.keys(content);
	const type =
		types.find((one) => /json/i.test(one)) ?? types.find((one) => /\*\/\*|form/i.test(one));
	const { schema } = objectAt(content, type ?? '');
	return { types, shape: schema === undefined ? undefined : new Shape(root, [schema]) };
}

function kindOf({ type, name, scheme, in: where }: Json, called: string): string {
	if (!type) return `${called}, which is not described`;
	if (type === 'oauth2' || type === 'openIdConnect') return 'OAuth2';
	const isHeader = where === 'header' && String(name).toLowerCase();
	if (isHeader === SESSION) return IN_HEADER;
	if (isHeader === 'authorization' || /^bearer$/i.test(String(scheme))) return BEARER;
	return [type, scheme ?? name].join(' ');
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
export function eventOf(root: Json): Route | undefined {
	const callbacks = routesOf(root).flatMap(({ operation }) =>
		Object.values(objectAt(operation, 'callbacks')).flatMap((value) =>
			routesOf({ ...root, callbacks: resolved(root, value) }, 'callbacks'),
		),
	);
	const calls = [...routesOf(root, 'webhooks'), ...callbacks];
	return calls.find(({ sent }) => sent.body?.names.includes('eventName')) ?? calls[0];
}
