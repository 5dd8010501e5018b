import { randomUUID } from 'node:crypto';

import { readPage } from '../../nodes/pagination/readPage.ts';
import { KEYED } from '../spec/envelope.mts';
import { type Ours, readOurs } from '../spec/ours.mts';
import { distinct, isObject, type Json } from '../spec/schema.mts';
import { Specification } from '../spec/specification.mts';
import { type Account, dataOf, parsed } from './account.mts';
import type { Parts, Reply } from './gate.mts';
import { idIn, lookAtList, type Pages } from './list.mts';

/** What was seen of an account. */
export interface Seen {
	account: Account;
	/** Of each list in pages. */
	pages: Pages[];
	/** Its answers, written down as a specification, so that the same questions read it. */
	specification: Specification;
}

export async function seenOf(account: Account, allNames: boolean): Promise<Seen> {
	const ours = readOurs();
	const specification = new Specification(
		await written(account, ours, allNames),
		ours.routes,
		true,
	);
	const pages = [await lookAtList(account, 'listQuotations')];
	if (account.options.audience) pages.push(await lookAtList(account, 'listContacts'));
	return { account, pages, specification };
}

/**
 * Types, formats and names of fields, and no value. Names are shown that stand in our description or
 * that fields have everywhere; any other reads "another".
 */
async function written(account: Account, ours: Ours, allNames: boolean): Promise<Json> {
	const known = new Set([...USUAL, ...ours.words]);
	const nameOf = (name: string) =>
		known.has(name) || (allNames && LOOKS_LIKE_NAME.test(name)) ? name : OTHER_NAME;
	const replies = await lookAround(account);
	const paths: Record<string, Json> = {};
	for (const { name, path, method } of ours.routes) {
		const own = replies.flatMap(({ operation, reply }) => (operation === name && reply) || []);
		const responses = groupsOf(own, ({ status }) => String(status)).map(([status, some]) => [
			status,
			responseOf(some, nameOf),
		]);
		if (own.length > 0) paths[path] = { [method]: { responses: Object.fromEntries(responses) } };
	}
	return { openapi: '3.1.0', paths };
}

/** One answer of each route, and refusals of what is not there: ids that nobody has, and no ids. */
async function lookAround(account: Account) {
	const { profile, audience } = account.options;
	const replies: Array<{ operation: string; reply?: Reply }> = [];
	const ask = async (operation: string, parts?: Parts) => {
		const reply = await account.ask(operation, parts);
		replies.push({ operation, reply });
		return reply;
	};
	const own = { company_profile_id: profile };
	const rows = readPage(dataOf(await ask('listQuotations')), 'quotations')?.rows ?? [];
	const id = rows[0]?.[idIn(rows) ?? ''];
	for (const operation of id === undefined ? [] : ['getQuotationInfo', 'getQuotationPdf']) {
		await ask(operation, { query: { id: String(id), ...own } });
	}
	if (audience) await ask('listContacts');
	const ofProfile = ['listHistory', 'listStatuses', 'listUsers', 'listSubscriptions'];
	for (const operation of profile ? ofProfile : []) await ask(operation);
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

/** Headers that questions speak of; the name of any other may be anybody's. */
const HEADERS =
	/^((x-)?rate-?limit(-(limit|remaining|reset|policy))?|retry-after|deprecation|sunset)$/;

function responseOf(replies: Reply[], nameOf: (name: string) => string): Json {
	const headers = replies.flatMap((reply) => {
		const names = [...reply.headers.keys()].filter((name) => HEADERS.test(name));
		const named = /filename\*?\s*=/i.test(reply.headers.get('content-disposition') ?? '');
		return named ? [...names, 'content-disposition'] : names;
	});
	const values = replies.map(({ text }) => parsed(text)).filter((value) => value !== undefined);
	const schema = values.length > 0 ? { schema: schemaOf(values, nameOf) } : {};
	const types = replies.map(typeOf).filter((type) => type !== '');
	const content = types.map((type) => [type, type === 'application/json' ? schema : {}]);
	return {
		headers: Object.fromEntries(headers.map((name) => [name, {}])),
		content: Object.fromEntries(content),
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
function schemaOf(values: unknown[], nameOf: (name: string) => string): Json {
	const some = values.filter((value) => value !== null);
	const kinds: Json[] = [];
	const objects = some.filter(isObject).filter((value) => !isKeyed(value));
	if (objects.length > 0) {
		const entries = objects.flatMap((object) => Object.entries(object));
		const properties = groupsOf(entries, ([name]) => nameOf(name)).map(([name, inside]) => {
			return [
				name,
				schemaOf(
					inside.map(([, value]) => value),
					nameOf,
				),
			];
		});
		kinds.push({ type: 'object', properties: Object.fromEntries(properties) });
	}
	const arrays = some.filter(Array.isArray);
	const keyed = some.filter(isKeyed).map((list) => Object.values(list));
	for (const [lists, description] of [
		[arrays, ''],
		[keyed, KEYED],
	] as const) {
		const items = lists.flatMap((list) => list.slice(0, MAX_ROWS) as unknown[]);
		const inside = items.length > 0 && { items: schemaOf(items, nameOf) };
		if (lists.length > 0) kinds.push({ type: 'array', description, ...inside });
	}
	const scalars = some.filter((value) => typeof value !== 'object');
	for (const type of distinct(scalars.map(kindOf))) {
		const own = scalars.filter((value) => kindOf(value) === type).map(String);
		const fitting = FORMATS.find(([, fits]) => own.every((value) => fits.test(value)));
		kinds.push({ type, ...(fitting && { format: fitting[0] }) });
	}
	return { anyOf: kinds };
}

function groupsOf<T>(all: T[], keyOf: (one: T) => string): Array<[string, T[]]> {
	const groups = new Map<string, T[]>();
	for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
	return [...groups];
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
