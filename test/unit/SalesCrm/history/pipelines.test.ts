import '../../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { SalesCrm } from '../../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext } from '../../../support/engine';
import { useNock } from '../../../support/fakeService';
import { runOperation } from '../../../support/nodeRuns';
import { uuid } from '../../../support/uuid';

/** What pipelines are called, and in which order they and their statuses are listed. */

useNock();

const [SALES, LEADS, FITTING, GONE] = [1, 2, 3, 4].map((n) => uuid(n));

const COLOR = '#2E86C1';

/** The service lists them in any order. */
const STATUSES = [
	['Won', FITTING, 1],
	['New', LEADS],
	['Offer', SALES, 2],
	['Lost', GONE, 0],
	['Won', SALES, 10],
	['Idea', SALES, null],
	['Call', SALES, 1],
	['Planned', FITTING, 0],
].map(([label, backlog_id, position], n) => ({
	...{ id: uuid(100 + n), label, backlog_id, position },
	...{ color: COLOR, status_category: 'PROGRESS' },
}));

const board = (id: number, board_type: string, board_name: string, backlogs: unknown[][]) => ({
	...{ id: uuid(id), board_type, board_name },
	backlogs: backlogs.map(([of, backlog_name, rank]) => ({ id: of, backlog_name, rank })),
});

const BOARDS = [
	board(11, 'DEALS', 'Deals', [
		[FITTING, 'Montage', '0|i:'],
		[SALES, 'Verkoop', '0|Hz:'],
	]),
	board(12, 'LEADS', 'Leads', [[LEADS, ' montage ', '0|a:']]),
	board(13, 'ORDERS', 'Orders', [[GONE, 'Orders', '0|a:']]),
];

let services = 0;

type Boards = typeof BOARDS | [status: number, body: unknown];

/** Each service has its own address, because it is remembered whether a service offers boards. */
function serviceOf(boards: Boards, statuses: object[] = STATUSES) {
	const baseUrl = `http://crm${++services}.example`;
	const asked: string[] = [];
	const isListed = (one: Boards): one is typeof BOARDS => typeof one[0] === 'object';
	nock(baseUrl)
		.persist()
		.post(/statuses$/)
		.reply(200, { statuses });
	nock(baseUrl)
		.persist()
		.get(/boards/)
		.reply((uri) => {
			const parts = uri.split('/').slice(3);
			asked.push(parts.join(' '));
			if (!isListed(boards)) return boards as [number, nock.Body];
			const [, id] = parts;
			const { backlogs } = boards.find((one) => one.id === id) ?? {};
			return [200, backlogs ? { message: 'OK', backlogs } : { message: 'OK', boards }];
		});
	return { credential: { baseUrl }, asked };
}

const statusesAt = async (
	{ credential }: Pick<ReturnType<typeof serviceOf>, 'credential'>,
	more: IDataObject = {},
) => await runOperation('status', 'getAll', more, { credential });

const listed = (rows: IDataObject[]) =>
	rows.map(({ pipeline, status }) => `${pipeline}: ${status}`);

const NUMBERED = [
	...['Pipeline 1: Planned', 'Pipeline 1: Won', 'Pipeline 2: New', 'Pipeline 3: Call'],
	...['Pipeline 3: Offer', 'Pipeline 3: Won', 'Pipeline 3: Idea', 'Pipeline 4: Lost'],
];

it('pipelines are sorted by board and rank, their statuses by position, and unlisted ones come last', async () => {
	const service = serviceOf(BOARDS);
	const { rows, hints } = await statusesAt(service);
	expect(listed(rows)).toEqual([
		...['Verkoop: Call', 'Verkoop: Offer', 'Verkoop: Won', 'Verkoop: Idea'],
		...['Deals / Montage: Planned', 'Deals / Montage: Won', 'Leads / montage: New'],
		'Orders: Lost',
	]);
	expect(hints).toEqual([]);
	const own = [11, 12, 13].map((id) => `boards ${uuid(id)} backlogs`);
	expect(service.asked).toEqual(['boards', ...own]);
	const { id: statusId, label: status, backlog_id: pipelineId, color, ...rest } = STATUSES[6];
	const first = { status, pipeline: 'Verkoop', statusColor: color, statusId, pipelineId, ...rest };
	expect(rows[0]).toEqual(first);
	expect(Object.keys(rows[0])).toEqual(Object.keys(first));
	const { rows: raw } = await statusesAt(service, { simplify: false });
	expect(raw.map(({ label }) => label)).toEqual(rows.map(({ status }) => status));
});

