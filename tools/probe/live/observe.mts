import { randomBytes, randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../spec/file.mts';
import { distinct } from '../spec/schema.mts';
import type { Account, Question, Read } from './account.mts';
import { isPage, isPdf, pageOf, parsed, type Reply } from './reply.mts';

/** No list is this long. */
const FAR_PAGE = 50_000;
const MANY = 1000;
const IDS = ['id', '_id', 'uuid', 'contactId', 'contact_id', 'quotationId', 'quotation_id'];

/** Asks for everything that is read, then for what does not exist. */
export async function observe(account: Account): Promise<void> {
	const { profile, audience } = account.options;
	const quotations = await account.ask('listQuotations');
	if (audience) await account.ask('listContacts');
	for (const operation of ['listStatuses', 'listUsers', 'listHistory', 'listSubscriptions'])
		await account.ask(operation, { isTrial: !profile });
	const [first] = rowsOf(quotations);
	const id = IDS.map((name) => first?.[name]).find((value) =>
		/^(string|number)$/.test(typeof value),
	);
	if (id !== undefined) await account.ask('getQuotationInfo', { own: { id: String(id) } });
	if (id !== undefined) await account.ask('getQuotationPdf', { own: { id: String(id) } });
	await askForPages(account, audience ? 'listContacts' : 'listQuotations');

	const made = randomUUID();
	const trial = async (operation: string, about: string, own: Question['own'], session?: string) =>
		await account.ask(operation, { about, own, session, isTrial: true });
	await trial('getQuotationInfo', 'with a made-up id', { id: made });
	await trial('listQuotations', 'with a made-up profile', { company_profile_id: made });
	await trial('listStatuses', 'with a profile that is not a UUID', { companyProfileId: 'none' });
	if (account.hasSession) {
		const session = [1, 2, 3].map(() => randomBytes(18).toString('base64url')).join('.');
		await trial('listQuotations', 'with a made-up session', {}, session);
	} else {
		await trial('listQuotations', 'without the profile', { company_profile_id: undefined });
		await trial('listSubscriptions', 'without the profile', { profile_id: undefined });
	}
}

/** Pages of several sizes, one twice, one behind the end, and one far behind it. */
async function askForPages(account: Account, operation: string): Promise<void> {
	const ask = async (page: number, per_page: number, about = '') =>
		await account.ask(operation, { own: { page, per_page }, about, isTrial: true });
	const usual = await ask(0, 50);
	const rows = rowsOf(usual);
	if (!usual || rows.length === 0) return;
	const again = await ask(0, 50, 'asked again');
	const others = rowsOf(again);
	const differ = rows.filter((row, n) => text(row) !== text(others[n])).length;
	const isSame = text(idsOf(rows)) === text(idsOf(others));
	if (again) again.remark = `${isSame ? 'the same' : 'other'} rows, ${differ} with other content`;
	const second = await ask(1, 50);
	if (second && text(idsOf(rows)) === text(idsOf(rowsOf(second))))
		second.remark = 'the same as page=0';
	await ask(0, 1);
	const many = rowsOf(await ask(0, MANY)).length;
	if (many > 0 && many < MANY) await ask(many + 1, 1, 'behind the largest page');
	await ask(FAR_PAGE, 50);
}

const rowsOf = (read: Read | undefined): IDataObject[] =>
	read ? (pageOf(read.operation, read.reply)?.rows ?? []) : [];
const text = (value: unknown) => JSON.stringify(value);
/** Rows by their ids; those that have none by all that they hold. */
const idsOf = (rows: IDataObject[]) =>
	rows.map((row) => IDS.map((name) => row[name]).find(Boolean) ?? row);

/** By its first characters, whatever the header says. */
export function typeOf(reply: Reply): string {
	if (isPdf(reply)) return 'application/pdf';
	if (isPage(reply)) return 'text/html';
	return parsed(reply.text) === undefined ? 'text/plain' : 'application/json';
}

/**
 * How an answer looks, in counts and names of fields.
 * @param isBrief Without the names of what stands beside a list.
 */
export function shapeOf(
	{ reply, operation, why = '' }: Read,
	nameOf: (name: string) => string,
	isBrief = false,
): string {
	if (!reply) return why;
	if (typeOf(reply) !== 'application/json') return reply.text === '' ? 'no body' : typeOf(reply);
	const data = parsed(reply.text);
	const names = isObject(data) ? distinct(Object.keys(data).map(nameOf)) : [];
	const page = operation.startsWith('list') ? pageOf(operation, reply) : undefined;
	if (!page) return names.join(', ') || 'no fields';
	const { rows, path = [], total, more } = page;
	const [place, ...inside] = path.map(nameOf);
	const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
	const others = isBrief ? [] : names.filter((name) => name !== place);
	return [
		`${count} in ${place ? [place, ...inside].join('.') : 'a bare array'}`,
		total !== undefined && `a total that is ${total > rows.length ? 'more' : 'as many'}`,
		more !== undefined && `a mark that ${more ? 'there is more' : 'this is all'}`,
		others.length > 0 && `beside them ${others.join(', ')}`,
	]
		.filter(Boolean)
		.join(', ');
}
