/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { safeRegex } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { connectedOAuth2 } from '../../support/signIns';

/** The node with each way of signing in. */

beforeEach(() => sandbox.reset());

const parameters = { resource: 'user', operation: 'getAll', returnAll: true };

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
