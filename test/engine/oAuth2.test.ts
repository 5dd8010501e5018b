import '../support/fastClock';

import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';
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
const NEW = { access_token: 'new', refresh_token: 'new refresh', token_type: 'Bearer' };

type Answer = [status: number, body: object | string] | NodeJS.ErrnoException;

const answers = [200, NEW] as Answer;
const says = (error: string): Answer => [400, { error }];
const breaks = (code: string): Answer => Object.assign(new Error(code), { code });

/** A provider that answers so, the last answer again and again, and a service that accepts the new token. */
function play(...provider: Answer[]) {
	const seen = { renewals: 0, requests: 0, created: 0 };
	provider.forEach((answer, n) => {
		const asked = nock(PROVIDER)
			.persist(n === provider.length - 1)
			.post('/token');
		if (answer instanceof Error) return asked.replyWithError(answer);
		return asked.reply(() => {
			seen.renewals++;
			return [...answer, { 'content-type': 'application/json' }];
		});
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

async function create(count: number, onError: INode['onError'], oauthTokenData: IDataObject = OLD) {
	const store = new CredentialStore();
	store.stored.set('salesCrmOAuth2Api', {
		...signIn('oAuth2'),
		baseUrl: FAKE_URL,
		accessTokenUrl: `${PROVIDER}/token`,
		oauthTokenData,
	} as ICredentialDataDecryptedObject);
	const nodes = [crmOf(createParameters(), { scheme: 'oAuth2', onError })];
	const rows = Array.from({ length: count }, () => ({ firstName: 'An' }));
	return await runFlow({ nodes, store }, rows);
}

const errorsOf = async (count: number, tokens?: IDataObject) => {
	const run = await create(count, 'continueRegularOutput', tokens);
	return run.items('Sales CRM').map(({ json }) => String(json.error ?? ''));
};

it('an expired token is renewed once for five requests under way, also for one that is refused late', async () => {
	const seen = play(answers);
	expect(await errorsOf(20)).toEqual(Array(20).fill(''));
	expect(seen).toEqual({ renewals: 1, requests: 25, created: 20 });
});

it('a provider that works again at the second attempt renews: the row is created once', async () => {
	const seen = play([503, 'Busy'], answers);
	expect(await errorsOf(1)).toEqual(['']);
	expect(seen.created).toBe(1);
});

it.each([
	['503', [503, 'Busy'] as Answer],
	['ECONNREFUSED', breaks('ECONNREFUSED')],
	['temporarily_unavailable', says('temporarily_unavailable')],
])('a provider in trouble (%s) is named, and nothing was carried out', async (code, answer) => {
	play(answer);
	const { error } = await create(1, 'stopWorkflow');
	expect(error).toMatchObject({
		message: expect.stringContaining('the identity provider could not refresh it'),
		description: expect.stringMatching(`^Nothing was carried out\\. .* \\(${code}\\)$`),
	});
});

it.each<[string, Answer, IDataObject, RegExp]>([
	['refuses', says('invalid_grant'), OLD, /needs to be reconnected|expired, revoked/],
	// n8n 2.x has a sentence of its own.
	['gave no refresh token', answers, { access_token: 'old' }, /no refresh token/],
])('a provider that %s: a person has to reconnect', async (_, answer, tokens, words) => {
	const seen = play(answer);
	const [error] = await errorsOf(1, tokens);
	expect(error).toMatch(words);
	expect(error).not.toContain('may have been carried out');
	expect(seen.renewals).toBeLessThanOrEqual(1);
});

it('a new token that the Sales CRM refuses as well: the rows left are not sent', async () => {
	const seen = play([200, { ...NEW, access_token: 'another' }]);
	for (const error of await errorsOf(20)) expect(error).toContain('refused the sign-in (401)');
	expect(seen.requests).toBeLessThanOrEqual(10);
});
