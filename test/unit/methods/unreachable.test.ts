import '../../support/noWaiting';

import { CredentialTestContext } from 'n8n-core';
import nock from 'nock';

import { testApiToken, testServiceAccount } from '../../../nodes/methods/credentialTests';
import { listContacts } from '../../support/contactRuns';
import { failure } from '../../support/failure';
import { useNock } from '../../support/fakeService';
import { blockPrivateAddresses } from '../../support/n8nGuard.cjs';
import { signIn } from '../../support/signIns';

/** What keeps n8n from the Sales CRM: a run and the Test button say it in the same words. */

useNock();
afterEach(() => blockPrivateAddresses(false));

const breaks = (code: string) => (baseUrl: string) => {
	const service = nock(baseUrl).persist();
	for (const method of ['GET', 'POST'])
		service.intercept(/.*/, method).replyWithError(Object.assign(new Error(code), { code }));
};

const CERTIFICATE = `the secure connection to https://crm.internal failed. The certificate of the Sales CRM has expired, is for another address, or is not trusted. If it is a private one, ask whoever runs n8n to add it with NODE_EXTRA_CA_CERTS.`;

const faults: Array<[code: string, baseUrl: string, happens: (baseUrl: string) => void, string]> = [
	...['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED'].map(
		(code) => [code, 'https://crm.internal', breaks(code), CERTIFICATE] as (typeof faults)[0],
	),
	[
		'SsrfBlockedIpError',
		'https://10.0.0.5',
		() => blockPrivateAddresses(true),
		"n8n blocked the request to https://10.0.0.5. n8n's protection against requests to private addresses is on. Ask whoever runs n8n to allow this host in N8N_SSRF_ALLOWED_HOSTNAMES, or an IP address in N8N_SSRF_ALLOWED_IP_RANGES.",
	],
	[
		'EPROTO',
		'https://crm.internal',
		breaks('EPROTO'),
		'the secure connection to https://crm.internal failed. If the address of your Sales CRM begins with http://, enter it that way in the credential.',
	],
	[
		'ECONNREFUSED',
		'http://crm.internal',
		breaks('ECONNREFUSED'),
		"nothing answers at http://crm.internal. Check the credential's Base URL, and that the Sales CRM is up.",
	],
];

const BUTTONS = { apiToken: testApiToken, serviceAccount: testServiceAccount };
let accounts = 0;

describe.each(['apiToken', 'serviceAccount'] as const)('with %s', (scheme) => {
	it.each(faults)('%s at %s', async (code, baseUrl, happens, words) => {
		happens(baseUrl);
		// Of one that failed a while is waited for another login.
		const entered = () => ({
			...signIn(scheme),
			...{ baseUrl, email: `account ${++accounts}` },
		});
		const { message, description } = await failure(
			listContacts({}, { scheme, credential: entered(), mode: 'manual' }),
		);
		const test = BUTTONS[scheme].bind(new CredentialTestContext());
		const pressed = await test({ id: '1', name: 'Tested', type: 'any', data: entered() });
		for (const said of [`${message}. ${description}`, pressed?.message])
			expect(said).toContain(`${words} (${code})`);
	});
});
