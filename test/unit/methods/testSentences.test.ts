import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../../../nodes/methods/credentialTests';
import { signIn } from '../../support/signIns';
import { startOver } from '../../support/startOver';

/** What Test says of an answer, sentence by sentence; without one: unreachable.test.ts. */

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

const forProfile =
	(refused: Answer, otherwise = LIST) =>
	({ qs }: Asked) =>
		qs?.company_profile_id === undefined ? otherwise : refused;

const inForm = (form: RegExp) => (asked: Asked) =>
	form.test(JSON.stringify(asked.headers)) ? LIST : says('Who?', 401);

/** n8n's own words for a test that went well take the place of the node's. */
const RIGHT = 'Connection successful';
const NO_SIGN_IN = 'The service account could not sign in: ';
const NO_CRM = 'This is not the address of a Sales CRM: check the Base URL. It answered with ';
const NOT_FOR_PROFILE =
	'The Sales CRM answers, but not for this company profile. Check the Company Profile ID.';
const REVOKED =
	'The API token is wrong or revoked, or the Sales CRM does not accept tokens here. Create a new one';
const COULD_NOT = 'Could not list the quotations: ';

type Cases = Array<[what: string, says: string, played: Case]>;

const played: Record<string, Cases> = {
	'API token': [
		['a list as described', RIGHT, {}],
		[
			'401',
			`${COULD_NOT}the Sales CRM refused the sign-in (401). ${REVOKED}`,
			{ quotations: says('no', 401) },
		],
		[
			'INVALID_TOKEN',
			`${COULD_NOT}the token or session is not valid (INVALID_TOKEN). ${REVOKED}`,
			{ quotations: says('INVALID_TOKEN', 401) },
		],
		['an empty token', 'The API token is empty. ', { data: { apiToken: ' Bearer ' } }],
		['404 and 404', `${NO_CRM}status 404.`, { quotations: NOWHERE }],
		['405 and 404', `${NO_CRM}status 405.`, { quotations: says('no', 405) }],
		['two pages', `${NO_CRM}a web page.`, { quotations: WEB_PAGE, profiles: WEB_PAGE }],
		[
			'the address of a page',
			`${NO_CRM}a web page. Leave out what follows the host: ${BASE_URL}.`,
			{ data: { baseUrl: `${BASE_URL}/app/contacts` }, quotations: WEB_PAGE, profiles: WEB_PAGE },
		],
		[
			'a redirect',
			`${COULD_NOT}the Sales CRM redirects to another address (301). The credential is sent to ${BASE_URL} only.`,
			{ quotations: { statusCode: 301, headers: { location: 'https://new.example/login' } } },
		],
		...([
			NOWHERE,
			says('no', 405),
			WEB_PAGE,
			...[400, 401, 403].map((status) => says('INVALID_PERMISSION', status)),
		].map((quotations) => [
			`${quotations.statusCode} ${String(quotations.body)}, and the list of profiles`,
			RIGHT,
			{ quotations, profiles: profileList(PROFILE) },
		]) as Cases),
		[
			'no profile, and the list of profiles',
			RIGHT,
			{ data: { companyProfileId: '' }, quotations: NOWHERE, profiles: profileList(OTHER) },
		],
		[
			'a profile that is not in the list',
			`${NOT_FOR_PROFILE} Available: Zonendak (${OTHER}).`,
			{ quotations: NOWHERE, profiles: profileList(OTHER) },
		],
		[
			'an empty list of profiles',
			`${NOT_FOR_PROFILE} Available: none.`,
			{ quotations: NOWHERE, profiles: json([]) },
		],
		[
			'404, and 401 of the profiles',
			`Could not list the company profiles: the Sales CRM refused the sign-in (401). ${REVOKED}`,
			{ quotations: NOWHERE, profiles: says('no', 401) },
		],
		[
			'no permission at all',
			'Could not list the company profiles: the credential does not have the permission for this (INVALID_PERMISSION). Ask for it',
			{ quotations: NOT_ALLOWED, profiles: NOT_ALLOWED },
		],
		[
			'no permission, and 404 of the profiles',
			`${COULD_NOT}the credential does not have the permission for this (INVALID_PERMISSION). Ask for it`,
			{ quotations: NOT_ALLOWED },
		],
		[
			'404 for this profile alone',
			NOT_FOR_PROFILE,
			{ quotations: forProfile(says('No such profile', 404)) },
		],
		['403 for this profile alone', NOT_FOR_PROFILE, { quotations: forProfile(says('no', 403)) }],
		[
			'403',
			`${COULD_NOT}access is not allowed (403). The credential is invalid or has no access.`,
			{ quotations: says('no', 403) },
		],
		[
			'403, though it has the profile',
			`${COULD_NOT}access is not allowed (403).`,
			{ quotations: says('no', 403), profiles: profileList(PROFILE) },
		],
		[
			'no access to the profile',
			`${COULD_NOT}the credential has no access to this company profile (COMPANY_PROFILE_ACCESS_DENIED). Invite the account`,
			{ quotations: says('COMPANY_PROFILE_ACCESS_DENIED', 403) },
		],
		[
			'500',
			`${COULD_NOT}the Sales CRM returned an error (500). Try again later.`,
			{ quotations: { statusCode: 500 } },
		],
		[
			'a profile that is none',
			"'Company Profile ID' is not a valid UUID.",
			{ data: { companyProfileId: 'mine' } },
		],
		[
			'an audience that is none',
			"'Default Audience ID' is not a valid UUID.",
			{ data: { audienceId: 'mine' } },
		],
	],
	'Service account': [
		['a list as described', RIGHT, {}],
		['a list for "Bearer "', RIGHT, { quotations: inForm(/"Bearer a session"/) }],
		[
			'no profile, and the list of profiles',
			RIGHT,
			{
				data: { companyProfileId: ' ' },
				quotations: says('company_profile_id is missing', 400),
				profiles: profileList(OTHER),
			},
		],
		[
			'no profile that could be found out',
			"No company profile is set. Fill in the field 'Company Profile ID'",
			{ data: { companyProfileId: '' }, quotations: says('company_profile_id is missing', 400) },
		],
		[
			'404 for a profile, 400 for none',
			NOT_FOR_PROFILE,
			{ quotations: forProfile(says('No such profile', 404), says('missing', 400)) },
		],
		[
			'UNAUTHORIZED',
			`${NO_SIGN_IN}the name or secret is wrong (UNAUTHORIZED). Attempts left: 4. Correct the credential`,
			{ login: json({ type: 'UNAUTHORIZED', attemptsLeft: 4 }) },
		],
		[
			'LOCKED',
			`${NO_SIGN_IN}the account is locked (LOCKED). Ask the operator`,
			{ login: json({ type: 'LOCKED' }, 403) },
		],
		[
			'no login',
			`${NO_SIGN_IN}the address has no login (404). Check the Base URL`,
			{ login: NOWHERE },
		],
		[
			'a redirect of the login',
			`${NO_SIGN_IN}the Base URL redirects to another address (307). If that`,
			{ login: { statusCode: 307 } },
		],
		[
			'a session that is refused',
			`${COULD_NOT}the Sales CRM refused the sign-in (401). The service account can sign in, but the Sales CRM does not accept its session here.`,
			{ quotations: says('no', 401) },
		],
	],
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
		// A refused login is remembered: an account of its own each time.
		email: `account ${++accounts}`,
		['password']: 'a secret',
		...data,
	};
	const test = heading === 'API token' ? testApiToken : testServiceAccount;
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	return await test.call(context, { id: '1', name: 'Tested', type: 'any', data: entered });
}

