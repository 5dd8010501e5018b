import { type Json, type Quote, quoteOf } from './file.mts';
import type { Route } from './route.mts';
import type { Shape } from './schema.mts';
import { baseOf, commonBase } from './settings.mts';
import { signsIn, waysOf } from './signing-in.mts';
import { isLogin, listIn, OURS, serverPath, type Specification, withoutNames } from './specification.mts';

/** What will not work with such a service, and the words that say so. */
export interface Obstacle {
	area: string;
	words: string;
	quotes: Quote[];
}

/** What people do with the package, and the routes for it. */
export const AREAS: Record<string, string[]> = {
	'Importing and creating contacts': ['createContact'],
	'Listing contacts: Get Many, Search, imports that skip who already exists': ['listContacts'],
	'Deals, their history and reports': ['listHistory', 'listStatuses', 'listUsers'],
	Quotations: ['listQuotations', 'getQuotationInfo', 'getQuotationPdf'],
	'The trigger and webhooks': ['subscribe', 'unsubscribe', 'listSubscriptions'],
	'Signing in with a service account': ['login', 'loginAtAuthenticationService'],
};

const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const NAMES =
	'Voornaam Achternaam E-mailadres Land Postcode Plaats Straatnaam Huisnummer Telefoonnummer';

/** Bodies as the package sends them. */
const SENT: Record<string, Json> = {
	createContact: {
		contact: {
			standard_personal_infos: NAMES.split(' ').map((name) => ({ name, value: 'text' })),
			time_stamp: 1_742_378_400_000,
			audience: { id: UUID, company_profile: { id: UUID } },
			contact_type: 'CONSUMER',
		},
	},
	subscribe: {
		name: 'n8n',
		url: `https://n8n.example.com/webhook/${UUID}/webhook`,
		method: 'POST',
		headers: { 'X-Webhook-Secret': 'text' },
		company_profile_id: UUID,
		events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE'],
	},
	login: { email: 'text', password: 'text' },
};
SENT.loginAtAuthenticationService = SENT.login!;
/** What may be missing from a description without harm. */
const DISPENSABLE = /^(time_stamp|contact_type|company_profile|company_profile_id|name|method)$/;

/** Parameters as the package sends them. Sizes that are refused are asked for again, smaller. */
const PARAMETERS: Json = {
	...{ company_profile_id: UUID, profile_id: UUID, audience_id: UUID, id: UUID },
	...{ page: 0, per_page: undefined },
};

/** What the nodes read of an answer, with its type where another could not be read. */
const NEEDED: Record<string, string[]> = {
	listHistory: ['id', 'history.startTimestamp:integer', 'history.type', 'history.metaData'],
	listStatuses: ['id', 'label'],
	listUsers: ['id', 'name'],
	login: ['sessionKey|session_key'],
	loginAtAuthenticationService: ['sessionKey|session_key'],
};

/** In the order of AREAS. */
export function obstaclesOf(specification: Specification): Obstacle[] {
	const { matches } = specification;
	const hasLogin = [...matches.keys()].some(isLogin);
	const base = commonBase(specification);
	return Object.entries(AREAS).flatMap(([area, names]) =>
		names.flatMap((name) => {
			const our = OURS.get(name)!;
			const their = matches.get(name);
			// One of two logins is enough, and a token needs none.
			if (!their && isLogin(name) && hasLogin) return [];
			if (!their) return [{ area, words: `${our.title} is not in the specification`, quotes: [] }];
			const found = [...ofRoute(our, their, base), ...ofSignIn(name, their, hasLogin), ...ofParameters(our, their)];
			found.push(...ofBody(name, their), ...ofAnswer(name, their));
			return found.map(([words, ...quotes]) => ({
				area,
				words: `${their.title}: ${words}`,
				quotes: quotes.filter((quote) => quote !== undefined),
			}));
		}),
	);
}

const placesIn = (path: string) => withoutNames(path).split('{}').length - 1;

type Found = [words: string, ...quotes: Array<Quote | undefined>];

