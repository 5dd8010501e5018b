import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../../../nodes/methods/credentialTests';
import { signIn } from '../../support/signIns';
import { startOver } from '../../support/startOver';

/** What the Test of a credential says, sentence by sentence. Without an answer: unreachable.test.ts. */

interface Answer {
	statusCode?: number;
	headers?: Record<string, string>;
	body?: unknown;
}
type Asked = { uri: string; headers: object; qs?: { company_profile_id?: string } };
type Play = Answer | ((asked: Asked) => Answer);
type Case = { data?: object; login?: Answer; quotations?: Play; profiles?: Play };

const BASE_URL = 'https://crm.example';
const PROFILE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const OTHER = '0c0ffee0-9999-4aaa-8bbb-000000000009';

const json = (body: unknown, statusCode = 200): Answer => ({
	statusCode,
	body: JSON.stringify(body),
});
const says = (message: string, statusCode: number) => json({ message }, statusCode);
const profileList = (id: string) => json([{ id, name: 'Zonendak', iban: 'NL91ABNA0417164300' }]);

const LIST = json({ quotations: [] });
const SESSION = json({ type: 'SUCCESS', sessionKey: 'a session' });
const NOWHERE = says('No such route', 404);
const WEB_PAGE: Answer = { body: '<!doctype html><h1>Bread</h1>' };
const NOT_ALLOWED = says('INVALID_PERMISSION', 403);
const NO_PROFILE = { companyProfileId: ' ' };

const forProfile =
	(refused: Answer, otherwise = LIST) =>
	({ qs }: Asked) =>
		qs?.company_profile_id === undefined ? otherwise : refused;

const inForm = (form: RegExp) => (asked: Asked) =>
	form.test(JSON.stringify(asked.headers)) ? LIST : says('Who?', 401);

const RIGHT = 'Connection successful';
const NO_SIGN_IN = 'The service account could not sign in: ';
const NO_CRM = 'This is not the address of a Sales CRM: check the Base URL. It answered with ';
const NOT_FOR_PROFILE =
	'The Sales CRM answers, but not for this company profile. Check the Company Profile ID.';
const REVOKED =
	'The API token is wrong or revoked, or the Sales CRM does not accept tokens here. Create a new one';
const COULD_NOT = 'Could not list the quotations: ';
const NO_PERMISSION =
	'the credential does not have the permission for this (INVALID_PERMISSION). Ask for it';

/** Answers that may mean that there is no such route. */
const ROUTELESS = [
	...[NOWHERE, says('no', 405), WEB_PAGE],
	...[400, 401, 403].map((status) => says('INVALID_PERMISSION', status)),
];
const MISSING = says('company_profile_id is missing', 400);

const played: Record<string, Record<string, Case[]>> = {
	'API token': {
		[RIGHT]: [
			{},
			...ROUTELESS.map((quotations) => ({ quotations, profiles: profileList(PROFILE) })),
			{ data: NO_PROFILE, quotations: NOWHERE, profiles: profileList(OTHER) },
		],
		[`${COULD_NOT}the Sales CRM refused the sign-in (401). ${REVOKED}`]: [
			{ quotations: says('no', 401), profiles: profileList(PROFILE) },
		],
		'The API token is empty. ': [{ data: { apiToken: ' Bearer ' } }],
		[`${NO_CRM}status 404.`]: [{ quotations: NOWHERE }],
		[`${NO_CRM}a web page. Leave out what follows the host: ${BASE_URL}.`]: [
			{ data: { baseUrl: `${BASE_URL}/app` }, quotations: WEB_PAGE, profiles: WEB_PAGE },
		],
		[`${NOT_FOR_PROFILE} Available: Zonendak (${OTHER}).`]: [
			{ quotations: NOWHERE, profiles: profileList(OTHER) },
		],
		[`${NOT_FOR_PROFILE} Available: none.`]: [{ quotations: NOWHERE, profiles: json([]) }],
		[NOT_FOR_PROFILE]: [404, 403].map((status) => ({
			quotations: forProfile(says('no', status)),
		})),
		[`Could not list the company profiles: the Sales CRM refused the sign-in (401). ${REVOKED}`]: [
			{ quotations: NOWHERE, profiles: says('no', 401) },
		],
		'Could not list the company profiles: the Sales CRM answered with incomplete data': [
			{ quotations: NOWHERE, profiles: { body: `[{"id":"${OTHER}","iban":"NL91` } },
		],
		[`Could not list the company profiles: ${NO_PERMISSION}`]: [
			{ quotations: NOT_ALLOWED, profiles: NOT_ALLOWED },
		],
		[COULD_NOT + NO_PERMISSION]: [{ quotations: NOT_ALLOWED }],
		[`${COULD_NOT}access is not allowed (403). The credential is invalid or has no access.`]: [
			{ quotations: says('no', 403), profiles: profileList(PROFILE) },
		],
		[`${COULD_NOT}the credential has no access to this company profile (COMPANY_PROFILE_ACCESS_DENIED). Invite`]:
			[{ quotations: says('COMPANY_PROFILE_ACCESS_DENIED', 403) }],
		"'Company Profile ID' is not a valid UUID.": [{ data: { companyProfileId: 'mine' } }],
		"'Default Audience ID' is not a valid UUID.": [{ data: { audienceId: 'mine' } }],
	},
	'Service account': {
		[RIGHT]: [
			{},
			{ quotations: inForm(/"Bearer a session"/) },
			{ data: NO_PROFILE, quotations: MISSING, profiles: profileList(OTHER) },
		],
		"No company profile is set. Fill in the field 'Company Profile ID'": [
			{ data: NO_PROFILE, quotations: MISSING },
		],
		[NOT_FOR_PROFILE]: [{ quotations: forProfile(NOWHERE, MISSING) }],
		[`${NO_SIGN_IN}the name or secret is wrong (UNAUTHORIZED). Attempts left: 4. Correct`]: [
			{ login: json({ type: 'UNAUTHORIZED', attemptsLeft: 4 }) },
		],
		[`${COULD_NOT}the Sales CRM refused the sign-in (401). The service account can sign in, but`]: [
			{ quotations: says('no', 401) },
		],
	},
};

