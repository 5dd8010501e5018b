/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../../support/noWaiting';

import nock from 'nock';

import { listContacts } from '../../support/contactRuns';
import { failure } from '../../support/failure';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { startOver } from '../../support/startOver';

/** What the user is told when the service cannot be reached, or the address is none. */

useNock();
beforeEach(async () => await startOver());

describe('the address', () => {
	const at = async (baseUrl: string) =>
		await failure(listContacts({}, { credential: { baseUrl } }));
	const broken = async (code: string) => {
		const error = Object.assign(new Error(`connect ${code}`), { code });
		nock(FAKE_URL).persist().get('/api/v1/contacts').query(true).replyWithError(error);
		return await at(FAKE_URL);
	};

	it.each(['', 'crm.example.com', 'ftp://crm.example.com', 'javascript:alert(1)'])(
		'%p is none',
		async (baseUrl) => {
			expect(await at(baseUrl)).toMatchObject({
				message: "The credential's Base URL is not a web address",
				description: expect.stringContaining('it must start with https://'),
			});
		},
	);

	it.each(['https://user:pass@crm.example', 'https://crm.example/?a=b', 'https://crm.example/#x'])(
		'%p holds more than an address',
		async (baseUrl) => {
			expect((await at(baseUrl)).message).toBe(
				"The credential's Base URL holds more than an address",
			);
		},
	);

	it.each(['ENOTFOUND', 'EAI_AGAIN'])('names a host that is not found (%s)', async (code) => {
		expect(await broken(code)).toMatchObject({
			message: `Could not list the contacts: the host of ${FAKE_URL} was not found`,
			description: `Check the credential's Base URL, and that n8n can reach the network. (${code})`,
		});
	});

	it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'nothing answers there (%s)',
		async (code) => {
			expect(await broken(code)).toMatchObject({
				message: `Could not list the contacts: nothing answers at ${FAKE_URL}`,
				description: expect.stringContaining('that the service is up'),
			});
		},
	);

	it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
		'has a certificate that is not trusted (%s)',
		async (code) => {
			expect(await broken(code)).toMatchObject({
				message: `Could not list the contacts: the secure connection to ${FAKE_URL} failed`,
				description: expect.stringContaining(`not trusted or does not fit its name. (${code})`),
			});
		},
	);

	it('speaks no TLS where https was entered', async () => {
		const baseUrl = sandbox.url.replace('http:', 'https:');
		expect((await at(baseUrl)).message).toBe(
			`Could not list the contacts: the secure connection to ${baseUrl} failed`,
		);
	});

	it.each(['ECONNRESET', 'EPIPE'])('breaks the connection off (%s)', async (code) => {
		expect((await broken(code)).message).toBe(
			'Could not list the contacts: the connection broke off',
		);
	});

	it.each(['ETIMEDOUT', 'ECONNABORTED'])('does not answer in time (%s)', async (code) => {
		expect((await broken(code)).message).toBe(
			'Could not list the contacts: the service did not answer in time',
		);
	});

	it('is one with a path of its own', async () => {
		nock(FAKE_URL).get('/crm/v2/api/v1/contacts').query(true).twice().reply(200, []);
		expect(await listContacts({}, { credential: { baseUrl: ` ${FAKE_URL}/crm/v2// ` } })).toEqual(
			[],
		);
	});
});
