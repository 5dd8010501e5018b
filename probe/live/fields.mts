import { isObject } from '../spec/schema.mts';
import { joined, type Told, told, word } from '../told.mts';

/** Whether a name of a field is shown. */
export interface Naming {
	/** Names that stand in the description of the service. */
	described: ReadonlySet<string>;
	/** All that look like names: on request only. */
	all: boolean;
}

/** Names that fields and envelopes have everywhere: they tell nothing of an account. */
const USUAL = new Set(
	`id _id uuid key ref code number reference title label name first_name firstName last_name lastName email
	phone phone_number phoneNumber street house_number houseNumber postal_code postalCode zip city country
	address company company_id customer customer_id customer_name contact contact_id contactId contacts owner
	owner_id user user_id userId assignee type kind status state category tags description comment notes text
	message messages subject summary created created_at createdAt updated updated_at updatedAt modified_at
	deleted_at timestamp time date start end valid_until validUntil expires_at expiresAt version active archived
	locale currency price amount total totals subtotal tax vat discount quantity unit unit_price unitPrice lines
	items rows results result records data content list entries values value meta metadata metaData pagination
	page per_page perPage page_size pageSize size limit offset numberOfElements totalElements totalPages
	total_pages total_count totalCount count pages first last hasMore has_more hasNext next previous cursor sort
	pageable links self href url uri path method headers events error errors error_code error_description details
	detail reason traceId request_id instance exception success ok quotations statuses history fields labels
	_embedded etag quotationId`.split(/\s+/),
);

const looksLikeName = (text: string) => /^[A-Za-z_$][\w$.-]{0,39}$/.test(text);

const isKnown = (name: string, { described }: Naming) => described.has(name) || USUAL.has(name);

/** A field's name where it may be shown, else that there is one. */
export const nameOf = (name: string, naming: Naming): Told =>
	isKnown(name, naming) || (naming.all && looksLikeName(name)) ? (name as Told) : word('another');

/** Forms of a text, the first that fits. Telling one tells nothing of the text itself. */
const TEXTS: Array<[form: Told, fits: RegExp]> = [
	[word('empty text'), /^\s*$/],
	[word('UUID'), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	[word('moment'), /^\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:?\d\d)?$/],
	[word('date'), /^\d{4}-\d\d-\d\d$/],
	[word('email address'), /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
	[word('web address'), /^https?:\/\/\S+$/i],
	[word('number as text'), /^-?\d+([.,]\d+)?$/],
];

export function formOf(value: unknown): Told {
	if (value === null || value === undefined) return word('null');
	if (Array.isArray(value)) return word('list');
	if (isObject(value)) return word('object');
	if (typeof value === 'boolean') return word('boolean');
	if (typeof value !== 'number') {
		return TEXTS.find(([, fits]) => fits.test(String(value)))?.[0] ?? word('text');
	}
	if (!Number.isInteger(value)) return word('number with a fraction');
	if (value >= 1e12 && value < 1e13) return word('milliseconds since 1970');
	return value >= 1e9 && value < 1e10 ? word('seconds since 1970') : word('integer');
}

const MAX_ROWS = 500;
const DEEPEST = 4;

/** The fields of records with their forms, without a value of them. Lists add `[]` to a path. */
export function fieldsOf(records: readonly unknown[], naming: Naming): Told[] {
	const forms = new Map<Told, Told[]>();
	const collect = (path: Told, value: unknown, depth: number) => {
		if (path !== '') forms.set(path, [...(forms.get(path) ?? []), formOf(value)]);
		if (depth >= DEEPEST) return;
		if (Array.isArray(value)) {
			for (const inside of value.slice(0, MAX_ROWS)) collect(told`${path}[]`, inside, depth + 1);
		} else if (isObject(value)) {
			for (const [key, inside] of Object.entries(value)) {
				const name = nameOf(key, naming);
				collect(path === '' ? name : told`${path}.${name}`, inside, depth + 1);
			}
		}
	};
	for (const record of records.slice(0, MAX_ROWS)) collect('' as Told, record, 0);
	return [...forms].map(([path, seen]) => told`${path} (${joined(seen, ' or ')})`);
}
