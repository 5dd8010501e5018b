import '../../support/fastClock';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import nock from 'nock';

import { createContacts, listContacts } from '../../support/contactRuns';
import { CredentialStore } from '../../support/credentials';
import type { RunOptions } from '../../support/engine';
import { failure } from '../../support/failure';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { connectedOAuth2, signIn } from '../../support/signIns';
import { startOver } from '../../support/startOver';

/** No error or item contains a secret or a stack trace, whatever the service sends back. */

useNock();
beforeEach(async () => await startOver());

/** Everything reachable in a value, including hidden properties, as a log or a database might see it. */
function everythingIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return `${String(value)}\n`;
	// Bytes would be walked one by one, as numbers.
	if (seen.has(value) || ArrayBuffer.isView(value)) return '';
	seen.add(value);
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}: ${everythingIn((value as Record<string, unknown>)[name], seen)}`)
		.join('');
}

const secretsIn = (credential: ICredentialDataDecryptedObject) => {
	const { apiToken, email, password, clientSecret, oauthTokenData, sessionKey = '' } = credential;
	const { access_token, refresh_token } = Object(oauthTokenData) as Record<string, string>;
	// n8n stores a session behind the mark of its account.
	const session = String(sessionKey).split(' ').at(-1);
	const signIns = [apiToken, email, password, clientSecret];
	return [...signIns, access_token, refresh_token, session].filter(Boolean);
};

const MARK = '4711';
const marked = (what: string) => `${what}-${MARK}`;
const onError = 'continueRegularOutput' as const;

describe.each(['apiToken', 'serviceAccount', 'oAuth2'] as const)('with %s', (scheme) => {
	const credentialOf = async () => (scheme === 'oAuth2' ? await connectedOAuth2() : signIn(scheme));

	it.each(['status', 'html', 'failure200', 'resetAfter'] as const)(
		'after the fault %s',
		async (kind) => {
			const store = new CredentialStore();
			const credential = await credentialOf();
			sandbox.switches.faults = ['listContacts', 'createContact'].map((route) => ({
				...{ route, kind, times: 99 },
			}));
			const error = await failure(listContacts({}, { scheme, credential, store }));
			const items = await createContacts([{ firstName: 'An' }], {}, { scheme, store, onError });
			const shown = everythingIn([error, items]);
			const [stored] = store.stored.values();
			for (const secret of secretsIn({ ...credential, ...stored }))
				expect(shown).not.toContain(secret);
			const words = `${error.message} ${error.description} ${items[0].json.error}`;
			expect(words).not.toMatch(/\bat .+:\d+:\d+/);
		},
	);

	it('if the sign-in is refused', async () => {
		const wrong = { apiToken: marked('token'), ['password']: marked('word'), sessionKey: '' };
		const tokens = { access_token: marked('access'), refresh_token: marked('refresh') };
		const oauthTokenData = scheme === 'oAuth2' ? tokens : undefined;
		const credential = { ...(await credentialOf()), ...wrong, oauthTokenData } as never;
		const shown = everythingIn(await failure(listContacts({}, { scheme, credential })));
		expect(shown).not.toContain(MARK);
		expect(shown).not.toContain(identities.OAUTH_CLIENT.clientSecret);
	});
});

type Reply = (header: string) => [status: number, body: object];

/** The description of the error if the service answers so. */
async function saidAfter(reply: Reply, options: RunOptions) {
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

const sentBack: Reply = (header) => [403, { sent: header, message: 'no' }];

it.each<[what: string, apiToken: string, reply: Reply, said: string]>([
	[
		'with invisible characters, which the service was not sent',
		` ${marked('tok\u200ben\n of')} \u2060`,
		sentBack,
		'{"sent":"Bearer ***","message":"no"}',
	],
	[
		'of 6,000 characters',
		`${MARK}-${'aB3+/='.repeat(1000)}`,
		sentBack,
		'{"sent":"Bearer ***","message":"no"}',
	],
	[
		'that is the name of a field',
		marked('token'),
		() => [200, { [marked('token')]: {}, version: 3 }],
		'the fields ***, version',
	],
])('a token %s', async (_, apiToken, reply, said) => {
	expect(await saidAfter(reply, { credential: { apiToken } })).toContain(said);
});

it('a session of the run, which the service sends back', async () => {
	const sessionKey = marked('session');
	nock(FAKE_URL)
		.post(/login-api$/)
		.reply(200, { type: 'SUCCESS', sessionKey });
	const reply: Reply = () => [403, { message: `${sessionKey} is no good` }];
	expect(await saidAfter(reply, { scheme: 'serviceAccount' })).toContain('is no good');
});
