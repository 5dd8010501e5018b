/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { createContacts, requestsTo } from '../../support/contactRuns';
import { runNode, type RunOptions } from '../../support/engine';
import { failure } from '../../support/failure';
import { startOver } from '../../support/startOver';

beforeEach(async () => await startOver());

const users = { resource: 'user', operation: 'getAll' };

describe('bad input is told apart before anything is sent, with the number of its item', () => {
	const second = async (options: RunOptions) => {
		const good = { id: identities.AUDIENCE_ID, profile: identities.PROFILE_ID };
		const items = [good, { id: 'x', profile: 'y', bad: true }].map((json) => ({ json }));
		const error = await failure(runNode({ items, ...options }));
		expect(error.context.itemIndex).toBe(1);
		expect(requestsTo('createContact').length).toBeLessThanOrEqual(1);
		return error;
	};

	it('a malformed audience', async () => {
		const parameters = { resource: 'contact', operation: 'getAll', audienceId: '={{ $json.id }}' };
		expect((await second({ parameters })).message).toBe("'Audience ID' is not a valid UUID");
	});

	it('a malformed profile', async () => {
		const parameters = { ...users, options: { companyProfileId: '={{ $json.profile }}' } };
		expect((await second({ parameters })).message).toBe("'Company Profile ID' is not a valid UUID");
	});

	it('an unreadable date', async () => {
		const timestamp = "={{ $json.bad ? 'next week' : '' }}";
		const rows = [{ Voornaam: 'An' }, { Voornaam: 'Bo', bad: true }];
		const error = await failure(createContacts(rows, { options: { timestamp, concurrency: 1 } }));
		expect(error.message).toBe('1 of 2 rows cannot be created, so nothing was sent');
		expect(error.description).toMatch(/^Row 2: 'Timestamp' is not a date that can be read\./);
	});

	it.each(['history', 'status', 'user', 'webhook'])(
		'a missing profile, for %s',
		async (resource) => {
			const parameters = { resource, operation: 'getAll' };
			expect(
				await failure(runNode({ parameters, credential: { companyProfileId: '' } })),
			).toMatchObject({
				message: 'No company profile is set',
				description: expect.stringContaining(
					"Fill in the field 'Company Profile ID' of the credential",
				),
			});
			expect(sandbox.log.requests).toEqual([]);
		},
	);

	it('a request body that is no JSON object', async () => {
		const error = await failure(
			runNode({ parameters: { ...users, options: { requestBody: '[1' } } }),
		);
		expect(error.message).toBe("'Request Body' is not a JSON object");
	});

	it.each([0, 51, 2.5, 'x'])('a concurrency of %p', async (concurrency) => {
		const options = { concurrency: `={{ ${JSON.stringify(concurrency)} }}` };
		const error = await failure(createContacts([{ firstName: 'An' }], { options }));
		expect(error.message).toContain("'Concurrent Requests' must be a whole number");
	});
});
