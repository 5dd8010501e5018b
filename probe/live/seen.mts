import { randomUUID } from 'node:crypto';

import { KEYED } from '../spec/envelope.mts';
import { type Ours, readOurs } from '../spec/ours.mts';
import { distinct, isObject, type Json } from '../spec/schema.mts';
import { type Account, dataOf, parsed } from './account.mts';
import type { Parts, Reply } from './gate.mts';
import { idIn, List } from './list.mts';

/**
 * What an account answers, written down as a specification, so that the same questions read it:
 * types, formats and names of fields, and no value. Names are shown that stand in our description
 * or that fields have everywhere; any other reads "another".
 */
export async function specificationOf(account: Account, allNames: boolean): Promise<Json> {
	const ours = readOurs();
	const names = namesIn(ours);
	const isShown = (name: string) => names.has(name) || (allNames && LOOKS_LIKE_NAME.test(name));
	const replies = await lookAround(account);
	const paths: Record<string, Json> = {};
	for (const { operation: described, path, method } of ours.routes) {
		const operationId = String(described.operationId);
		const own = replies.filter(({ operation, reply }) => operation === operationId && reply);
		if (own.length === 0) continue;
		const statuses = distinct(own.map(({ reply }) => reply!.status));
		const responses = statuses.map((status) => {
			const same = own.flatMap(({ reply }) => (reply!.status === status ? reply! : []));
			return [status, responseOf(same, isShown)] as const;
		});
		paths[path] = { ...paths[path], [method]: { responses: Object.fromEntries(responses) } };
	}
	return { openapi: '3.1.0', paths };
}

/** One answer of each route, and refusals of what is not there: ids that nobody has, and no ids. */
async function lookAround(account: Account) {
	const { profile, audience } = account.options;
	const replies: Array<{ operation: string; reply?: Reply }> = [];
	const ask = async (operation: string, parts: Parts = account.partsOf(operation)) => {
		const reply = await account.ask(operation, parts);
		replies.push({ operation, reply });
		return reply;
	};
	await ask('listQuotations');
	const quotation = await quotationOf(account);
	if (quotation) await ask('getQuotationInfo', quotation);
	if (quotation) await ask('getQuotationPdf', quotation);
	if (audience) await ask('listContacts');
	if (profile) {
		for (const operation of ['listHistory', 'listStatuses', 'listUsers', 'listSubscriptions']) {
			await ask(operation);
		}
	}
	const own = { company_profile_id: profile };
	const wrong: Array<[string, Parts]> = [
		['listStatuses', { profile: 'not-an-id' }],
		['getQuotationInfo', { query: { ...own, id: randomUUID() } }],
		['getQuotationInfo', { query: { ...own, id: 'not-an-id' } }],
		['listQuotations', { query: { ...own, page: 'none' } }],
	];
	for (const [operation, parts] of wrong) {
		const reply = await account.askWrongly(operation, parts);
		if (dataOf(reply) === undefined) replies.push({ operation, reply });
	}
	return replies;
}

async function quotationOf(account: Account): Promise<Parts | undefined> {
	const list = List.of(account).find(({ name }) => name === 'quotations');
	const rows = (await list?.rows()) ?? [];
	const id = rows[0]?.[idIn(rows) ?? ''];
	const { profile } = account.options;
	return id === undefined ? undefined : { query: { id: String(id), company_profile_id: profile } };
}

/** Headers that questions speak of; the name of any other may be anybody's. */
const HEADERS =
	/^((x-)?rate-?limit(-(limit|remaining|reset|policy))?|retry-after|deprecation|sunset)$/;

function responseOf(replies: Reply[], isShown: (name: string) => boolean): Json {
	const headers = replies.flatMap((reply) => {
		const names = [...reply.headers.keys()].filter((name) => HEADERS.test(name));
		const named = /filename\*?\s*=/i.test(reply.headers.get('content-disposition') ?? '');
		return named ? [...names, 'content-disposition'] : names;
	});
	const values = replies.map(({ text }) => parsed(text)).filter((value) => value !== undefined);
	const types = distinct(replies.map(typeOf));
	const schema = values.length > 0 ? schemaOf(values, isShown) : undefined;
	const content = types.map((type) => [
		type,
		type === 'application/json' && schema ? { schema } : {},
	]);
	return {
		headers: Object.fromEntries(headers.map((name) => [name, {}])),
		content: Object.fromEntries(content.filter(([type]) => type !== '')),
	};
}

