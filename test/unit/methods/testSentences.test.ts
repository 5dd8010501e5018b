import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../../../nodes/methods/credentialTests';
import { signIn } from '../../support/signIns';
import { startOver } from '../../support/startOver';

/** What the Test of a credential says. */

interface Answer {
	statusCode?: number;
	body?: unknown;
}
type Case = { data?: object; quotations?: Answer; profiles?: Answer };

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
const NOWHERE = says('No such route', 404);
const WEB_PAGE: Answer = { body: '<!doctype html><h1>Bread</h1>' };

const RIGHT = 'Connection successful';
const NO_CRM = 'This is not the address of a Sales CRM: check the Base URL. It answered with ';
const NOT_FOR_PROFILE =
	'The Sales CRM answers, but not for this company profile. Check the Company Profile ID.';

/** Answers that may mean that there is no such route. */
const ROUTELESS = [
	...[NOWHERE, says('no', 405), WEB_PAGE],
	...[400, 401, 403].map((status) => says('INVALID_PERMISSION', status)),
];

const played: Record<string, Case[]> = {
	[RIGHT]: [
		{},
		...ROUTELESS.map((quotations) => ({ quotations, profiles: profileList(PROFILE) })),
		{ data: { companyProfileId: ' ' }, quotations: NOWHERE, profiles: profileList(OTHER) },
	],
	'The Sales CRM refused the sign-in (401). The API token is wrong or revoked, or': [
		{ quotations: says('no', 401), profiles: profileList(PROFILE) },
	],
	'The Sales CRM refused the sign-in (401)': [{ quotations: NOWHERE, profiles: says('no', 401) }],
	'Access is not allowed (403)': [{ quotations: says('no', 403), profiles: profileList(PROFILE) }],
	'The credential does not have the permission for this (INVALID_PERMISSION)': [
		{ quotations: says('INVALID_PERMISSION', 403) },
	],
	'The API token is empty. ': [{ data: { apiToken: ' Bearer ' } }],
	[`${NO_CRM}status 404.`]: [{ quotations: NOWHERE }],
	[`${NO_CRM}status 405.`]: [{ quotations: says('no', 405), profiles: says('no', 405) }],
	[`${NO_CRM}a web page. Leave out what follows the host: ${BASE_URL}.`]: [
		{ data: { baseUrl: `${BASE_URL}/app` }, quotations: WEB_PAGE, profiles: WEB_PAGE },
	],
	[`${NOT_FOR_PROFILE} Available: Zonendak (${OTHER}).`]: [
		{ quotations: NOWHERE, profiles: profileList(OTHER) },
	],
	'The Sales CRM answered with incomplete data': [
		{ quotations: NOWHERE, profiles: { body: `[{"id":"${OTHER}","iban":"NL91` } },
	],
	"'Default Audience ID' is not a valid UUID.": [{ data: { audienceId: 'mine' } }],
};

async function press({ data, quotations = LIST, profiles = NOWHERE }: Case) {
	const request = async ({ uri }: { uri: string }) => {
		const answer = uri.endsWith('/profiles') ? profiles : quotations;
		return { statusCode: 200, headers: {}, body: '', ...answer };
	};
	const entered = { baseUrl: BASE_URL, companyProfileId: PROFILE, apiToken: 'a token', ...data };
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	return await testApiToken.call(context, { id: '1', name: 'Tested', type: 'any', data: entered });
}

it.each(Object.entries(played))('of an API token: %s', async (words, cases) => {
	for (const answers of cases) {
		const { status, message } = await press(answers);
		expect(status).toBe(words === RIGHT ? 'OK' : 'Error');
		expect(message.startsWith(words) ? words : message).toBe(words);
		expect(message).not.toContain('NL91');
	}
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
