/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { history } from '../../../support/historyRuns';

/**
 * All fields of the outputs "Changes" and "Deals", of the second of the sandbox's deals, Jacobs:
 * ids and timestamps read off its history, the rest worked out by hand. Nobody stands second, so
 * the assignee after that has nobody before.
 */

const DEAL = '327dea2c-6fbb-565e-b210-d8faa2fee4a4';
const BACKLOG = '3af1a473-dcb8-59b6-beb0-06cdb031b853';
const SUMMARY = 'HR++ glas familie Jacobs';

const OFFER = 'd0120f35-c8b1-5f9e-8a81-9cc011ee011e';
const SENT = 'a88d0fd6-7ef0-540e-a607-0779ac4faf77';
const TALKS = '4fcaacca-bab7-53e2-bf29-8685dc37d627';
const FIEP = '5c8f8a2f-4ba7-53ac-ac42-d36fed71c6aa';
const FABIENNE = 'd40761c6-0944-5cbd-9f08-d5b966bcda6e';

const IDS = [
	'38233fe4-3e6f-52b6-b7b3-b41b2f25c59e',
	'f4961f89-7e87-5c8b-830c-4fb500846e00',
	'e8fcf52e-8980-5dec-b1f2-c7d73ef0d0af',
	'cbe01b51-f095-590e-a264-b2f77652d895',
	'179516b2-7737-52cb-b93f-0d9f55c9b0f1',
	'd75b7626-4873-57a9-bb9c-bb0806e3d58e',
];

beforeEach(() => sandbox.reset({ deals: 3 }));

it('changes: every field of a deal', async () => {
	const rows = await history({ output: 'changes' });
	const common = {
		dealId: DEAL,
		dealSummary: SUMMARY,
		backlogId: BACKLOG,
		companyProfileIds: [identities.PROFILE_ID],
	};
	const noStatus = {
		statusId: null,
		statusLabel: null,
		statusColor: null,
		previousStatusId: null,
		previousStatusLabel: null,
	};
	const noUser = {
		userId: null,
		userName: null,
		userEmail: null,
		previousUserId: null,
		previousUserName: null,
	};
	expect(rows.filter(({ dealId }) => dealId === DEAL)).toEqual([
		{
			...common,
			changeId: IDS[0],
			type: 'STATUS_CHANGED',
			startedAt: '2025-03-05T12:05:37.729Z',
			endedAt: '2025-03-09T11:17:19.429Z',
			open: false,
			durationMs: 342_701_700, // 3 days 23:11:41.700
			...noUser,
			statusId: OFFER,
			statusLabel: 'Offerte maken',
			statusColor: '#F39C12',
			previousStatusId: null,
			previousStatusLabel: null,
		},
		{
			...common,
			changeId: IDS[1],
			type: 'USER_CHANGED',
			startedAt: '2025-03-09T11:17:19.429Z',
			endedAt: '2025-03-13T17:27:30.939Z',
			open: false,
			durationMs: 367_811_510, // 4 days 06:10:11.510
			...noStatus,
			...noUser,
		},
		{
			...common,
			changeId: IDS[2],
			type: 'USER_CHANGED',
			startedAt: '2025-03-13T17:27:30.939Z',
			endedAt: '2025-03-16T08:27:39.500Z',
			open: false,
			durationMs: 226_808_561, // 2 days 15:00:08.561
			...noStatus,
			userId: FIEP,
			userName: 'Fiep van de Velden',
			userEmail: 'fiep6@zonendak.example',
			previousUserId: null,
			previousUserName: null,
		},
		{
			...common,
			changeId: IDS[3],
			type: 'STATUS_CHANGED',
			startedAt: '2025-03-16T08:27:39.500Z',
			endedAt: '2025-03-17T04:26:05.597Z',
			open: false,
			durationMs: 71_906_097, // 19:58:26.097
			...noUser,
			statusId: SENT,
			statusLabel: 'Offerte verstuurd',
			statusColor: '#8E44AD',
			previousStatusId: OFFER,
			previousStatusLabel: 'Offerte maken',
		},
		{
			...common,
			changeId: IDS[4],
			type: 'STATUS_CHANGED',
			startedAt: '2025-03-17T04:26:05.597Z',
			endedAt: '2025-03-17T18:30:01.555Z',
			open: false,
			durationMs: 50_635_958, // 14:03:55.958
			...noUser,
			statusId: TALKS,
			statusLabel: 'In onderhandeling',
			statusColor: '#16A085',
			previousStatusId: SENT,
			previousStatusLabel: 'Offerte verstuurd',
		},
		{
			...common,
			changeId: IDS[5],
			type: 'USER_CHANGED',
			startedAt: '2025-03-17T18:30:01.555Z',
			endedAt: null,
			open: true,
			durationMs: null,
			...noStatus,
			userId: FABIENNE,
			userName: 'Fabiënne de Nijs',
			userEmail: 'fabienne3@zonendak.example',
			previousUserId: FIEP,
			previousUserName: 'Fiep van de Velden',
		},
	]);
});

it('deals: every field of a deal, as the service sends it', async () => {
	const entry = (n: number, startTimestamp: number, endTimestamp: number) => ({
		id: IDS[n],
		backlogItemId: DEAL,
		startTimestamp,
		endTimestamp,
	});
	const to = (type: 'STATUS' | 'USER', _id: string) => ({
		type: `${type}_CHANGED`,
		metaData: { propertyValue: { _id, type } },
	});
	const rows = await history({ output: 'deals' });
	expect(rows.map(({ id }) => id).indexOf(DEAL)).toBe(1);
	expect(rows[1]).toEqual({
		id: DEAL,
		backlogId: BACKLOG,
		summary: SUMMARY,
		companyProfileId: [identities.PROFILE_ID],
		history: [
			{ ...entry(0, 1_741_176_337_729, 1_741_519_039_429), ...to('STATUS', OFFER) },
			{
				...entry(1, 1_741_519_039_429, 1_741_886_850_939),
				type: 'USER_CHANGED',
				metaData: {},
			},
			{ ...entry(2, 1_741_886_850_939, 1_742_113_659_500), ...to('USER', FIEP) },
			{ ...entry(3, 1_742_113_659_500, 1_742_185_565_597), ...to('STATUS', SENT) },
			{ ...entry(4, 1_742_185_565_597, 1_742_236_201_555), ...to('STATUS', TALKS) },
			{ ...entry(5, 1_742_236_201_555, 0), ...to('USER', FABIENNE) },
		],
	});
});
