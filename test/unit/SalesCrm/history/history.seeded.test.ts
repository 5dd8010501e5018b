/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { fromModel, toolFor } from '../../../support/tool';
import { history } from '../../../support/historyRuns';

/**
 * The first three deals of the sandbox, read off its histories, with the figures worked out by
 * hand for midnight of 1 April 2025, UTC: 1743465600000.
 *
 * Van den Heuvel: Nieuw 1741124126295, a status that is gone 1741495838977, Tristan 1741765205288,
 * Contact gelegd 1741997551387, Afspraak gepland 1742374856599.
 * Jacobs: Offerte maken 1741176337729, nobody 1741519039429, Fiep 1741886850939,
 * Offerte verstuurd 1742113659500, In onderhandeling 1742185565597, Fabiënne 1742236201555.
 * Hendriks: Nieuw 1741626052071, Jasmine 1741639236118, Ingepland 1741717539240, Nomi 1741919050803,
 * In uitvoering 1742303540059, Jasmine 1742594748774, Nieuw of another backlog 1742894177019.
 */

const NOW = 1_743_465_600_000;

beforeEach(() => {
	sandbox.reset({ deals: 3 });
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

afterEach(() => jest.restoreAllMocks());

const pick = (rows: IDataObject[], ...fields: string[]) =>
	rows.map((row) => fields.map((field) => row[field]));

const family = ({ dealSummary }: IDataObject) => String(dealSummary).replace(/^.*familie /, '');

it('time in status', async () => {
	const rows = await history({ output: 'timeInStatus' });
	const fields = ['statusLabel', 'enteredCount', 'totalMs', 'latestMs', 'current'];
	const once = (label: string | null, ms: number, current = false) => [label, 1, ms, ms, current];
	expect(pick(rows, ...fields)).toEqual([
		once('Nieuw', 371_712_682),
		once(null, 501_712_410),
		once('Contact gelegd', 377_305_212),
		once('Afspraak gepland', 1_090_743_401, true),
		once('Offerte maken', 937_321_771),
		once('Offerte verstuurd', 71_906_097),
		once('In onderhandeling', 1_280_034_403, true),
		once('Nieuw', 91_487_169),
		once('Ingepland', 586_000_819),
		once('In uitvoering', 590_636_960),
		once('Nieuw', 571_422_981, true),
	]);
});

it('events', async () => {
	const rows = await history({ output: 'events' });
	expect(rows).toHaveLength(5 + 6 + 7);
	const jacobs = rows.slice(5, 11);
	expect(pick(jacobs, 'occurredAt', 'status', 'previousStatus', 'assignee')).toEqual([
		['2025-03-05T12:05:37.729Z', 'Offerte maken', null, null],
		['2025-03-09T11:17:19.429Z', 'Offerte maken', null, null],
		['2025-03-13T17:27:30.939Z', 'Offerte maken', null, 'Fiep van de Velden'],
		['2025-03-16T08:27:39.500Z', 'Offerte verstuurd', 'Offerte maken', 'Fiep van de Velden'],
		['2025-03-17T04:26:05.597Z', 'In onderhandeling', 'Offerte verstuurd', 'Fiep van de Velden'],
		['2025-03-17T18:30:01.555Z', 'In onderhandeling', null, 'Fabiënne de Nijs'],
	]);
	expect(new Set(rows.map(({ companyProfileId }) => companyProfileId))).toEqual(
		new Set([identities.PROFILE_ID]),
	);
	const move = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';
	expect(jacobs.map(({ eventName }) => eventName)).toEqual([
		move,
		'USER_CHANGED',
		'USER_CHANGED',
		move,
		move,
		'USER_CHANGED',
	]);
});

it('a filter that there is none of is passed over', async () => {
	const filters = { minDaysInStatus: 1000 };
	expect(await history({ output: 'deals', filters })).toHaveLength(3);
	expect(await history({ output: 'timeInStatus', filters })).toHaveLength(11);
});

it.each([
	['deals', ['Hendriks', 'van den Heuvel', 'Jacobs']],
	['changes', ['Hendriks', 'Hendriks', 'van den Heuvel', 'Hendriks', 'Jacobs', 'Jacobs']],
	['events', ['Hendriks', 'Hendriks', 'van den Heuvel', 'Hendriks', 'Jacobs', 'Jacobs']],
	['timeInStatus', ['Hendriks', 'van den Heuvel', 'Hendriks', 'Jacobs', 'Jacobs']],
])('%s, newest first, then cut', async (output, families) => {
	const byFamily = async (more: IDataObject) =>
		(await history({ output, ...more })).map((row) =>
			family({ dealSummary: row.dealSummary ?? row.summary }),
		);
	const limit = families.length;
	const options = { sort: 'newestFirst' };
	expect(await byFamily({ returnAll: false, limit, options })).toEqual(families);
	const all = await byFamily({ options: { sort: 'oldestFirst' } });
	expect(all.slice(-limit).reverse()).toEqual(families);
});

it('an output or order that does not exist is refused, with those that do', async () => {
	await expect(history({ output: '={{ "present" }}' })).rejects.toThrow(
		"'Output' must be one of changes, deals, events, timeInStatus",
	);
	await expect(history({ options: { sort: '={{ "latest" }}' } })).rejects.toThrow(
		"'Sort' must be one of byDeal, newestFirst, oldestFirst",
	);
	expect(sandbox.log.requests).toEqual([]);
});

it('a model chooses the output, and is told which there are', async () => {
	const output = fromModel('Output', 'changes, deals, events or timeInStatus');
	const tool = await toolFor({ parameters: { resource: 'history', operation: 'getAll', output } });
	const rows = JSON.parse(await tool.invoke({ Output: 'deals' })) as IDataObject[];
	expect(rows.map(({ summary }) => family({ dealSummary: summary }))).toEqual([
		'van den Heuvel',
		'Jacobs',
		'Hendriks',
	]);
	// Gone, for it became an operation of its own.
	await expect(tool.invoke({ Output: 'currentStatus' })).rejects.toThrow(/one of changes, deals/);
});

it('the answer to a model is kept small, the newest first, unless it asks for fewer', async () => {
	sandbox.reset({ deals: 60 });
	const limit = fromModel('Limit', 'How many at most', 'number');
	const parameters = { resource: 'history', operation: 'getAll', options: { sort: 'newestFirst' } };
	const all = await history({ output: 'changes', options: { sort: 'newestFirst' } });
	const newest = (count: number) => all.slice(0, count).map(({ changeId }) => changeId);
	const ids = (answer: string) =>
		JSON.parse(answer).map(({ changeId }: IDataObject) => changeId) as unknown[];

	const plain = await toolFor({ parameters });
	expect(plain.description).toBe('Get many history entries in Sales CRM');
	expect(ids(await plain.invoke({}))).toEqual(newest(10));
	const limited = await toolFor({ parameters: { ...parameters, limit } });
	expect(ids(await limited.invoke({ Limit: 3 }))).toEqual(newest(3));
});