function* ofRoute(our: Route, their: Route, common: string | undefined): Generator<Found> {
	if (our.method !== their.method)
		yield [`the package calls it with ${our.method.toUpperCase()}`, quoteOf(their.item, their.method)];
	const bases = [undefined, ...their.servers].map((server) => baseOf(our, their, server));
	const base = their.servers.length > 0 ? bases[1] : bases[0];
	const isInPath = placesIn(their.path) > placesIn(our.path);
	if (isInPath) yield [`the package sends the ID as a query parameter: ${our.path}?id=…`];
	else if (base === undefined)
		yield [`the package calls ${our.path}; it is at ${(their.servers[0] ? serverPath(their.servers[0]) : '') + their.path}`];
	else if (common !== undefined && !bases.includes(common))
		yield [`it is at ${base}${our.path}, and other routes at ${common}: one Base URL fits only some`];
}

function* ofSignIn(name: string, their: Route, hasLogin: boolean): Generator<Found> {
	if (isLogin(name)) return;
	const ways = waysOf(their) ?? [];
	const others = ways.filter(({ kind }) => kind === 'other');
	if (others.length > 0 && others.length === ways.length)
		yield [
			`it wants ${others.map(({ words }) => words).join(', or ')}, which no credential of the package sends`,
			...others.map(({ quote }) => quote),
		];
	const isSession = ways.length > 0 && ways.every(({ kind }) => kind === 'session');
	if (isSession && !hasLogin)
		yield ['it takes a session alone, and no login is in the specification', ways[0]!.quote];
}

function* ofParameters(our: Route, their: Route): Generator<Found> {
	const query = our.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
	for (const parameter of their.parameters) {
		const { name, isRequired, shape, own } = parameter;
		const isSent = parameter.in === 'query' && query.includes(name);
		if (isSent) yield* misfits(PARAMETERS[name], shape, `the parameter ${name}`);
		else if (isRequired && parameter.in !== 'path' && !signsIn(parameter))
			yield [`the ${parameter.in} parameter ${name} is required, and is not sent`, quoteOf(own, 'name'), quoteOf(own, 'required')];
	}
}

function* ofBody(name: string, their: Route): Generator<Found> {
	const sent = SENT[name];
	const { bodyTypes, body, operation } = their;
	const { method } = OURS.get(name)!;
	if (bodyTypes.length > 0 && !bodyTypes.some((type) => /json|\*/i.test(type)))
		yield [`the body is ${bodyTypes.join(' or ')}; the package sends JSON`, quoteOf(operation, 'requestBody')];
	if (sent && body) yield* misfits(sent, body, 'the body');
	if (!sent && body && method !== 'post')
		for (const field of body.required.filter((one) => one !== 'id'))
			yield [`\`${field}\` is required in the body, and is not sent`, quoteOf(body.requiring(field)!, 'required')];
}

