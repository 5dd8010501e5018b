import '../support/fastClock';

import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';
import nock from 'nock';

import { createParameters } from '../support/contactRuns';
import { CredentialStore } from '../support/credentials';
import { FAKE_URL, useNock } from '../support/fakeService';
import { crmOf, runFlow } from '../support/flow';
import { rotatingProvider } from '../support/rotatingProvider';
import { signIn } from '../support/signIns';

/** OAuth2 through n8n's own helpers, which renew in another way on each line. */

useNock();

const PROVIDER = 'http://login.example';

const storeWith = (tokens: object) => {
	const store = new CredentialStore();
	store.stored.set('salesCrmOAuth2Api', {
		...signIn('oAuth2'),
		baseUrl: FAKE_URL,
		accessTokenUrl: `${PROVIDER}/token`,
		oauthTokenData: tokens,
	} as ICredentialDataDecryptedObject);
	return store;
};

const many = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `Q${n}` }));

async function fetchQuotations(store: CredentialStore, count: number) {
	const quotationId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const parameters = { resource: 'quotation', operation: 'get', quotationId };
	return await runFlow({ nodes: [crmOf(parameters, { scheme: 'oAuth2' })], store }, many(count));
}

const createContact = async (
	store: CredentialStore,
	onError: INode['onError'] = 'continueRegularOutput',
) =>
	await runFlow({ nodes: [crmOf(createParameters(), { scheme: 'oAuth2', onError })], store }, [
		{ firstName: 'An' },
	]);

/** The service with quotations, answering each request after its own time; tells how many it got. */
function service(accepts: (header: unknown) => boolean, delayOf: (request: number) => number) {
	const log = { requests: 0 };
	for (let n = 0; n < 200; n++) {
		nock(FAKE_URL)
			.get('/api/v1/quotations/info')
			.query(true)
			.delay(delayOf(n))
			.reply(function (uri) {
				log.requests++;
				if (!accepts(this.req.headers.authorization)) return [401, { message: 'expired' }];
				return [200, { id: new URL(uri, FAKE_URL).searchParams.get('id') }];
			});
	}
	return log;
}

it('an expired token with five requests under way is renewed once, also for one that is refused long after the others', async () => {
	// The first request of all goes out alone, to find out which routes the service has.
	service(
		() => true,
		() => 0,
	);
	await fetchQuotations(storeWith({ access_token: 'any' }), 1);
	nock.cleanAll();
	const provider = rotatingProvider(PROVIDER);
	const store = storeWith({ ...provider.tokens(), access_token: 'expired' });
	// The first one is on its way until long after the renewal; the delay of nock comes before the
	// answer is made, so it is refused by its old token then.
	const log = service(provider.accepts, (n) => (n === 0 ? 400 : 0));
	const run = await fetchQuotations(store, 20);
	expect(run.items('Sales CRM').map(({ json }) => json)).toEqual(many(20));
	expect(provider.state).toEqual({ renewals: 1, isDead: false });
	expect(log.requests).toBe(25);
});

describe('a create whose access has expired, while the identity provider', () => {
	const refuse = () => {
		const log = { creates: 0 };
		nock(FAKE_URL)
			.persist()
			.put('/api/v1/contacts')
			.reply(() => {
				log.creates++;
				return [401, { message: 'expired' }];
			});
		return log;
	};
	const tokens = { access_token: 'old access', refresh_token: 'old refresh', token_type: 'Bearer' };
	const asked = { times: 0 };
	beforeEach(() => (asked.times = 0));
	const providerSays = (error: string) =>
		providerAnswers(400, { error }, { 'content-type': 'application/json' });
	const providerAnswers = (status: number, body: nock.Body, headers: nock.ReplyHeaders = {}) =>
		nock(PROVIDER)
			.persist()
			.post('/token')
			.reply(() => {
				asked.times++;
				return [status, body, headers];
			});
	const providerBreaks = (code: string) =>
		nock(PROVIDER)
			.persist()
			.post('/token')
			.replyWithError(Object.assign(new Error(code), { code, syscall: 'connect' }));

	it.each([
		['is in trouble (503)', '503', () => providerAnswers(503, 'Busy')],
		['is not there', 'ECONNREFUSED', () => providerBreaks('ECONNREFUSED')],
		['says so', 'temporarily_unavailable', () => providerSays('temporarily_unavailable')],
	])("%s: told as the provider's trouble, and not open", async (_, code, play) => {
		const log = refuse();
		play();
		const run = await createContact(storeWith(tokens), 'stopWorkflow');
		expect(run.error).toMatchObject({
			message:
				'Could not create the contact. The access token expired, and the identity provider could not refresh it.',
			description: expect.stringMatching(`^Nothing was carried out\\. .* \\(${code}\\)$`),
		});
		expect(log.creates).toBeGreaterThan(0);
	});

	it('refuses: connect again', async () => {
		refuse();
		providerSays('invalid_grant');
		const [{ json }] = (await createContact(storeWith(tokens))).items('Sales CRM');
		expect(json.error).toMatch(/needs to be reconnected|expired, revoked/);
		expect(json.error).not.toContain('may have been carried out');
		expect(asked.times).toBe(1);
	});

	it('gave no refresh token: connect again', async () => {
		refuse();
		const store = storeWith({ access_token: 'old access', token_type: 'Bearer' });
		const [{ json }] = (await createContact(store)).items('Sales CRM');
		// In words of our own, or on 2.x of n8n's.
		expect(json.error).toMatch(/^Could not create the contact\. .*no refresh token/);
	});

	it('gives a token that the Sales CRM refuses as well: the rows left are not sent', async () => {
		const log = refuse();
		const store = storeWith({ ...rotatingProvider(PROVIDER).tokens(), access_token: 'expired' });
		const node = crmOf(createParameters(), { scheme: 'oAuth2', onError: 'continueRegularOutput' });
		const rows = Array.from({ length: 20 }, () => ({ firstName: 'An' }));
		const items = (await runFlow({ nodes: [node], store }, rows)).items('Sales CRM');
		for (const { json } of items) expect(json.error).toContain('refused the sign-in (401)');
		expect(log.creates).toBeLessThanOrEqual(10);
	});

	it('is back at the second try: the row is created once', async () => {
		nock(PROVIDER).post('/token').reply(503, 'Busy');
		const provider = rotatingProvider(PROVIDER);
		let created = 0;
		nock(FAKE_URL)
			.persist()
			.put('/api/v1/contacts')
			.reply(function () {
				if (!provider.accepts(this.req.headers.authorization)) return [401, {}];
				return [200, { id: ++created }];
			});
		const store = storeWith({ ...provider.tokens(), access_token: 'expired' });
		const [{ json }] = (await createContact(store)).items('Sales CRM');
		expect(json).toMatchObject({ outcome: 'created', contactId: '1' });
		expect(created).toBe(1);
	});
});
