import { distinct, isObject, type Json, objectAt, resolved, Shape } from './schema.mts';

export interface Response {
	status: string;
	types: string[];
	headers: string[];
	/** Of the JSON, where there is some. */
	shape?: Shape;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
/** Headers that are no parameters of a route, whoever lists them. */
const NO_PARAMETER = /^(accept|content-type|authorization|x-authorization)$/i;
const IN_HEADER = 'session (X-AUTHORIZATION)';
export const isSession = (name: unknown) => /^x-authorization$/i.test(String(name));

/** An operation of a specification, with all that is written above it. */
export class Route {
	readonly operation: Json;
	readonly title: string;
	readonly sent: { query: Shape; header: Shape; body?: Shape };
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
		this.session = parameters.find(({ name }) => isSession(name));
		const group = (where: string) => {
			const isOwn = (name: unknown) => where !== 'header' || !NO_PARAMETER.test(String(name));
			const own = parameters.filter((one) => one.in === where && isOwn(one.name));
			const schemas = own.map(({ name, schema, ...said }) => [name, { ...said, allOf: [schema] }]);
			const required = own.filter((one) => one.required === true).map(({ name }) => name);
			return new Shape(root, [{ properties: Object.fromEntries(schemas) as Json, required }]);
		};
		const { shape: body } = mediaIn(root, resolved(root, this.operation.requestBody));
		this.sent = { query: group('query'), header: group('header'), body };
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
		const declared = (this.operation.security ?? this.root.security) as Json[] | undefined;
		if (!declared && !this.session) return undefined;
		const known = objectAt(this.root.components, 'securitySchemes');
		const kind = (name: string) => kindOf(name, resolved(this.root, known[name]));
		const said = (declared ?? []).map((all) => Object.keys(all).map(kind).sort().join(' with '));
		const ways = distinct([...said, this.session ? IN_HEADER : '']).filter(Boolean);
		return ways.length > 0 ? ways.sort() : ['no sign-in'];
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

/** As it goes over the wire. */
function kindOf(called: string, { type, name, scheme }: Json): string {
	if (/^(oauth2|openIdConnect)$/.test(String(type))) return 'OAuth2';
	if (isSession(name)) return IN_HEADER;
	const isBearer = /^bearer$/i.test(String(scheme)) || /^authorization$/i.test(String(name));
	return isBearer ? 'API token (Authorization: Bearer)' : `${called} (${String(type)})`;
}

/** All operations of a specification. */
export function routesOf(root: Json, section = 'paths'): Route[] {
	return Object.entries(objectAt(root, section)).flatMap(([path, value]) => {
		const item = resolved(root, value);
		const methods = METHODS.filter((method) => isObject(item[method]));
		return methods.map((method) => new Route(root, method, path, item));
	});
}
