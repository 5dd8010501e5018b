/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../../support/noWaiting';

import nock from 'nock';

import { listContacts } from '../../support/contactRuns';
import { failure } from '../../support/failure';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { startOver } from '../../support/startOver';

/** What each answer of the service looks like to the user: what failed, why, what to do. */

useNock();
beforeEach(async () => await startOver());

describe('the status', () => {
	it.each([
		[400, 'the service rejected the data (400)', 'Correct what the service names in this item'],
		[
			401,
			'the service refused the sign-in (401)',
			'The API token may be wrong or revoked: create a new one in the settings of your Sales CRM',
		],
		[
			403,
			'access is not allowed (403)',
			'The sign-in has no access to this, or is not valid. Check the',
		],
		[404, 'the audience was not found (404)', 'Check the IDs in this node'],
		[409, 'it conflicts with what is there already (409)', 'It may be there already'],
		[422, 'the service rejected the data (422)', 'Correct what the service names in this item'],
		[418, 'the service refused (418)', '(?=The service answered)'],
		[429, 'the service is receiving too many requests (429)', 'Try again later'],
		[522, 'the service has a problem (522)', 'Try again later'],
		[500, 'the service has a problem (500)', 'Try again later'],
		[503, 'the service has a problem (503)', 'Try again later'],
	])('%i', async (status, reason, advice) => {
		sandbox.switches.faults = [{ kind: 'status', status, times: 99 }];
		const error = await failure(listContacts());
		expect(error.message).toBe(`Could not list the contacts: ${reason}`);
		expect(error.description).toMatch(new RegExp(`^${advice}.*The service answered: `));
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: String(status) });
	});

	it.each(['message', 'error', 'text'] as const)(
		'with the words of the service (%s)',
		async (errorShape) => {
			Object.assign(sandbox.switches, { errorShape });
			const audienceId = identities.SECOND_AUDIENCE_ID;
			expect((await failure(listContacts({ audienceId }))).description).toContain(
				'No such audience',
			);
		},
	);

	it('a redirect elsewhere is not followed, and the secret not sent there', async () => {
		const location = 'http://elsewhere.example/login';
		sandbox.switches.faults = [{ kind: 'redirect', location, times: 9 }];
		expect(await failure(listContacts())).toMatchObject({
			message: 'Could not list the contacts: the service points to another address (307)',
			description: expect.stringContaining('It points to http://elsewhere.example'),
		});
	});
});

describe('an answer that is none', () => {
	it.each([
		{ success: false, message: 'no' },
		{ ok: false },
		{ type: 'FAILED' },
		{ type: 'ERROR', data: [] },
		{ status: 'error', message: 'expired' },
		{ error: 'not allowed' },
	])('status 200 with %j', async (body) => {
		nock(FAKE_URL).get('/api/v1/contacts').query(true).reply(200, body);
		const error = await failure(listContacts({}, { credential: { baseUrl: FAKE_URL } }));
		expect(error.message).toContain('the service reported a failure (with status 200)');
	});
});

describe('the address', () => {
	it('speaks no TLS where https was entered', async () => {
		const baseUrl = sandbox.url.replace('http:', 'https:');
		expect((await failure(listContacts({}, { credential: { baseUrl } }))).message).toBe(
			`Could not list the contacts: the secure connection to ${baseUrl} failed`,
		);
	});

	it('is one with a path of its own', async () => {
		nock(FAKE_URL).get('/crm/v2/api/v1/contacts').query(true).twice().reply(200, []);
		expect(await listContacts({}, { credential: { baseUrl: ` ${FAKE_URL}/crm/v2// ` } })).toEqual(
			[],
		);
	});
});
