import { range, type Told, told, word } from './told';

/** Whether and how a name of a field is shown. */
export interface Naming {
	/** Names that stand in the description of the service. */
	described: ReadonlySet<string>;
	/** Also those that do not, where they look like names: on request only. */
	all: boolean;
}

/** Names that fields and envelopes have everywhere: they tell nothing of an account. */
const USUAL = new Set(
	`id _id uuid name key ref code number reference title label name full_name fullName first_name firstName
	last_name lastName initials salutation gender birthday email email_address emailAddress phone
	phone_number phoneNumber mobile street house_number houseNumber postal_code postalCode zip
	zip_code zipCode city place country address addresses company company_id companyId customer
	customer_id customerId customer_name contact contact_id contactId contacts owner owner_id user
	user_id userId users author assignee type kind status state stage category categories tags tag
	color description comment comments note notes text message messages body subject summary
	created created_at createdAt created_by createdBy updated updated_at updatedAt updated_by
	updatedBy modified modified_at modifiedAt deleted deleted_at deletedAt timestamp time date
	start end start_date startDate end_date endDate due_date dueDate valid_until validUntil
	expires expires_at expiresAt version revision active enabled archived visible locale language
	currency price amount total totals subtotal tax vat vat_rate discount quantity unit unit_price
	unitPrice lines line items item rows row results result records record data content list
	elements entries values value meta metadata metaData pagination paging page page_number
	pageNumber per_page perPage page_size pageSize size limit offset number_of_elements
	numberOfElements total_elements totalElements total_pages totalPages total_count totalCount
	total_items totalItems count pages first last isLast is_last hasMore has_more hasNext has_next
	next previous prev cursor sort sorted unsorted empty pageable paged unpaged links self href url
	uri path method headers events error errors error_code errorCode error_description details
	detail reason hint help trace traceId trace_id requestId request_id instance exception success
	ok quotations statuses history backlog backlogs board boards deal deals fields free_fields
	labels attachments files file file_name fileName mime_type permissions role roles settings`
		.trim()
		.split(/\s+/),
);

/** What looks like a name somebody gave to a field, and not like data used as a key. */
const looksLikeName = (text: string) => /^[A-Za-z_$][A-Za-z_$.-]{0,39}$/.test(text);

export const isKnown = (name: string, { described }: Naming): boolean =>
	described.has(name) || USUAL.has(name);

/** A field's name where it may be shown, else how long it is. */
export function nameOf(name: string, naming: Naming): Told {
	const shown = isKnown(name, naming) || (naming.all && looksLikeName(name));
	return shown ? (name as Told) : another(name);
}

const another = ({ length }: string): Told =>
	length > 40
		? word('another name, more than 40 letters')
		: (`another name, ${length} ${length === 1 ? 'letter' : 'letters'}` as Told);

/** Kinds that the description shows (interface.md, "History entry", "Contact"). */
const KINDS = ['STATUS_CHANGED', 'USER_CHANGED', 'STATUS', 'USER', 'CONSUMER', 'SUCCESS', 'API'];

/** A word by which the service tells kinds of things apart: it is shown where it is a known one. */
export function kindOf(kind: unknown, naming: Naming): Told {
	if (typeof kind !== 'string') return word('no word');
	if (KINDS.includes(kind)) return kind as Told;
	if (naming.all && /^[A-Z][A-Z_]{1,39}$/.test(kind)) return kind as Told;
	return told`another kind, ${range(kind.length)} letters`;
}

/**
 * Whether the keys of objects are data rather than names of fields, such as those of custom fields:
 * they are then told as one. `seen` is in how many of `objects` each key that is not known stands.
 */
export function isMap(seen: ReadonlyMap<string, number>, objects: number): boolean {
	const keys = [...seen.keys()];
	if (keys.length > MAX_NAMES || keys.some((key) => !looksLikeKey(key))) return true;
	const rare = [...seen.values()].filter((times) => times === 1).length;
	return objects >= 4 && rare > 1 && rare * 2 >= keys.length;
}

const MAX_NAMES = 24;
const looksLikeKey = (text: string) => /^[A-Za-z_$][\w$.-]{0,39}$/.test(text);
