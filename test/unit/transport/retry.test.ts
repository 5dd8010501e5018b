/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { forgetWaits } from '../../support/noWaiting';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { routes } from '../../../nodes/api/routes';
import { listContacts, requestsTo } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { startOver } from '../../support/startOver';

/** Reads are sent again after faults that may pass; how long is waited for it (not in real time). */

beforeEach(async () => {
	await startOver();
	// Pages that the test before had asked for ahead may have waited until now.
	forgetWaits();
});

const reads: Array<[string, IDataObject]> = [
	[
		'listContacts',
		{ resource: 'contact', operation: 'getAll', audienceId: '={{ $json.audience }}' },
	],
	['listQuotations', { resource: 'quotation', operation: 'getAll' }],
	['getQuotationInfo', { resource: 'quotation', operation: 'get' }],
	['getQuotationPdf', { resource: 'quotation', operation: 'download' }],
	['listHistory', { resource: 'history', operation: 'getAll', output: 'deals' }],
	['listStatuses', { resource: 'status', operation: 'getAll' }],
	['listUsers', { resource: 'user', operation: 'getAll' }],
	['listSubscriptions', { resource: 'webhook', operation: 'getAll' }],
];

it('each route that reads is among them', () => {
	const reading = Object.entries(routes).filter(([, { kind }]) => kind === 'read');
	expect(reads.map(([route]) => route).sort()).toEqual(reading.map(([route]) => route).sort());
});

const HOOK = {
	resource: 'webhook',
	operation: 'create',
	name: 'Mine',
	url: 'https://n8n.example/',
};

const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

const read = async (parameters: IDataObject) => {
	const [quotation] = sandbox.world.profile().quotations;
	const quotationId = { __rl: true, mode: 'id', value: quotation.id };
	const items = [{ json: { audience: identities.AUDIENCE_ID } }];
	return await runNode({ parameters: { ...parameters, quotationId }, items });
};

const STATUSES = [429, 502, 503, 504, 520, 522, 530];

describe.each(reads)('%s is sent again', (route, parameters) => {
	it('after 429, 502, 503, 504 and 520 to 530', async () => {
		await runNode({ parameters: HOOK });
		const unharmed = jsonOf(await read(parameters));
		expect(unharmed).not.toEqual([]);
		sandbox.log.requests.length = 0;
		sandbox.switches.faults = STATUSES.map((status) => ({
			route,
			kind: 'status',
			status,
		}));
		expect(jsonOf(await read(parameters))).toEqual(unharmed);
		expect(
			requestsTo(route)
				.map(({ status }) => status)
				.slice(0, STATUSES.length + 1),
		).toEqual([...STATUSES, 200]);
	});

	it('after connection faults', async () => {
		const kinds = ['resetBefore', 'resetAfter', 'lostReply'] as const;
		sandbox.switches.faults = kinds.map((kind) => ({ route, kind }));
		await read(parameters);
		expect(
			requestsTo(route)
				.slice(0, 4)
				.map(({ fault }) => fault),
		).toEqual([...kinds, null]);
	});
});

it.each([400, 403, 404, 409, 422, 500, 501])(
	'a read is not sent again after %i',
	async (status) => {
		sandbox.switches.faults = [{ kind: 'status', status, times: 99 }];
		const options = { pageSize: 50 };
		await expect(listContacts({ options })).rejects.toThrow(`(${status})`);
		expect(sandbox.log.requests).toHaveLength(1);
	},
);

it("an API token's 401 is not sent again", async () => {
	const credential = { apiToken: 'wrong' };
	await expect(listContacts({}, { credential })).rejects.toThrow('refused the sign-in (401)');
	expect(sandbox.log.requests).toHaveLength(1);
});

it('a page in the middle of a list is fetched again, and the list stays complete', async () => {
	sandbox.reset({ contacts: 1000 });
	sandbox.switches.faults = [
		{ kind: 'status', status: 503, every: 3 },
		{ kind: 'resetAfter', every: 5 },
	];
	// One after the other: side by side, chance might let all tries of one page meet a fault.
	expect(await listContacts({ options: { concurrency: 1 } })).toHaveLength(1000);
});
