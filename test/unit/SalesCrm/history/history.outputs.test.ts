/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import nock from 'nock';

import { useNock } from '../../../support/fakeService';
import { history, requestsTo, tellSandbox } from '../../../support/historyRuns';
import * as story from '../../../support/solarRoof';
import { uuid } from '../../../support/uuid';

/** The output "Deals", and what all outputs share. The story: support/solarRoof.ts. */

const OUTPUTS = ['deals', 'changes', 'events', 'timeInStatus'];

beforeEach(() => {
	sandbox.reset();
	tellSandbox([story.ROOF, story.BOILER], story.STATUSES, story.USERS);
});

useNock();

describe('the output "Deals"', () => {
	const deals = async (more: object) => await history({ output: 'deals', ...more });

	it('is each deal as the service sends it, with no request for names', async () => {
		const companyProfileId = [identities.PROFILE_ID];
		expect(await deals({})).toEqual([
			{ ...story.ROOF, companyProfileId },
			{ ...story.BOILER, companyProfileId },
		]);
		expect(requestsTo('listStatuses', 'listUsers')).toEqual([]);
	});

	it('holds the deals that have a fitting change, whole', async () => {
		const [roof, ...others] = await deals({ filters: { userIds: [story.BRAM.id] } });
		expect(others).toEqual([]);
		expect(roof.history).toHaveLength(8);
		expect(await deals({ filters: { backlogIds: [uuid(0xff)] } })).toEqual([]);
	});

	it('chosen by moment alone, holds the deals that changed then', async () => {
		const ids = async (filters: object) => (await deals({ filters })).map(({ id }) => id);
		expect(await ids({ changedAfter: '2026-03-02T11:15:00Z' })).toEqual([story.BOILER.id]);
		expect(await ids({ changedBefore: '2026-03-02T11:15:00Z' })).toEqual([story.ROOF.id]);
		expect(await ids({ changedAfter: '2026-03-02T11:45:00Z' })).toEqual([]);
	});

	it.each([[undefined], [null], ['none'], [{}], [[null, 'none', 7]]])(
		'a history that is %p breaks nothing, whatever is chosen',
		async (odd) => {
			const deal = { ...story.ROOF, history: odd, backlogId: undefined };
			nock('https://crm.example')
				.persist()
				.post(/history$/)
				.reply(200, { history: [deal, story.BOILER] });
			const credential = { baseUrl: 'https://crm.example' };
			for (const filters of [{ statusIds: [story.NEW_AT_WORK] }, { backlogIds: [story.WORK] }]) {
				for (const output of OUTPUTS) {
					const more = { output, filters, resolveNames: false };
					expect(await history(more, { credential })).toHaveLength(1);
				}
			}
		},
	);
});

it.each(OUTPUTS)('a limit cuts the output %s', async (output) => {
	const all = await history({ output });
	expect(all.length).toBeGreaterThan(1);
	expect(await history({ output, returnAll: false, limit: 1 })).toHaveLength(1);
	expect(await history({ output, returnAll: false, limit: 500 })).toHaveLength(all.length);
});

describe('the option "Request Body"', () => {
	it.each([
		[undefined, {}],
		['{"from": 1}', { from: 1 }],
		['={{ ({ types: ["STATUS_CHANGED"] }) }}', { types: ['STATUS_CHANGED'] }],
	])('%p is sent as %p', async (requestBody, sent) => {
		const service = nock('https://crm.example')
			.post(/history$/, sent)
			.reply(200, { history: [] });
		const options = requestBody === undefined ? {} : { requestBody };
		const credential = { baseUrl: 'https://crm.example' };
		expect(await history({ output: 'deals', options }, { credential })).toEqual([]);
		service.done();
	});

	it('is sent with the look-ups of names too, and with no other in its place', async () => {
		const { NEW, ANNA } = story;
		const sent = { from: 1 };
		const service = nock('https://crm.example')
			.post(/history$/, sent)
			.reply(200, { history: [story.ROOF] })
			.post(/statuses$/, sent)
			.reply(200, { statuses: story.STATUSES.map((s) => ({ ...s, id: s.id.toUpperCase() })) })
			.post(/get-users/, sent)
			.query(true)
			.reply(400, { message: 'from is not known' });
		const credential = { baseUrl: 'https://crm.example' };
		const options = { requestBody: sent };
		const rows = await history({ output: 'changes', options }, { credential });
		// Found although the list writes its ids in upper case.
		expect(rows[0]).toMatchObject({ statusId: NEW, statusLabel: 'Nieuw' });
		expect(rows[1]).toMatchObject({ userId: ANNA.id, userName: null });
		service.done();
	});

	it('a sign-in that has ended is an error, and no matter of names', async () => {
		sandbox.switches.faults = [{ kind: 'status', status: 401, every: 1 }];
		await expect(history({ output: 'changes' })).rejects.toThrow(
			'Could not fetch the deal history: the service refused the sign-in (401)',
		);
	});

	it('what is no JSON object is refused before anything is sent', async () => {
		for (const requestBody of ['[1]', '{"from"', 'all']) {
			await expect(history({ options: { requestBody } })).rejects.toThrow(
				"'Request Body' is not a JSON object",
			);
		}
		expect(sandbox.log.requests).toEqual([]);
	});
});
