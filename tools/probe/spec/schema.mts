/**
 * A schema as whoever reads or writes such data sees it:
 * 1. A $ref is followed when what it leads to is looked at, so circular ones do no harm.
 * 2. All parts of a schema (allOf, anyOf, oneOf) are put together. What one of several alternatives
 *    requires is not required.
 * 3. null is left aside: generators differ too much in how they write it, if they do.
 * 4. A type that is not said is that of what is said: properties, items, values.
 * 5. Items are those of a list, or of an object with any keys.
 */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const distinct = <T,>(values: readonly T[]): T[] => [...new Set(values)];

/** The object at a key; an empty one where there is none. */
export const objectAt = (value: unknown, key: string): Json => {
	const inside: unknown = Object(value)[key];
	return isObject(inside) ? inside : {};
};

/** What a $ref leads to; a place that is not there is unknown. */
export function resolved(root: Json, value: unknown): Json {
	let there = value;
	for (let hops = 0; hops < 20 && isObject(there) && typeof there.$ref === 'string'; hops++) {
		const keys = there.$ref.replace(/^#\//, '').split('/').map(decodeURIComponent);
		const names = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
		there = names.reduce<unknown>((inside, name) => Object(inside)[name], root);
	}
	return isObject(there) && !('$ref' in there) ? there : {};
}

export class Shape {
	private readonly parts: Json[] = [];
	/** Those that hold whatever alternative is taken. */
	private readonly sure = new Set<Json>();
	/** None where it may be anything, or nothing is said of it. */
	readonly types: string[];
	/** As JSON; undefined where it may have any. */
	readonly values?: string[];
	readonly names: string[];

	/** @param schemas Of one thing: several where several places speak of it. */
	constructor(
		private readonly root: Json,
		schemas: readonly unknown[],
	) {
		for (const schema of schemas) this.take(schema, true);
		const typed = this.parts.filter((schema) => typesIn(schema).length > 0);
		this.types = distinct(typed.flatMap(typesIn));
		const listed = typed.map((schema) => ('const' in schema ? [schema.const] : schema.enum));
		if (listed.length > 0 && listed.every(Array.isArray)) {
			const values = listed.flat().filter((value) => value !== null);
			this.values = distinct(values.map((value) => JSON.stringify(value)));
		}
		this.names = distinct(
			this.parts.flatMap((schema) => Object.keys(objectAt(schema, 'properties'))),
		);
	}

	field(name: string): Shape | undefined {
		if (!this.names.includes(name)) return undefined;
		return this.inside(({ properties }) => [Object(properties)[name]]);
	}

	requires(name: string): boolean {
		return [...this.sure].some(({ required }) => [required].flat().includes(name));
	}

	get items(): Shape {
		return this.inside(({ items, additionalProperties }) => [items, additionalProperties]);
	}

	/** What is said of it besides, such as its format. */
	said(key: string): unknown {
		return this.parts.find((schema) => key in schema)?.[key];
	}

	private inside(of: (schema: Json) => unknown[]): Shape {
		return new Shape(this.root, this.parts.flatMap(of));
	}

	private take(schema: unknown, isSure: boolean): void {
		if (!isObject(schema) || this.parts.includes(schema)) return;
		this.parts.push(schema);
		if (isSure) this.sure.add(schema);
		const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Record<string, unknown[]>;
		if ($ref) this.take(resolved(this.root, { $ref }), isSure);
		for (const part of allOf) this.take(part, isSure);
		const others = [anyOf, oneOf].flat().filter((one) => Object(one).type !== 'null');
		for (const one of others) this.take(one, isSure && others.length === 1);
	}
}

function typesIn(schema: Json): string[] {
	const { type, properties, additionalProperties, items } = schema;
	const said = [type ?? []].flat().map(String);
	const values = 'const' in schema ? [schema.const] : [schema.enum ?? []].flat();
	const seen: string[] = values.map((value) => typeof value);
	if (isObject(properties) || isObject(additionalProperties)) seen.push('object');
	if (items !== undefined) seen.push('array');
	return (said.length > 0 ? said : seen).filter((one) => one !== 'null');
}

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
		return fine.find(({ shape }) => shape) ?? fine[0];
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