it('without boards pipelines have numbers, and boards are asked for once', async () => {
	const service = serviceOf([404, { message: 'Not Found' }]);
	for (const { rows, hints } of [await statusesAt(service), await statusesAt(service)]) {
		expect([listed(rows), hints]).toEqual([NUMBERED, []]);
	}
	expect(service.asked).toEqual(['boards']);
});

it.each<[number, unknown, RegExp]>([
	[403, { message: 'COMPANY_PROFILE_ACCESS_DENIED' }, /^This account may not read boards/],
	[500, { message: 'x' }, /^Could not fetch the boards: .*500/],
])(
	'if boards cannot be read (%i), names are null, and a hint says why',
	async (status, body, why) => {
		const service = serviceOf([status, body]);
		const { rows, hints } = await statusesAt(service);
		expect(listed(rows)).toEqual(NUMBERED.map((one) => one.replace(/^Pipeline \d/, 'null')));
		expect(hints).toEqual([expect.stringMatching(why)]);
		expect(hints[0]).toMatch(/\. The names of pipelines are left empty\./);
		// Numbers and IDs work without boards.
		const filters = { pipelineIds: `Pipeline 4, ${LEADS}` };
		const labels = (await statusesAt(service, { filters })).rows.map((row) => row.status);
		expect(labels).toEqual(['New', 'Lost']);
		const byName = statusesAt(service, { filters: { pipelineIds: ['Verkoop'] } });
		await expect(byName).rejects.toThrow('The pipeline "Verkoop" could not be looked up');
	},
);

it.each([
	[[LEADS, SALES], true],
	[[SALES], false],
])('a status to choose is followed by its pipeline if there are several', async (ids, isNamed) => {
	const statuses = STATUSES.filter((one) => ids.includes(one.backlog_id as string));
	const { credential } = serviceOf(BOARDS, statuses);
	const { getStatuses } = new SalesCrm().methods.loadOptions;
	const shown = await getStatuses.call(loadOptionsContext({ credential }));
	expect(shown.map(({ name }) => name.includes(' – '))).toEqual(statuses.map(() => isNamed));
});

describe('a filter', () => {
	it.each<[unknown, string[]]>([
		['verkoop', [SALES]],
		['deals / montage', [FITTING]],
		['Montage', [FITTING, LEADS]],
		[
			['Leads / montage', SALES],
			[SALES, LEADS],
		],
		['pipeline 4, Verkoop', [SALES, GONE]],
	])('with %j', async (entered, ids) => {
		const filters = { pipelineIds: entered } as IDataObject;
		const { rows } = await statusesAt(serviceOf(BOARDS), { filters });
		expect([...new Set(rows.map(({ pipelineId }) => pipelineId))]).toEqual(ids);
	});
});

describe('the lists of the editor', () => {
	const { loadOptions } = new SalesCrm().methods;
	it('show statuses with their pipeline, if there are several', async () => {
		const context = loadOptionsContext({ credential: serviceOf(BOARDS).credential });
		const options = await loadOptions.getStatuses.call(context);
		expect(options.map(({ name }) => name)).toEqual([
			...['Call – Verkoop', 'Offer – Verkoop', 'Won – Verkoop', 'Idea – Verkoop'],
			...['Planned – Deals / Montage', 'Won – Deals / Montage', 'New – Leads / montage'],
			'Lost – Orders',
		]);
	});

	it('show pipelines with their first and last status, and the others below', async () => {
		const own = STATUSES.filter(({ backlog_id: id }) => id !== LEADS);
		const context = loadOptionsContext({ credential: serviceOf(BOARDS, own).credential });
		expect(await loadOptions.getPipelines.call(context)).toEqual([
			{ name: 'Verkoop: Call … Idea', value: SALES, description: 'Call, Offer, Won, Idea' },
			{ name: 'Deals / Montage: Planned … Won', value: FITTING, description: 'Planned, Won' },
			{ name: 'Leads / montage', value: LEADS, description: '' },
			{ name: 'Orders: Lost', value: GONE, description: 'Lost' },
		]);
	});
});
