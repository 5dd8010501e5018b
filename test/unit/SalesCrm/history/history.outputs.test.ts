/**
 * @jest-environment ./test/unit/support/sandbox-environment.mjs
 */
import nock from 'nock';

import { useNock } from '../../support/fakeService';
import { history, requestsTo, tellSandbox } from '../../support/historyRuns';
import * as story from '../../support/solarRoof';
import { uuid } from '../../support/uuid';

/** The output "Deals", and what all three outputs share. The story: support/solarRoof.ts. */

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
});

it.each(['deals', 'changes', 'timeInStatus'])('a limit cuts the output %s', async (output) => {
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

	it('what is no JSON object is refused before anything is sent', async () => {
		for (const requestBody of ['[1]', '{"from"', 'all']) {
			await expect(history({ options: { requestBody } })).rejects.toThrow(
				"'Request Body' is not a JSON object",
			);
		}
		expect(sandbox.log.requests).toEqual([]);
	});
});
