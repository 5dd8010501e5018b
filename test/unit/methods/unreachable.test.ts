import '../../support/fastClock';

import { CredentialTestContext } from 'n8n-core';
import nock from 'nock';

import { testApiToken, testServiceAccount } from '../../../nodes/methods/credentialTests';
import { listContacts } from '../../support/contactRuns';
import { failure } from '../../support/failure';
import { useNock } from '../../support/fakeService';
import { blockPrivateAddresses } from '../../support/n8nGuard.cjs';
import { signIn } from '../../support/signIns';

/** If n8n cannot reach the Sales CRM, a run and the Test of the credential say so in the same words. */

useNock();
afterEach(() => blockPrivateAddresses(false));

const breaks = (code: string) => (baseUrl: string) => {
	const service = nock(baseUrl).persist();
	for (const method of ['GET', 'POST'])
		service.intercept(/.*/, method).replyWithError(Object.assign(new Error(code), { code }));
};

const faults: Array<[code: string, baseUrl: string, happens: (baseUrl: string) => void]> = [
	...[
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'EPROTO',
		'ECONNREFUSED',
	].map((code): (typeof faults)[0] => [code, 'https://crm.internal', breaks(code)]),
	['SsrfBlockedIpError', 'https://10.0.0.5', () => blockPrivateAddresses(true)],
];

const BUTTONS = { apiToken: testApiToken, serviceAccount: testServiceAccount };
let accounts = 0;

describe.each(['apiToken', 'serviceAccount'] as const)('with %s', (scheme) => {
	it.each(faults)('%s at %s', async (code, baseUrl, happens) => {
		happens(baseUrl);
		// A failed login is not repeated for a while, so each has its own account.
		const entered = () => ({
			...signIn(scheme),
			...{ baseUrl, email: `account ${++accounts}` },
		});
		const { message, description } = await failure(
			listContacts({}, { scheme, credential: entered(), mode: 'manual' }),
		);
		const test = BUTTONS[scheme].bind(new CredentialTestContext());
		const pressed = await test({ id: '1', name: 'Tested', type: 'any', data: entered() });
		// Without what could not be done, and how long it took.
		const [, words] = /: (.*\(\w+\))/.exec(`${message}. ${description}`)!;
		expect(words).toContain(`(${code})`);
		expect(pressed?.message).toContain(words);
	});
});
