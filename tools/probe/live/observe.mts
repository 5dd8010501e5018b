import { randomBytes, randomUUID } from 'node:crypto';
import { isEqual } from 'es-toolkit';
import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS } from '../../../nodes/pagination/seenRows.ts';
import type { Account } from './account.mts';
import { pageOf, type Read } from './read.mts';

/** No list is this long. */
const FAR_PAGE = 50_000;
const MANY = 1000;
/** A row by its id; one that has none by all that it holds. */
const idOf = (row: IDataObject) => ID_FIELDS.map((name) => row[name]).find(Boolean) ?? row;

const rowsOf = (read: Read | undefined): IDataObject[] => (read && pageOf(read)?.rows) ?? [];
const haveSameIds = (some: IDataObject[], others: IDataObject[]) =>
	isEqual(some.map(idOf), others.map(idOf));

/** Asks for everything that is read, then for what does not exist. */
export async function observe(account: Account): Promise<void> {
	const { profile, audience, credential } = account.options;
	const quotations = await account.ask('listQuotations');
	const contacts = audience ? await account.ask('listContacts') : undefined;
	const ofProfile = ['listStatuses', 'listUsers', 'listHistory', 'listSubscriptions'] as const;
	for (const operation of profile ? ofProfile : []) await account.ask(operation);
	const [first] = rowsOf(quotations);
	const id = first && idOf(first);
	if (typeof id === 'string' || typeof id === 'number')
		for (const operation of ['getQuotationInfo', 'getQuotationPdf'] as const)
			await account.ask(operation, '', { id });
	await askForPages(account, contacts ?? quotations);

	const made = randomUUID();
	await account.ask('getQuotationInfo', 'with a made-up id', { id: made });
	await account.ask('listQuotations', 'with a made-up profile', { company_profile_id: made });
	await account.ask('listStatuses', 'with a profile that is not a UUID', {
		companyProfileId: 'none',
	});
	if ('apiToken' in credential) {
		const without = { company_profile_id: undefined, profile_id: undefined };
		await account.ask('listQuotations', 'without the profile', without);
		await account.ask('listSubscriptions', 'without the profile', without);
	} else {
		const session = [1, 2, 3].map(() => randomBytes(18).toString('base64url')).join('.');
		await account.ask('listQuotations', 'with a made-up session', {}, session);
	}
}

/** Pages of several sizes, one twice, one behind the end, and one far behind it. */
async function askForPages(account: Account, first: Read | undefined): Promise<void> {
	const rows = rowsOf(first);
	if (!first || rows.length === 0) return;
	const ask = async (page: number, per_page: number, about = '') => {
		const title = `page=${page}&per_page=${per_page} ${about}`;
		return await account.ask(first.operation, title, { page, per_page });
	};
	const again = await ask(0, 50, 'asked again');
	const others = rowsOf(again);
	const differ = rows.filter((row, n) => !isEqual(row, others[n])).length;
	const which = haveSameIds(rows, others) ? 'the same' : 'other';
	if (again) again.remark = `${which} rows, ${differ} with other content`;
	const second = await ask(1, 50);
	if (second && haveSameIds(rows, rowsOf(second))) second.remark = 'the same as page=0';
	await ask(0, 1);
	const many = rowsOf(await ask(0, MANY)).length;
	if (many > 0 && many < MANY) await ask(many + 1, 1, 'behind the largest page');
	await ask(FAR_PAGE, 50);
}
