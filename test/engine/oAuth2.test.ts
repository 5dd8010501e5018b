import '../support/fastClock';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import nock from 'nock';

import { createParameters } from '../support/contactRuns';
import { CredentialStore } from '../support/credentials';
import { FAKE_URL, useNock } from '../support/fakeService';
import { crmOf, runFlow } from '../support/flow';
import { nap } from '../support/nodeJs.cjs';
import { signIn } from '../support/signIns';

/** OAuth2 through n8n's own helpers, which renew in another way on each line. */

useNock();

const PROVIDER = 'http://login.example';
const OLD = { access_token: 'old', refresh_token: 'old refresh', token_type: 'Bearer' };

/** A provider that renews to this token, and a service that accepts the new one. */
function play(access_token: string) {
	const seen = { renewals: 0, requests: 0, created: 0 };
	const token = { access_token, refresh_token: 'new refresh', token_type: 'Bearer' };
	nock(PROVIDER)
		.persist()
		.post('/token')
		.reply(() => {
			seen.renewals++;
			return [200, token, { 'content-type': 'application/json' }];
		});
	nock(FAKE_URL)
		.persist()
		.put('/api/v1/contacts')
		.reply(async function () {
			const isNew = this.req.headers.authorization === 'Bearer new';
			// The first request is refused long after the others.
			if (seen.requests++ === 0) await nap(400);
			return isNew ? [200, { id: ++seen.created }] : [401, { message: 'expired' }];
		});
	return seen;
}

async function errorsOf(count: number) {
	const store = new CredentialStore();
	store.stored.set('salesCrmOAuth2Api', {
		...signIn('oAuth2'),
		baseUrl: FAKE_URL,
		accessTokenUrl: `${PROVIDER}/token`,
		oauthTokenData: OLD,
	} as ICredentialDataDecryptedObject);
	const onError = 'continueRegularOutput';
	const nodes = [crmOf(createParameters(), { scheme: 'oAuth2', onError })];
	const rows = Array.from({ length: count }, () => ({ firstName: 'An' }));
	const run = await runFlow({ nodes, store }, rows);
	return run.items('Sales CRM').map(({ json }) => String(json.error ?? ''));
}

it('an expired token is renewed once for five requests under way, also for one that is refused late', async () => {
	const seen = play('new');
	expect(await errorsOf(20)).toEqual(Array(20).fill(''));
	expect(seen).toEqual({ renewals: 1, requests: 25, created: 20 });
});

it('a new token that the Sales CRM refuses as well: the rows left are not sent', async () => {
	const seen = play('another');
	for (const error of await errorsOf(20)) expect(error).toContain('refused the sign-in (401)');
	expect(seen.requests).toBeLessThanOrEqual(10);
});
