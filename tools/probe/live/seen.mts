import { randomUUID } from 'node:crypto';

import { readPage } from '../../../nodes/pagination/readPage.ts';
import { idIn, lookAtList, type Pages } from '../questions/lists.mts';
import { distinct, isObject, type Json } from '../spec/schema.mts';
import { KEYED, OUR_TEXT, OURS, Specification } from '../spec/specification.mts';
import { type Account, dataOf, isPdf, parsed, type Reply, type Values } from './account.mts';

/** What was seen of an account. */
export interface Seen {
	account: Account;
	/** Of the list of contacts, or of quotations where no audience is named. */
	pages: Pages;
	/** Its answers, written down as a specification, so that the same questions read it. */
	specification: Specification;
}

export async function seenOf(account: Account, allNames: boolean): Promise<Seen> {
	const specification = new Specification(await written(account, allNames));
	const hasContacts = account.options.audience !== undefined;
	const pages = await lookAtList(account, hasContacts ? 'listContacts' : 'listQuotations');
	return { account, pages, specification };
}

/**
 * Types, formats and names of fields, and no value, of an answer of each route, and of refusals: ids that
 * nobody has, and no ids. Names are shown that stand in our description or that fields have everywhere;
 * any other reads "another".
 */
async function written(account: Account, allNames: boolean): Promise<Json> {
	const known = new Set([...USUAL, ...OUR_TEXT.match(/\w+(?=:)/g)!]);
	const nameOf = (name: string) =>
		known.has(name) || (allNames && LOOKS_LIKE_NAME.test(name)) ? name : 'another';
	const paths: Json = {};
	const within = (object: Json, key: string) => (object[key] ??= {}) as Json;
	const look = async (operation: string, own: Values = {}, isWrong = false) => {
		const reply = await account.ask(operation, own);
		if (!reply || (isWrong && dataOf(reply) !== undefined)) return;
		const { path, method } = OURS.find(({ name }) => name === operation)!;
		const responses = within(within(within(paths, path), method), 'responses');
		const response = within(responses, String(reply.status));
		const headers = within(response, 'headers');
		for (const name of reply.headers.keys()) if (HEADERS.test(name)) headers[name] = {};
		const type = typeOf(reply);
		const schema = within(within(within(response, 'content'), type), 'schema');
		const seen = schemaOf([parsed(reply.text)], nameOf);
		if (type === 'application/json') schema.anyOf = [schema.anyOf ?? [], seen].flat();
	};
	const { profile, audience } = account.options;
	const rows = readPage(dataOf(await account.ask('listQuotations')), 'quotations')?.rows ?? [];
	const id = rows[0]?.[idIn(rows) ?? ''];
	const ofProfile = ['listHistory', 'listStatuses', 'listUsers', 'listSubscriptions'];
	const lists = ['listQuotations', ...(audience ? ['listContacts'] : [])];
	for (const operation of [...lists, ...(profile ? ofProfile : [])]) await look(operation);
	if (id !== undefined) await look('getQuotationInfo', { id: String(id) });
	if (id !== undefined) await look('getQuotationPdf', { id: String(id) });
	await look('listStatuses', { companyProfileId: 'not-an-id' }, true);
	await look('getQuotationInfo', { id: randomUUID() }, true);
	await look('listQuotations', { page: 'none' }, true);
	return { openapi: '3.1.0', paths };
}

/** Headers that questions speak of; the name of any other may be anybody's. */
const HEADERS =
	/^((x-)?rate-?limit(-(limit|remaining|reset|policy))?|retry-after|content-disposition)$/;

/** By its first characters, whatever the header says. */
function typeOf(reply: Reply): string {
	if (isPdf(reply)) return 'application/pdf';
	if (reply.text.trimStart().startsWith('<')) return 'text/html';
	return parsed(reply.text) === undefined ? 'text/plain' : 'application/json';
}

const FORMATS: Array<[format: string, fits: RegExp]> = [
	['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	['date-time', /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/],
	['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
	['milliseconds', /^1\d{12}$/],
	['seconds', /^1\d{9}$/],
];
const MAX_ROWS = 500;

/** Of all values that stand in one place. */
function schemaOf(values: unknown[], nameOf: (name: string) => string): Json {
	const kinds: Json[] = [];
	const objects = values.filter((value) => isObject(value) && !isKeyed(value)) as Json[];
	if (objects.length > 0) {
		const properties = distinct(objects.flatMap(Object.keys)).map((name) => {
			const inside = objects.filter((object) => name in object).map((object) => object[name]);
			return [nameOf(name), schemaOf(inside, nameOf)];
		});
		kinds.push({ type: 'object', properties: Object.fromEntries(properties) as Json });
	}
	const lists = values.filter((value) => Array.isArray(value) || isKeyed(value)) as object[];
	if (lists.length > 0) {
		const items = lists.flatMap((list) => Object.values(list).slice(0, MAX_ROWS) as unknown[]);
		const description = lists.every(isKeyed) ? KEYED : '';
		kinds.push({
			type: 'array',
			description,
			...(items.length && { items: schemaOf(items, nameOf) }),
		});
	}
	const scalars = values.filter((value) => typeof value !== 'object');
	for (const type of distinct(scalars.map(kindOf))) {
		const own = scalars.filter((value) => kindOf(value) === type).map(String);
		const [format] = FORMATS.find(([, fits]) => own.every((value) => fits.test(value))) ?? [];
		kinds.push({ type, ...(format && { format }) });
	}
	return { anyOf: kinds };
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
	`_id uuid key ref code number reference title label firstName lastName first_name last_name phone mobile street
	city zip postal_code country address company customer customer_id customer_name contact_id contactId quotationId
	owner user user_id assignee kind state category tags comment text subject created created_at createdAt updated
	updated_at updatedAt deleted_at date start end valid_until expires_at version active archived currency price
	amount total subtotal tax vat discount quantity unit unit_price lines items rows results records data content
	values meta pagination page per_page size limit offset totalElements totalPages total_count totalCount count
	first last hasMore hasNextPage next previous cursor links url error errors detail success ok _embedded`.split(
		/\s+/,
	);
