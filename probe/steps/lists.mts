import { isObject } from '../../nodes/utils/json.ts';
import type { Asker } from '../asker.mts';
import { type ContactFields, contactFieldsOf } from '../examine/contact.ts';
import { type Envelope, envelopeOf } from '../examine/envelope.ts';
import { type Field, fieldsOf } from '../examine/fields.ts';
import {
	ASKED,
	type Pages,
	type Paging,
	pagingOf,
	rowBehindCap,
	rowBehindEnd,
	type Said,
	type SeenPage,
} from '../examine/paging.ts';
import { emptyFormOf } from '../examine/emptyPage.ts';
import { dataOf, pageOf, type Reply } from '../examine/reply.ts';
import { range, type Told } from '../examine/told.ts';

/** What a list with pages is like. */
export interface ListFindings {
	envelope?: Envelope;
	paging: Paging;
	/** Of contacts; undefined where it is neither of these. */
	contacts?: ContactFields;
	/** Rows of the largest page that came. */
	rows: Told;
	fields: Field[];
}

/**
 * Asks a list for all the pages that tell something. Its first row comes along for further
 * questions; it is no part of what is found.
 */
export async function listed(
	asker: Asker,
	operation: 'listContacts' | 'listQuotations',
	name: string,
	query: Record<string, string | undefined>,
): Promise<{ found: ListFindings; firstRow: unknown }> {
	const ask = async (page?: number, per_page?: number) =>
		await asker.ask(operation, { query: { ...query, page, per_page } });
	const pages: Pages = { refused: {} };
	const read = (reply: Reply | undefined) => pageBehind(reply, name, pages.first?.path);
	let first: Reply | undefined;
	let big: Reply | undefined;
	for (const [which, [page, perPage]] of Object.entries(ASKED)) {
		const reply = await ask(page, perPage);
		if (which === 'first') first = reply;
		if (which === 'big') big = reply;
		if (page === 0) {
			pages[which as keyof typeof ASKED] = pageOf(reply, name);
			if (which === 'one' || which === 'big') noteRefusal(pages, which, reply);
		} else if (!isOfRefusedSize(pages, perPage)) pages[which as keyof typeof ASKED] = read(reply);
		// Without a first page there is nothing to compare with.
		if (which === 'first' && !pages.first) break;
	}
	const behind = rowBehindCap(pages);
	if (behind !== undefined) pages.behindCap = read(await ask(behind, 1));
	const end = rowBehindEnd(pages);
	if (end !== undefined) pages.behindEnd = read(await ask(end, 1));
	const plain = pages.first && (await ask());
	pages.plain = plain && pageOf(plain, name);
	// A refusal stands for an empty page only where the sign-in still holds at the end.
	const told = pages.plain ? pages : { first: pages.first };

	const rows = [pages.big, pages.first].flatMap((page) => page?.rows ?? []);
	const page = pages.first;
	return {
		found: {
			envelope: page && envelopeOf(dataOf(first), page, name, asker.naming),
			paging: pagingOf(told, saidSize(dataOf(big))),
			rows: range(Math.max(pages.big?.rows.length ?? 0, pages.first?.rows.length ?? 0)),
			contacts: operation === 'listContacts' ? contactFieldsOf(rows) : undefined,
			fields: fieldsOf(rows, asker.naming),
		},
		firstRow: rows[0],
	};
}

/** A page behind the last may be refused, or leave its list out: it has no rows then. */
function pageBehind(
	reply: Reply | undefined,
	name: string,
	path: string[] | undefined,
): SeenPage | undefined {
	const empty = emptyFormOf(reply, path);
	const page = pageOf(reply, name) ?? (empty && { rows: [] });
	return page && { ...page, empty };
}

/** What is refused on page 0 is the size, or how far it reaches. */
function noteRefusal({ refused }: Pages, which: 'one' | 'big', reply: Reply | undefined) {
	if (reply && [400, 413, 422].includes(reply.status)) refused![which] = reply.status;
}

const isOfRefusedSize = ({ refused }: Pages, perPage: number): boolean =>
	refused?.[perPage === 1 ? 'one' : 'big'] !== undefined && perPage !== ASKED.first[1];

const SIZES = ['size', 'per_page', 'perPage', 'page_size', 'pageSize', 'limit'];

/** The size of page that an envelope speaks of, or an object right inside it. */
function saidSize(data: unknown): Said {
	if (!isObject(data)) return {};
	const places = [data, ...Object.values(data).filter(isObject)];
	const sizes = places.flatMap((place) => SIZES.map((name) => place[name]));
	return { size: sizes.find((size): size is number => Number.isInteger(size)) };
}
