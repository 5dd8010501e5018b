import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import nock from 'nock';

import type { Scheme } from '../../../nodes/transport/credential';
import { CredentialStore } from '../../support/credentials';
import { type RunOptions } from '../../support/engine';
import { failure } from '../../support/failure';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { runOperation } from '../../support/nodeRuns';
import { uuid } from '../../support/uuid';

/** One credential of n8n, which changes hands: nobody may read the data of the customer before. */

useNock();

const PROFILES = { an: uuid(0xa1), jan: uuid(0xa2) };
type Customer = keyof typeof PROFILES;

const jwtOf = (sub: string) =>
	['{}', JSON.stringify({ sub, jti: Math.random() }), 'signature']
		.map((part) => Buffer.from(part).toString('base64url'))
		.join('.');

const connected = (access_token: string): ICredentialDataDecryptedObject => ({
	clientId: 'n8n',
	clientSecret: 'of n8n',
	oauthTokenData: { access_token, token_type: 'Bearer' },
});

/** How each customer signs in; what a request carries then contains the customer's sign. */
const WAYS: Record<string, [Scheme, (customer: Customer, sign: string) => object]> = {
	'an API token': ['apiToken', (_, sign) => ({ apiToken: sign })],
	'OAuth2 with a JWT': [
		'oAuth2',
		(customer, sign) => connected(`${jwtOf(customer)}${sign.replaceAll('-', '')}`),
	],
	'OAuth2 with an opaque token': ['oAuth2', (_, sign) => connected(sign)],
	'a service account': [
		'serviceAccount',
		(customer, sign) => ({ email: `account of ${customer}`, password: sign }),
	],
	'the secret of a service account': [
		'serviceAccount',
		(_, sign) => ({ email: 'the account', password: sign }),
	],
};

/** As published: a customer has one profile, with a status that has the customer's name. */
function play(isStrict: boolean) {
	const asked: string[] = [];
	const customerIn = (carried: string): Customer | undefined =>
		(['an', 'jan'] as const).find((one) => carried.includes(`ofcustomer${one}`));
	const answer = (customer: Customer | undefined, path: string): [number, unknown] => {
		if (!customer) return [401, { message: 'INVALID_TOKEN' }];
		if (path.endsWith('/profiles')) return [200, [{ id: PROFILES[customer], name: customer }]];
		const [, named] = /v1\/([^/]+)\/history\/statuses$/.exec(path) ?? [];
		if (!named) return [404, { message: 'Not Found' }];
		asked.push(`${customer} ${named === PROFILES[customer] ? 'own' : 'other'}`);
		if (isStrict && named !== PROFILES[customer])
			return [403, { message: 'COMPANY_PROFILE_ACCESS_DENIED' }];
		const [label] = Object.entries(PROFILES).find(([, id]) => id === named)!;
		return [200, { statuses: [{ id: uuid(1), backlog_id: uuid(2), label, color: '#000000' }] }];
	};
	nock(FAKE_URL)
		.persist()
		.post(/login-api$/)
		.reply((_path, body) => {
			const customer = customerIn((body as IDataObject).password as string);
			const sessionKey = `ofcustomer${customer} ${Math.random()}`;
			return [200, customer ? { type: 'SUCCESS', sessionKey } : { type: 'UNAUTHORIZED' }];
		});
	const service = nock(FAKE_URL).persist();
	for (const asking of [service.get(/./), service.post(/./)]) {
		asking.reply(function (path) {
			const { authorization, 'x-authorization': session } = this.req.headers;
			return answer(customerIn(String(authorization ?? session)), path) as nock.ReplyFnResult;
		});
	}
	return asked;
}

const statusesAs = async (store: CredentialStore, way: string, customer: Customer, mark = '') => {
	const [scheme, credentialOf] = WAYS[way];
	const credential = {
		...{ baseUrl: FAKE_URL, companyProfileId: '' },
		...credentialOf(customer, `ofcustomer${customer}-${mark}`),
	} as ICredentialDataDecryptedObject;
	const options: RunOptions = { scheme, credential, store };
	const { rows } = await runOperation('status', 'getAll', {}, options);
	return rows.map(({ status }) => status);
};

describe.each([
	['strict', true],
	['lenient', false],
])('at a service that is %s about profiles', (name, isStrict) => {
	it.each(Object.keys(WAYS))('%s that changes hands reads the new customer', async (way) => {
		const asked = play(isStrict);
		const store = new CredentialStore();
		for (const customer of ['an', 'jan', 'an'] as const) {
			expect(await statusesAs(store, way, customer, name)).toEqual([customer]);
		}
		expect(asked.filter((one) => one.endsWith('other'))).toEqual([]);
	});
});

it('a wrong secret of a service account never gets the session of the right one', async () => {
	play(true);
	const store = new CredentialStore();
	const way = 'the secret of a service account';
	expect(await statusesAs(store, way, 'an', 'wrong')).toEqual(['an']);
	const credential = { baseUrl: FAKE_URL, email: 'the account', password: 'a wrong one' };
	const options: RunOptions = { scheme: 'serviceAccount', credential, store };
	const error = await failure(runOperation('status', 'getAll', {}, options));
	expect(error.message).toContain('the name or secret is wrong');
	// Once it is corrected, the refusal counts no longer.
	expect(await statusesAs(store, way, 'an', 'wrong')).toEqual(['an']);
});

it('an invitation counts at the next run, and so does one that ended', async () => {
	let profiles = [{ id: PROFILES.an, name: 'An' }];
	const statuses = (id: string) => [{ id: uuid(1), backlog_id: uuid(2), label: id, color: '#0' }];
	nock(FAKE_URL)
		.persist()
		.get(/profiles$/)
		.reply(() => [200, profiles]);
	nock(FAKE_URL)
		.persist()
		.get(/statuses$/)
		.reply((path) => {
			const id = path.split('/')[4];
			const isOpen = profiles.some((profile) => profile.id === id);
			if (!isOpen) return [403, { message: 'COMPANY_PROFILE_ACCESS_DENIED' }];
			return [200, { statuses: statuses(id) }];
		});
	nock(FAKE_URL).persist().post(/./).reply(404, { message: 'Not Found' });
	nock(FAKE_URL).persist().get(/./).reply(404, { message: 'Not Found' });
	const credential = { baseUrl: FAKE_URL, companyProfileId: '', apiToken: 'invited' };
	const run = async () => {
		const { rows } = await runOperation('status', 'getAll', {}, { credential });
		return rows.map(({ status }) => status);
	};
	expect(await run()).toEqual([PROFILES.an]);
	profiles = [{ id: PROFILES.jan, name: 'Jan' }];
	expect((await failure(run())).message).toContain('no access to this company profile');
	expect(await run()).toEqual([PROFILES.jan]);
	profiles = [];
	await failure(run());
	expect((await failure(run())).message).toContain('No company profile is set');
	profiles = [{ id: PROFILES.an, name: 'An' }];
	expect(await run()).toEqual([PROFILES.an]);
});
