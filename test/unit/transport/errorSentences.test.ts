import '../../support/fastClock';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { type RunOptions, runNode } from '../../support/engine';
import { useNock } from '../../support/fakeService';
import { signIn } from '../../support/signIns';

/**
 * What people read when something fails: message and description of each failure. After a change, read the sentence in
 * the snapshot (`npx jest -c test/jest.config.mjs errorSentences -u`) before you accept it.
 */

useNock();

const CRM = 'https://crm.example';

const AUDIENCE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const list = async (more: IDataObject = {}, run: RunOptions = {}) =>
	await runNode({
		...run,
		credential: { baseUrl: CRM, ...run.credential },
		parameters: { resource: 'contact', operation: 'getAll', audienceId: AUDIENCE, ...more },
	});

const create = async (more: IDataObject = {}, run: RunOptions = {}) =>
	await list(
		{
			operation: 'create',
			personalInfos: { mappingMode: 'defineBelow', value: { Voornaam: 'Sanne' } },
			ifExists: 'createAnyway',
			...more,
		},
		run,
	);

const reading = () => nock(CRM).persist().get('/api/v1/contacts').query(true);
const writing = () => nock(CRM).persist().put('/api/v1/contacts');

const answered = (status: number, body: string, headers: Record<string, string> = {}) => ({
	read: async () => (reading().reply(status, body, headers), await list()),
	write: async () => (writing().reply(status, body, headers), await create()),
});

const broken = (code: string) => {
	const error = Object.assign(new Error(code), { code });
	return {
		read: async () => (reading().replyWithError(error), await list()),
		write: async () => (writing().replyWithError(error), await create()),
	};
};

const said = (message: string) => JSON.stringify({ message });

/** A run with a service account, whose login is answered so. */
const login = (answer: object, status = 200) => {
	// A password of its own each time, because a refused login is remembered.
	const credential = { email: 'key-of-the-test', ['password']: JSON.stringify([answer, status]) };
	nock(CRM)
		.persist()
		.post(/login-api$/)
		.reply(status, answer);
	return list({}, { scheme: 'serviceAccount', credential });
};

const session = async () => {
	nock(CRM)
		.persist()
		.post(/login-api$/)
		.reply(200, { type: 'SUCCESS', sessionKey: 'a session' });
	reading().reply(401, said('Session expired'));
	return await list({}, { scheme: 'serviceAccount' });
};

const oAuth2 = async (
	status: number,
	renewal: object,
	act: (more: IDataObject, run: RunOptions) => Promise<unknown> = list,
) => {
	nock(CRM).persist().post('/oidc/token').reply(status, renewal);
	reading().reply(401, said('Token expired'));
	writing().reply(401, said('Token expired'));
	const credential = {
		...signIn('oAuth2'),
		baseUrl: CRM,
		accessTokenUrl: `${CRM}/oidc/token`,
		oauthTokenData: {
			access_token: 'an old one',
			refresh_token: 'an old one',
			token_type: 'Bearer',
		},
	} as ICredentialDataDecryptedObject;
	return await act({}, { scheme: 'oAuth2', credential });
};

const WEB_PAGE = '<!doctype html><title>Sales CRM</title><h1>Log in</h1>';

const failures: Record<string, () => Promise<unknown>> = {
	'Wrong address: no such host, or no network': broken('ENOTFOUND').read,
	'Wrong address: nothing answers there': broken('ECONNREFUSED').read,
	'Wrong address: a web page': answered(200, WEB_PAGE).read,
	'Moved to another address': answered(301, '', { location: 'https://new.example/api/v1/contacts' })
		.read,
	'TLS: certificate not trusted or of another name': broken('CERT_HAS_EXPIRED').read,
	'TLS: the address speaks plain http': broken('EPROTO').read,
	'No answer in time, reading': broken('ETIMEDOUT').read,
	'No answer in time, creating': broken('ETIMEDOUT').write,
	'Connection broke off, reading': broken('ECONNRESET').read,
	'Connection broke off, creating': broken('ECONNRESET').write,
	'401 with an API token': answered(401, said('Token revoked')).read,
	'OAuth2 that was never connected': async () => await list({}, { scheme: 'oAuth2' }),
	'401 with OAuth2, not renewable': async () => await oAuth2(400, { error: 'invalid_grant' }),
	'401 with OAuth2, identity provider down': async () => await oAuth2(503, {}, create),
	'401 with OAuth2, also after renewal': async () =>
		await oAuth2(200, { access_token: 'a new one', token_type: 'Bearer' }),
	'401 with a service account, also after a new login': session,
	'Login refused': async () => await login({ type: 'FAILED', attemptsLeft: 3 }),
	'Login of a blocked account': async () => await login({ type: 'BLOCKED' }),
	'Login that must not be repeated': async () => await login({ type: 'DO_NOT_ATTEMPT' }),
	'Login without a session': async () => await login({ type: 'SUCCESS' }),
	'Login of a locked account': async () => await login({ type: 'LOCKED', attemptsLeft: 0 }, 403),
	'Login that needs a person': async () => await login({ type: 'FORCE_REAUTHENTICATE' }),
	'Login that the Sales CRM could not check': async () => await login({ type: 'ERROR' }),
	'Login wants a second factor': async () =>
		await login({ type: 'TWO_FACTOR', attemptsLeft: 5, should_check_two_factor: true }),
	'Login that does not exist': async () => await login({ message: 'Not found' }, 404),
	'401 with a known code': answered(401, said('NO_USER')).read,
	'403 with a known code': answered(403, said('COMPANY_PROFILE_ACCESS_DENIED')).read,
	'403 with an unknown code': answered(403, said('MODULE_ACCESS_DENIED')).read,
	'400 for want of a permission': answered(400, said('INVALID_PERMISSION')).write,
	'403': answered(403, said('No access to this profile')).read,
	'403 as a web page': answered(403, WEB_PAGE).read,
	'407 of a proxy': answered(407, WEB_PAGE).read,
	'Login behind a proxy that wants one': async () => await login({}, 407),
	'Nothing answers at the proxy': async () => {
		reading().replyWithError(
			Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:3128'), { code: 'ECONNREFUSED' }),
		);
		return await list();
	},
	'404': answered(404, said('No such audience')).read,
	'409': answered(409, said('Contact exists')).write,
	'422': answered(422, said('E-mailadres is malformed')).write,
	'429 for good': answered(429, said('Slow down')).read,
	'429 for good, creating': answered(429, said('Slow down')).write,
	'500 reading': answered(500, said('Something went wrong')).read,
	'500 creating': answered(500, said('Something went wrong')).write,
	'303 creating': answered(303, '', { location: '/thanks?token=of-the-run' }).write,
	'503 for good, creating': answered(503, said('Maintenance')).write,
	'Web page in place of data, creating': answered(200, WEB_PAGE).write,
	'JSON that ends in the middle': answered(200, '{"contacts":[{"id":').read,
	'Status 200 that says failure': answered(200, '{"type":"FAILED","message":"Closed"}').read,
	'Status 200 that says failure, creating': answered(200, '{"errors":["Closed"]}').write,
	'An answer without a list': answered(200, '{"hello":"world"}').read,
};

const shownBy = async (produce: () => Promise<unknown>) =>
	await produce().then(
		() => 'It did not fail',
		({ message, description }) => ({ message, description: description || undefined }),
	);

it.each(Object.entries(failures))('%s', async (_, produce) => {
	expect(await shownBy(produce)).toMatchSnapshot();
});
