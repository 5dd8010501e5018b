import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../../../nodes/methods/credentialTests';

/** What Test says of an answer, sentence by sentence; without one: unreachable.test.ts. */

interface Answer {
	statusCode?: number;
	headers?: Record<string, string>;
	body?: unknown;
}
type Asked = { uri: string; qs?: { company_profile_id?: string } };
type Case = { data?: object; login?: Answer; answer?: Answer | ((asked: Asked) => Answer) };

const BASE_URL = 'https://crm.example';
const PROFILE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const LIST: Answer = { body: JSON.stringify({ quotations: [] }) };
const SESSION: Answer = { body: JSON.stringify({ type: 'SUCCESS', sessionKey: 'a session' }) };
const WEB_PAGE: Answer = { body: '<!doctype html><h1>Bread</h1>' };
const json = (body: object, statusCode = 200): Answer => ({
	statusCode,
	body: JSON.stringify(body),
});
const wrongProfile = ({ qs }: Asked) =>
	qs?.company_profile_id === undefined ? LIST : json({ message: 'No such profile' }, 404);

const NO_SIGN_IN = 'The service account could not sign in: ';
const NO_CRM = 'This is not the address of a Sales CRM: check the Base URL. ';

const played: Record<string, Record<string, Case>> = {
	'API token': {
		'Connection tested successfully': {},
		'The API token is wrong or revoked, or the Sales CRM does not accept tokens here. Create a new one in the settings of your Sales CRM, section API tokens; if that is refused as well, use a service account if one was issued.':
			{ answer: { statusCode: 401 } },
		'The API token is empty.': { data: { apiToken: ' Bearer ' } },
		'This is not the address of a Sales CRM: check the Base URL. It answered with status 404.': {
			answer: { statusCode: 404 },
		},
		'This is not the address of a Sales CRM: check the Base URL. It answered with a web page instead of data.':
			{ answer: WEB_PAGE },
		'… It answered with a web page instead of data. Leave out what follows the host: https://….': {
			data: { baseUrl: `${BASE_URL}/app/contacts` },
			answer: WEB_PAGE,
		},
		"The Base URL redirects to another address (301). The redirect leads to https://new.example/login. If your Sales CRM has moved, enter its new address as the credential's Base URL.":
			{ answer: { statusCode: 301, headers: { location: 'https://new.example/login?key=1' } } },
		'The Sales CRM answers, but not for this company profile (404): check the Company Profile ID.':
			{
				answer: wrongProfile,
			},
		'The Sales CRM refused (403): the credential is invalid or has no access to quotations of this company profile.':
			{ answer: { statusCode: 403 } },
		"'Company Profile ID' is not a valid UUID.": { data: { companyProfileId: 'mine' } },
		"'Default Audience ID' is not a valid UUID.": { data: { audienceId: 'mine' } },
		'The Sales CRM returned an error (500). Try again later.': { answer: { statusCode: 500 } },
	},
	'Service account': {
		'Connection tested successfully': {},
		"'Company Profile ID' is empty: a service account needs one.": {
			data: { companyProfileId: ' ' },
		},
		[`${NO_SIGN_IN}the name or secret is wrong (FAILED). Attempts left: 4.`]: {
			login: json({ type: 'FAILED', attemptsLeft: 4 }),
		},
		'… the Sales CRM asks for two-factor authentication, which a service account cannot give': {
			login: json({ type: 'SUCCESS', should_check_two_factor: true }),
		},
		'… the address answered with status (404). Check Base URL and Login Path in the credential.': {
			login: json({ message: 'Not found' }, 404),
		},
		'… the address answered with a web page (200). Check Base URL and Login Path in the credential.':
			{ login: WEB_PAGE },
		'… the Base URL redirects to another address (307). If that is your Sales CRM, enter its address instead.':
			{ login: { statusCode: 307, body: '' } },
		'… the Sales CRM returned an error (503). Try again later.': {
			login: { statusCode: 503, body: '' },
		},
		"The login worked, but its session was refused (401). Try the other choice of 'Session Header'.":
			{
				answer: { statusCode: 401 },
			},
		'The Sales CRM refused (403): the credential is invalid or has no access to quotations of this company profile.':
			{ answer: { statusCode: 403 } },
	},
};

/** n8n's own words for a test that went well take the place of the node's. */
const SUCCEEDED = 'Connection tested successfully';

/** "…" at the start stands for the words that begin the same everywhere, elsewhere for an address. */
function sentence(words: string): RegExp {
	const whole = words
		.replace(/^… (?=It answered)/, NO_CRM)
		.replace(/^… /, NO_SIGN_IN)
		.replace(/[.*+?^${}()|[\]]/g, '\\$&');
	return new RegExp(`^${whole.replace('…', '.+')}`);
}

let accounts = 0;

async function press(heading: string, { data, login = SESSION, answer = LIST }: Case) {
	const request = async (asked: Asked) => {
		const given = asked.uri.endsWith('/login-api')
			? login
			: typeof answer === 'function'
				? answer(asked)
				: answer;
		return { statusCode: 200, headers: {}, ...given };
	};
	const entered = {
		baseUrl: BASE_URL,
		companyProfileId: PROFILE,
		apiToken: 'a token',
		loginPath: '/login-api',
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
	it.each(Object.entries(cases))('says: %s', async (words, answers) => {
		const { status, message } = await press(heading, answers);
		expect(status).toBe(words === SUCCEEDED ? 'OK' : 'Error');
		if (words !== SUCCEEDED) expect(message).toMatch(sentence(words));
	});
});