/** By its first characters, whatever the header says: so the node judges a PDF. */
function typeOf({ text }: Reply): string {
	if (text.trim() === '') return '';
	if (text.includes('%PDF-')) return 'application/pdf';
	if (text.trimStart().startsWith('<')) return 'text/html';
	return parsed(text) === undefined ? 'text/plain' : 'application/json';
}

const FORMATS: Array<[format: string, fits: RegExp]> = [
	['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	['date-time', /^\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:?\d\d)?$/],
	['date', /^\d{4}-\d\d-\d\d$/],
	['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
	['uri', /^https?:\/\/\S+$/i],
	['milliseconds', /^1\d{12}$/],
	['seconds', /^1\d{9}$/],
];

const MAX_ROWS = 500;
const OTHER_NAME = 'another';

/** Of all values that stand in one place. */
export function schemaOf(values: unknown[], isShown: (name: string) => boolean): Json {
	const some = values.filter((value) => value !== null);
	const keyed = some.filter(isKeyed).flatMap((list) => Object.values(list).slice(0, MAX_ROWS));
	const objects = some.filter(isObject).filter((value) => !isKeyed(value));
	const items = some.filter(Array.isArray).flatMap((list) => list.slice(0, MAX_ROWS) as unknown[]);
	const scalars = some.filter((value) => typeof value !== 'object');
	const kinds: Json[] = [];
	if (objects.length > 0) {
		const fields = new Map<string, unknown[]>();
		for (const [key, value] of objects.flatMap((object) => Object.entries(object))) {
			const name = isShown(key) ? key : OTHER_NAME;
			const inside = fields.get(name);
			if (inside) inside.push(value);
			else fields.set(name, [value]);
		}
		const properties = [...fields].map(([name, inside]) => [name, schemaOf(inside, isShown)]);
		kinds.push({ type: 'object', properties: Object.fromEntries(properties) });
	}
	if (some.some(Array.isArray)) {
		kinds.push({ type: 'array', ...(items.length > 0 && { items: schemaOf(items, isShown) }) });
	}
	if (keyed.length > 0) {
		kinds.push({ type: 'array', items: schemaOf(keyed, isShown), description: KEYED });
	}
	for (const type of distinct(scalars.map(kindOf))) {
		const own = scalars.filter((value) => kindOf(value) === type).map(String);
		const fitting = FORMATS.find(([, fits]) => own.every((value) => fits.test(value)));
		kinds.push({ type, ...(fitting && { format: fitting[0] }) });
	}
	return kinds.length === 1 ? kinds[0]! : kinds.length > 1 ? { anyOf: kinds } : {};
}

/** As PHP writes lists from which something was left out. */
function isKeyed(value: unknown): value is Json {
	const keys = isObject(value) ? Object.keys(value) : [];
	return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}

const kindOf = (value: unknown) => (Number.isInteger(value) ? 'integer' : typeof value);

const LOOKS_LIKE_NAME = /^[A-Za-z_$][\w$.-]{0,39}$/;

/** Names that fields have everywhere: they tell nothing of an account. */
const USUAL =
	`id _id uuid key ref code number reference title label name first_name last_name firstName
	lastName email phone phone_number phoneNumber mobile street house_number postal_code postalCode zip city
	country address company company_id customer customer_id customer_name contact contact_id contactId contacts
	owner owner_id user user_id userId assignee type kind status state category tags description comment notes
	text message messages subject summary created created_at createdAt updated updated_at updatedAt modified_at
	deleted_at timestamp time date start end valid_until validUntil expires_at version active archived locale
	currency price amount total totals subtotal tax vat discount quantity unit unit_price lines items rows
	results result records data content list entries values value meta metadata pagination page per_page perPage
	page_size pageSize size limit offset number numberOfElements totalElements totalPages total_pages
	total_count totalCount count pages first last hasMore has_more hasNext hasNextPage next previous prev cursor
	sort pageable empty links self href url uri path method headers events error errors error_code detail details
	reason trace traceId request_id instance success ok history fields labels _embedded etag quotationId
	quotations statuses users subscriptions`.split(/\s+/);

/** Those, and all that stand in our description, its samples left out. */
function namesIn({ root }: Ours): Set<string> {
	const names = new Set(USUAL);
	const visit = (value: unknown): void => {
		if (Array.isArray(value)) value.forEach(visit);
		if (!isObject(value)) return;
		const { properties, examples: _, ...rest } = value;
		const fields = isObject(properties) ? properties : {};
		for (const name of Object.keys(fields)) names.add(name);
		[...Object.values(fields), ...Object.values(rest)].forEach(visit);
	};
	visit(root);
	return names;
}
