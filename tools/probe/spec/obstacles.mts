import type { Line, Quote } from '../report.mts';
import { isObject, type Json, quoteOf } from './file.mts';
import type { Route } from './route.mts';
import { Shape } from './schema.mts';
import { baseOf, commonBase } from './settings.mts';
import { signsIn, waysOf } from './signing-in.mts';
import { isLogin, OURS, serverPath, type Specification, withoutNames } from './specification.mts';

/** What people do with the package, and the routes for it. */
const AREAS: Record<string, string[]> = {
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
const LOGIN = { email: 'text', password: 'text' };

/** As the package sends it. */
const BODIES: Record<string, Json> = {
	createContact: {
		contact: {
			standard_personal_infos: NAMES.split(' ').map((name) => ({ name, value: 'text' })),
			time_stamp: 1_742_378_400_000,
			audience: { id: UUID, company_profile: { id: UUID } },
			contact_type: 'CONSUMER',
		},
	},
	subscribe: {
		name: 'text',
		url: `https://n8n.example.com/webhook/${UUID}/webhook`,
		method: 'POST',
		headers: { 'X-Webhook-Secret': 'text' },
		company_profile_id: UUID,
		events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE'],
	},
	login: LOGIN,
	loginAtAuthenticationService: LOGIN,
};
/** What may be missing from a description without harm. */
const DISPENSABLE = /^(time_stamp|contact_type|company_profile|company_profile_id|name|method)$/;
/** Sizes of pages that are refused are asked for again, smaller. */
const QUERY: Json = { page: 0, per_page: undefined };

type Found = [words: string, ...quotes: Array<Quote | undefined>];

/** What will not work, by what people do. */
export function obstaclesOf(specification: Specification): Line[] {
	const { matches } = specification;
	const hasLogin = [...matches.keys()].some(isLogin);
	const base = commonBase(specification);
	return Object.entries(AREAS).flatMap(([group, names]) => {
		const lines = names.flatMap((name): Line[] => {
			const our = OURS.get(name)!;
			const their = matches.get(name);
			// One of two logins is enough.
			if (!their && isLogin(name) && hasLogin) return [];
			if (!their) return [{ group, name: `${our.title} is not in the specification` }];
			const body = BODIES[name];
			return [
				...ofRoute(our, their, base),
				...(isLogin(name) ? [] : ofSignIn(their, hasLogin)),
				...ofParameters(our, their),
				...(body ? ofBody(body, their) : []),
			].map(([words, ...quotes]) => ({
				...{ group, name: `${their.title}: ${words}` },
				quotes: quotes.filter((quote) => quote !== undefined),
			}));
		});
		if (lines.length > 0) return lines;
		return [{ group, name: 'Nothing in the specification speaks against it' }];
	});
}

const placesIn = (path: string) => withoutNames(path).split('{}').length - 1;

function* ofRoute(our: Route, their: Route, common: string | undefined): Generator<Found> {
	if (our.method !== their.method)
		yield [`the package sends ${our.method.toUpperCase()}`, quoteOf(their.item, their.method)];
	const servers = their.servers.length > 0 ? their.servers : [undefined];
	const bases = servers.map((server) => baseOf(our, their, server));
	const [first] = their.servers;
	if (placesIn(their.path) > placesIn(our.path))
		yield [`the package sends the ID as a query parameter: ${our.path}?id=…`];
	else if (bases[0] === undefined)
		yield [
			`it is at ${(first ? serverPath(first) : '') + their.path}; the package calls ${our.path}`,
		];
	else if (!bases.includes(common))
		yield [
			`it is at ${bases[0]}${our.path}, other routes at ${common}: one Base URL fits only some`,
		];
}

function* ofSignIn(their: Route, hasLogin: boolean): Generator<Found> {
	const ways = waysOf(their) ?? [];
	const quotes = ways.map(({ quote }) => quote);
	const areAll = (kind: string) => ways.length > 0 && ways.every((way) => way.kind === kind);
	const words = ways.map((way) => way.words).join(', or ');
	if (areAll('other'))
		yield [`it wants ${words}, which no credential of the package sends`, ...quotes];
	if (areAll('session') && !hasLogin)
		yield ['it accepts only a session, and no login is in the specification', ...quotes];
}

function* ofParameters(our: Route, their: Route): Generator<Found> {
	const sent = new Set(our.parameters.map(({ name }) => name));
	for (const own of their.parameters) {
		const { name, in: where, required, schema } = own;
		const shape = new Shape([schema]);
		const value = String(name) in QUERY ? QUERY[String(name)] : UUID;
		// A query has texts alone.
		const isText = value !== undefined && shape.types.includes('string');
		if (where === 'query' && sent.has(name))
			yield* misfits(isText ? String(value) : value, shape, String(name));
		else if (required === true && where !== 'path' && !signsIn(own))
			yield [
				`the ${String(where)} parameter \`${String(name)}\` is required, and is not sent`,
				quoteOf(own),
			];
	}
}

function* ofBody(sent: Json, { body, operation }: Route): Generator<Found> {
	if (body) yield* misfits(sent, body, '');
	else if (operation.requestBody)
		yield ['the package sends JSON, which the body is not', quoteOf(operation, 'requestBody')];
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
const LARGEST_INT32 = 2 ** 31;

/** Keywords of a schema, and whether what they say refuses a value. */
const REFUSALS: Record<string, (said: never, sent: unknown) => boolean> = {
	type: (said: string | string[], sent) => {
		const types = [said].flat();
		return (
			!types.includes(kindOf(sent)) && !(kindOf(sent) === 'number' && types.includes('integer'))
		);
	},
	enum: (said: unknown[], sent) => !said.includes(sent),
	const: (said: unknown, sent) => said !== sent,
	format: (said: string, sent) => said === 'int32' && Number(sent) > LARGEST_INT32,
	minimum: (said: number, sent) => Number(sent) < said,
	maximum: (said: number, sent) => Number(sent) > said,
	maxItems: (said: number, sent) => Array.isArray(sent) && sent.length > said,
	pattern: (said: string, sent) =>
		typeof sent === 'string' &&
		sent !== 'text' &&
		URL.canParse(sent) &&
		!new RegExp(said).test(sent),
};

/** What a schema refuses of what is sent. */
function* misfits(sent: unknown, shape: Shape, path: string): Generator<Found> {
	if (sent === undefined) return;
	const told = kindOf(sent) === 'object' ? 'an object' : JSON.stringify(sent);
	for (const part of shape.sure)
		for (const [key, refuses] of Object.entries(REFUSALS)) {
			if (!(key in part) || !refuses(part[key] as never, sent)) continue;
			yield [`\`${path}\` is sent as ${told}, which is refused`, quoteOf(part, key)];
		}
	if (Array.isArray(sent)) {
		const all = sent.flatMap((one) => [...misfits(one, shape.items, `${path}[]`)]);
		yield* new Map(all.map((found) => [found[0], found])).values();
	}
	if (!isObject(sent)) return;
	const within = (name: string) => (path ? `${path}.${name}` : name);
	const closed = shape.sure.find((part) => part.additionalProperties === false);
	for (const [name, value] of Object.entries(sent)) {
		const field = shape.field(name);
		if (field) yield* misfits(value, field, within(name));
		else if (shape.names.length > 0 && (closed ?? !DISPENSABLE.test(name)))
			yield [
				`\`${within(name)}\` is sent, and is not in the specification`,
				quoteOf(closed, 'additionalProperties'),
			];
	}
	for (const [name, part] of shape.required.filter(([one]) => !(one in sent)))
		yield [`\`${within(name)}\` is required, and is not sent`, quoteOf(part, 'required')];
}
