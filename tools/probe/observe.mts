import { randomBytes, randomUUID } from 'node:crypto';
import { isEqual } from 'es-toolkit';

import type { Account } from './account.mts';
import { isObject, type Json } from './json.mts';
import { dataOf, pageOf, type Read } from './read.mts';
import { PLAIN_LISTS } from './works.mts';

/** No list is this long. */
const FAR_PAGE = 50_000;
const MANY = 1000;

const idOf = (row: Json | undefined): unknown =>
	row && ['id', '_id', 'uuid', 'documentId'].map((name) => row[name]).find(Boolean);
const rowsOf = (read: Read | undefined): Json[] => (read && pageOf(read)?.rows) ?? [];
/** A row that has no id by all that it holds. */
const haveSameIds = (some: Json[], others: Json[]) =>
	isEqual(
		...([some, others].map((rows) => rows.map((row) => idOf(row) ?? row)) as [Json[], Json[]]),
	);

/** Asks for everything that is read, by each way there is, then for what does not exist. */
export async function observe(account: Account): Promise<void> {
	await account.ask('getMe');
	const profiles = rowsOf(await account.ask('listProfiles'));
	// A token is for one profile; where there are several, one has to be named.
	if (profiles.length === 1) account.profile ??= String(idOf(profiles[0]));
	const quotations = await account.ask('listQuotations');
	const contacts = account.options.audience ? await account.ask('listContacts') : undefined;
	await account.ask('listSubscriptionsAsPublished');
	if (account.profile) await askOfProfile(account);
	await askForQuotation(account, quotations);
	await askForPages(account, contacts ?? quotations);
	await askForNothing(account);
}

async function askOfProfile(account: Account): Promise<void> {
	for (const operation of ['listSubscriptions', ...PLAIN_LISTS]) await account.ask(operation);
	const boards = rowsOf(await account.ask('listBoards'));
	const board = boards.find(({ board_type }) => board_type === 'DEALS') ?? boards[0];
	if (board) {
		const boardId = String(board.id);
		const [pipeline] = rowsOf(await account.ask('listPipelines', '', { boardId }));
		const backlogId = String(pipeline?.id);
		const some = { boardId, backlogId, per_page: 2 };
		const [item] = pipeline ? rowsOf(await account.ask('listBoardItems', '', some)) : [];
		if (item) await account.ask('getItem', '', { backlogId, itemId: String(item.id) });
	}
	const [person] = rowsOf(await account.ask('listContactPersons'));
	if (person) await account.ask('getContactPerson', '', { contactPersonId: String(person.id) });
}

/** The first quotation of each list, as a record and as a file. */
async function askForQuotation(account: Account, described: Read | undefined): Promise<void> {
	const id = idOf(rowsOf(described)[0]);
	if (typeof id === 'string' || typeof id === 'number')
		for (const operation of ['getQuotationInfo', 'getQuotationPdf'])
			await account.ask(operation, '', { id });
	if (!account.profile) return;
	const [row] = rowsOf(await account.ask('listQuotationsAsPublished'));
	const documentId = row && String(idOf(row));
	const read = documentId && (await account.ask('getQuotationAsPublished', '', { documentId }));
	const { quotationData } = Object(read && dataOf(read));
	const [artifactName] = Object.keys(Object(Object(quotationData).artifacts));
	if (artifactName)
		await account.ask('getQuotationPdfAsPublished', '', { documentId, artifactName });
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

/** What does not exist, or is not allowed, to see how that is refused. */
async function askForNothing(account: Account): Promise<void> {
	const made = randomUUID();
	await account.ask('getQuotationInfo', 'with a made-up id', { id: made });
	await account.ask('listQuotations', 'with a made-up profile', { company_profile_id: made });
	await account.ask('listUsersAsPublished', 'with a made-up profile', { companyProfileId: made });
	await account.ask('listStatuses', 'with a profile that is no UUID', { companyProfileId: 'none' });
	if (account.profile)
		await account.ask('getQuotationAsPublished', 'with a made-up id', { documentId: made });
	if ('apiToken' in account.options.credential) {
		const without = { company_profile_id: undefined, profile_id: undefined };
		await account.ask('listQuotations', 'without the profile', without);
	} else {
		const session = [1, 2, 3].map(() => randomBytes(18).toString('base64url')).join('.');
		await account.ask('listQuotations', 'with a made-up session', {}, session);
		await account.ask('getMe', 'with a made-up session', {}, session);
	}
}