/** What a schema refuses of what is sent. */
function* misfits(sent: unknown, shape: Shape, where: string, path = ''): Generator<Found> {
	const at = path ? `\`${path}\`` : where;
	const kind = Array.isArray(sent) ? 'array' : typeof sent;
	const { types, values, names } = shape;
	const said = (key: string) => {
		const part = shape.saying(key);
		return part && { value: part[key], quote: quoteOf(part, key) };
	};
	const fits = (type: string) => type === kind || (kind === 'number' && type === 'integer');
	if (sent === undefined || shape.parts.length === 0) return;
	if (types.length > 0 && !types.some(fits)) {
		// A query has texts alone.
		const isText = !path && kind === 'string' && !types.includes('object');
		if (!isText) yield [`${at} must be ${types.join(' or ')}; ${wordsOf(sent)} is sent`, said('type')?.quote];
		return;
	}
	if (values && kind !== 'object' && kind !== 'array' && !values.includes(sent)) {
		yield [`${at} must be one of ${values.map((one) => JSON.stringify(one)).join(', ')}; ${wordsOf(sent)} is sent`, said('enum')?.quote ?? said('const')?.quote];
	}
	if (typeof sent === 'number') {
		const [least, most] = [said('minimum'), said('maximum')];
		const isSmall = said('format')?.value === 'int32' && sent > 2 ** 31;
		if (isSmall) yield [`${at} must fit into int32; ${wordsOf(sent)} is sent`, said('format')?.quote];
		if (Number(least?.value) > sent) yield [`${at} must be at least ${String(least!.value)}; ${wordsOf(sent)} is sent`, least!.quote];
		if (Number(most?.value) < sent) yield [`${at} must be at most ${String(most!.value)}; ${wordsOf(sent)} is sent`, most!.quote];
	}
	if (typeof sent === 'string' && typeof said('pattern')?.value === 'string' && sent !== 'text' && !matches(said('pattern')!.value as string, sent))
		yield [`${at} must match a pattern that ${wordsOf(sent)} does not`, said('pattern')!.quote];
	if (Array.isArray(sent)) {
		const most = said('maxItems');
		if (Number(most?.value) < sent.length) yield [`${at} may hold ${String(most!.value)} at most; up to ${sent.length} are sent`, most!.quote];
		const told = new Map<string, { found: Found; refused: unknown[] }>();
		for (const one of sent)
			for (const found of misfits(one, shape.items, where, `${path}[]`)) {
				const key = String(found[1]?.place) + found[0].replace(/;.*/, '');
				const same = told.get(key) ?? { found, refused: [] };
				same.refused.push(found[0].replace(/.*; | is sent$/g, ''));
				told.set(key, same);
			}
		for (const { found: [words, ...quotes], refused } of told.values())
			yield [refused.length > 1 && words.includes(';') ? `${words.replace(/;.*/, '')}; sent are also ${[...new Set(refused)].join(', ')}` : words, ...quotes];
	}
	if (kind !== 'object') return;
	const closed = said('additionalProperties');
	const prefix = path ? `${path}.` : '';
	for (const [name, value] of Object.entries(sent as Json)) {
		const field = shape.field(name);
		if (field) yield* misfits(value, field, where, prefix + name);
		else if (names.length > 0 && (closed?.value === false || !DISPENSABLE.test(name)))
			yield [`\`${prefix}${name}\` is sent, and is not in the specification`, closed?.value === false ? closed.quote : undefined];
	}
	for (const name of shape.required.filter((one) => !(one in (sent as Json))))
		yield [`\`${prefix}${name}\` is required, and is not sent`, quoteOf(shape.requiring(name)!, 'required')];
}

function matches(pattern: string, text: string): boolean {
	try {
		return new RegExp(pattern, 'u').test(text);
	} catch {
		return true;
	}
}

const wordsOf = (sent: unknown) =>
	typeof sent === 'number' && sent > 1e12 ? 'a number of 13 digits' : typeof sent === 'object' ? `${Array.isArray(sent) ? 'a list' : 'an object'}` : String(sent);

function* ofAnswer(name: string, their: Route): Generator<Found> {
	const answer = their.answer?.shape;
	const start = listIn(name, answer)?.rows ?? (name.startsWith('list') ? undefined : answer);
	for (const needed of NEEDED[name] ?? []) {
		const [path = '', type] = needed.split(':');
		let place = start;
		let holder = start;
		for (const part of path.split('.')) {
			holder = place?.types.includes('array') ? place.items : place;
			const own = part.split('|').find((one) => holder?.names.includes(one));
			place = own === undefined ? undefined : holder?.field(own);
		}
		if (!holder || holder.names.length === 0) continue;
		const quotes = holder.parts.map((part) => quoteOf(part, 'properties'));
		if (!place) yield [`the answer has no \`${path.replace('|', '` or `')}\`, which the package reads`, quotes.find(Boolean)];
		else if (type && place.types.length > 0 && !place.types.some((one) => ['integer', 'number'].includes(one)))
			yield [`\`${path}\` must be a number; it is ${place.types.join(' or ')}`, quoteOf(place.saying('type') ?? {}, 'type')];
	}
}