describe.each(Object.entries(played))('%s', (heading, cases) => {
	it.each(cases)('%s: %s', async (_, words, answers) => {
		const { status, message } = await press(heading, answers);
		expect(status).toBe(words === RIGHT ? 'OK' : 'Error');
		expect(message.startsWith(words) ? words : message).toBe(words);
		expect(message).not.toContain('NL91');
	});
});

const BUTTONS = { apiToken: testApiToken, serviceAccount: testServiceAccount };

/** The stand-in, through n8n's own helper. */
describe.each([null, 'described', 'published'] as const)('a service as %s', (only) => {
	const right = (scheme: keyof typeof BUTTONS) => ({
		...signIn(scheme),
		email: identities.SERVICE_ACCOUNT.email,
	});
	const tell = async (scheme: keyof typeof BUTTONS, data: object = {}) => {
		await startOver();
		Object.assign(sandbox.switches, { only });
		const test = BUTTONS[scheme].bind(new CredentialTestContext());
		const entered = { ...right(scheme), ...data };
		return (await test({ id: '1', name: 'Tested', type: 'any', data: entered }))!.message;
	};

	it.each(['apiToken', 'serviceAccount'] as const)(
		'%s: right, wrong and elsewhere',
		async (scheme) => {
			expect(await tell(scheme)).toBe(RIGHT);
			const wrong = { apiToken: 'wrong', ['password']: 'wrong' };
			expect(await tell(scheme, wrong)).toMatch(
				/token is wrong or revoked|name or secret is wrong/,
			);
			const companyProfileId = identities.OTHER_PROFILE_ID;
			expect(await tell(scheme, { companyProfileId })).toMatch(
				/not for this company profile|no access to this company profile|Check the company profile/,
			);
			const baseUrl = `${sandbox.url}/elsewhere`;
			expect(await tell(scheme, { baseUrl })).toMatch(/not the address of|has no login/);
			const isBlankRight = scheme === 'apiToken' || only !== 'described';
			expect(await tell(scheme, { companyProfileId: '' })).toEqual(
				isBlankRight ? RIGHT : expect.stringContaining('No company profile is set'),
			);
		},
	);
});