let accounts = 0;

async function press(
	heading: string,
	{ data, login = SESSION, quotations = LIST, profiles = NOWHERE }: Case,
) {
	const request = async (asked: Asked) => {
		const play = asked.uri.endsWith('/login-api')
			? login
			: asked.uri.endsWith('/profiles')
				? profiles
				: quotations;
		const answer = typeof play === 'function' ? play(asked) : play;
		return { statusCode: 200, headers: {}, body: '', ...answer };
	};
	const entered = {
		baseUrl: BASE_URL,
		companyProfileId: PROFILE,
		apiToken: 'a token',
		// A refused login is remembered, so each test has its own account.
		email: `account ${++accounts}`,
		['password']: 'a secret',
		...data,
	};
	const test = heading === 'API token' ? testApiToken : testServiceAccount;
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	return await test.call(context, { id: '1', name: 'Tested', type: 'any', data: entered });
}

describe.each(Object.entries(played))('%s', (heading, sentences) => {
	it.each(Object.entries(sentences))('says: %s', async (words, cases) => {
		for (const answers of cases) {
			const { status, message } = await press(heading, answers);
			expect(status).toBe(words === RIGHT ? 'OK' : 'Error');
			expect(message.startsWith(words) ? words : message).toBe(words);
			expect(message).not.toContain('NL91');
		}
	});
});

const BUTTONS = { apiToken: testApiToken, serviceAccount: testServiceAccount };

/** The stand-in, through n8n's own helper. */
describe.each([null, 'described', 'published'] as const)('a service as %s', (only) => {
	const messageOf = async (scheme: keyof typeof BUTTONS, data: object = {}) => {
		await startOver();
		Object.assign(sandbox.switches, { only });
		const test = BUTTONS[scheme].bind(new CredentialTestContext());
		const entered = { ...signIn(scheme), ...data };
		return (await test({ id: '1', name: 'Tested', type: 'any', data: entered }))!.message;
	};

	it.each(['apiToken', 'serviceAccount'] as const)(
		'tells what is wrong with %s',
		async (scheme) => {
			expect(await messageOf(scheme)).toBe(RIGHT);
			const wrong = { apiToken: 'wrong', ['password']: 'wrong' };
			expect(await messageOf(scheme, wrong)).toMatch(
				/token is wrong or revoked|name or secret is wrong/,
			);
			const companyProfileId = identities.OTHER_PROFILE_ID;
			expect(await messageOf(scheme, { companyProfileId })).toMatch(
				/not for this company profile|no access to this company profile|Check the company profile/,
			);
			const baseUrl = `${sandbox.url}/elsewhere`;
			expect(await messageOf(scheme, { baseUrl })).toMatch(/not the address of|has no login/);
			const isBlankRight = scheme === 'apiToken' || only !== 'described';
			expect(await messageOf(scheme, { companyProfileId: '' })).toEqual(
				isBlankRight ? RIGHT : expect.stringContaining('No company profile is set'),
			);
		},
	);
});
