/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { safeRegex } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { failure } from '../../support/failure';
import { connectedOAuth2 } from '../../support/signIns';

/** The node with each way of signing in. */

beforeEach(() => sandbox.reset());

const parameters = { resource: 'user', operation: 'getAll', returnAll: true };

it('runs the action node with a service account, whose session is stored', async () => {
	expect(await runNode({ scheme: 'serviceAccount', parameters })).toHaveLength(6);
	expect(sandbox.log.logins).toHaveLength(1);
});

it('runs the action node with OAuth2', async () => {
	const credential = await connectedOAuth2();
	expect(await runNode({ scheme: 'oAuth2', credential, parameters })).toHaveLength(6);
	expect(sandbox.log.requests.at(-1)).toMatchObject({ scheme: 'oAuth2', status: 200 });
});

/**
 * n8n reads a credential for every single request. A display condition with a regular expression
 * is then evaluated each time in a realm of its own, under a time limit of wall-clock time: slow,
 * and on a busy machine the request fails though nothing is wrong.
 */
it.each(['apiToken', 'serviceAccount', 'oAuth2'] as const)(
	'reading the credential of %s evaluates no regular expression',
	async (scheme) => {
		const test = jest.spyOn(safeRegex, 'test');
		const credential = scheme === 'oAuth2' ? await connectedOAuth2() : undefined;
		expect(await runNode({ scheme, parameters, credential })).not.toHaveLength(0);
		expect(test).not.toHaveBeenCalled();
	},
);

it.each([2, 500])(
	'one row of %i that belongs to another customer: nothing is sent',
	async (row) => {
		const items = Array.from({ length: 1000 }, (_, n) => ({
			json: { token: n === row ? 'of another' : identities.API_TOKEN, email: `a${n}@x.nl` },
		}));
		const credential = { baseUrl: sandbox.url, apiToken: '={{ $json.token }}' };
		const error = await failure(runNode({ parameters, credential, items }));
		expect(error.message).toMatch(/^The credential has an expression with different values/);
		expect(error.description).toContain(`item ${row} `);
		expect(sandbox.log.requests).toEqual([]);
	},
);
