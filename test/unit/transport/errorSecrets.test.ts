import '../../support/fastClock';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import nock from 'nock';

import { listContacts, createContacts } from '../../support/contactRuns';
import { CredentialStore } from '../../support/credentials';
import type { RunOptions } from '../../support/engine';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { failure } from '../../support/failure';
import { connectedOAuth2, signIn } from '../../support/signIns';
import { startOver } from '../../support/startOver';

/** Never a secret in an error or an item, never a stack trace, whatever the service sends back. */

useNock();
beforeEach(async () => await startOver());

/** Everything reachable in a value, hidden properties too, the way a log or a database might see it. */
function everythingIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return `${String(value)}\n`;
	if (seen.has(value)) return '';
	seen.add(value);
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}: ${everythingIn((value as Record<string, unknown>)[name], seen)}`)
		.join('');
}

const secretsIn = ({
	apiToken,
	password,
	clientSecret,
	oauthTokenData,
	sessionKey,
}: ICredentialDataDecryptedObject) => {
	const tokens = (oauthTokenData ?? {}) as Record<string, string>;
	return [
		apiToken,
		password,
		clientSecret,
		// n8n stores it behind the mark of its account.
		sessionKey && String(sessionKey).split(' ').at(-1),
		tokens.access_token,
		tokens.refresh_token,
	].filter((secret): secret is string => typeof secret === 'string' && secret !== '');
};

/** Values that are found again wherever they turn up. */
const MARK = '4711';
const marked = (what: string) => `${what}-${MARK}`;

const credentialOf = async (scheme: 'apiToken' | 'serviceAccount' | 'oAuth2') =>
	scheme === 'oAuth2' ? await connectedOAuth2() : signIn(scheme);

const kinds = ['status', 'html', 'failure200', 'resetAfter'] as const;

describe.each(['apiToken', 'serviceAccount', 'oAuth2'] as const)('with %s', (scheme) => {
	it.each(kinds)('after the fault %s', async (kind) => {
		const store = new CredentialStore();
		const credential = await credentialOf(scheme);
		sandbox.switches.faults = [
			{ route: 'listContacts', kind, times: 99 },
			{ route: 'createContact', kind, times: 99 },
		];
		const error = await listContacts({}, { scheme, credential, store }).catch((e) => e);
		const onError = 'continueRegularOutput' as const;
		const items = await createContacts([{ firstName: 'An' }], {}, { scheme, store, onError });
		const told = everythingIn([error, items]);
		const [stored] = store.stored.values();
		expect(error).toBeInstanceOf(Error);
		for (const secret of secretsIn({ ...credential, ...stored }))
			expect(told).not.toContain(secret);
		expect(`${error.message} ${error.description} ${items[0].json.error}`).not.toMatch(
			/\bat .+:\d+:\d+/,
		);
	});

	it('when the sign-in is refused', async () => {
		const credential = await credentialOf(scheme);
		const wrong = { apiToken: marked('token'), password: marked('word'), sessionKey: '' };
		const tokens = { access_token: marked('access'), refresh_token: marked('refresh') };
		const options = {
			scheme,
			credential: {
				...credential,
				...wrong,
				...(scheme === 'oAuth2' && { oauthTokenData: tokens }),
			},
		};
		const error = await listContacts({}, options).catch((e) => e);
		expect(error).toBeInstanceOf(Error);
		expect(everythingIn(error)).not.toContain(MARK);
		expect(everythingIn(error)).not.toContain(identities.OAUTH_CLIENT.clientSecret);
	});
});

/** The error of a list whose service answers so. */
async function errorAfter(reply: (header: string) => [number, object], options: RunOptions) {
	nock(FAKE_URL)
		.get('/api/v1/contacts')
		.query(true)
		.reply(function () {
			return reply(String(this.req.headers.authorization));
		});
	const credential = { baseUrl: FAKE_URL, ...options.credential };
	const error = await failure(listContacts({}, { ...options, credential }));
	expect(everythingIn(error)).not.toContain(MARK);
	return error.description;
}

it('a token entered with blanks and invisible signs, of which the service was sent the rest', async () => {
	const credential = { apiToken: ` ${marked('tok\u200ben\n of')} \u2060` };
	const said = await errorAfter((header) => [403, { sent: header }], { credential });
	expect(said).toContain('{"sent":"Bearer ***"}');
});

it('a service that names a field after the secret', async () => {
	const apiToken = marked('token');
	const answer = { [apiToken]: { hello: 'world' }, version: 3 };
	const said = await errorAfter(() => [200, answer], { credential: { apiToken } });
	expect(said).toContain('the fields ***, version');
});

it('a session made during the run, which the service sends back', async () => {
	const sessionKey = marked('session');
	nock(FAKE_URL)
		.post(/login-api$/)
		.reply(200, { type: 'SUCCESS', sessionKey });
	const answer = { message: `${sessionKey} is no good` };
	const said = await errorAfter(() => [403, answer], { scheme: 'serviceAccount' });
	expect(said).toContain('is no good');
});

it('a token of 6,000 characters: what was refused is failed, in the words of the service', async () => {
	const apiToken = `${MARK}-${'aB3+/='.repeat(1000)}`;
	nock(FAKE_URL)
		.put('/api/v1/contacts')
		.times(2)
		.reply(400, function () {
			return { sent: this.req.headers.authorization, message: 'no such country' };
		});
	const credential = { baseUrl: FAKE_URL, apiToken };
	const onError = 'continueRegularOutput' as const;
	const rows = [{ firstName: 'An' }, { firstName: 'Bo' }];
	const items = await createContacts(rows, {}, { credential, onError });
	expect(items.map(({ json }) => json.outcome)).toEqual(['failed', 'failed']);
	expect(items[0].json.reason).toContain('{"sent":"Bearer ***","message":"no such country"}');
	expect(everythingIn(items)).not.toContain('aB3');
});
