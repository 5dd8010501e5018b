import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunction,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { accountIn } from '../auth/login';
import { loginForTest, SESSION_HEADER, sessionHeaders } from '../auth/serviceAccount';
import { UserError, wholeError } from '../utils/userError';
import { routes } from '../api/routes';
import { addressOf } from '../transport/request';
import { parseBaseUrl, tokenOf } from '../transport/credential';
import { optionalAudience, optionalProfile } from '../transport/connection';
import { isTemporary } from '../transport/errors';
import {
	movedAdvice,
	NOT_A_SALES_CRM,
	SIGN_IN_ADVICE,
	whyUnanswered,
} from '../transport/errorMessages';
import { parseJson } from '../transport/answer';
import { readPage } from '../pagination/readPage';

/**
 * The Test buttons: each makes a real call and tells wrong secret, wrong address and wrong profile
 * apart. As functions and not as test requests of the credential types, because those can only
 * compare a status, and have no sentence for an address where nothing answers.
 */

export const testApiToken: ICredentialTestFunction = async function ({ data = {} }) {
	return await verdict(this, async (send) => {
		const headers = { Authorization: `Bearer ${tokenOf(data)}` };
		await tryQuotations(send, data, headers, SIGN_IN_ADVICE.apiToken);
	});
};

export const testServiceAccount: ICredentialTestFunction = async function ({ data = {} }) {
	return await verdict(this, async (send) => {
		if (optionalProfile(data.companyProfileId) === undefined) {
			throw wrong("'Company Profile ID' is empty: a service account needs one.");
		}
		const headers = sessionHeaders(data, await loginForTest(accountIn(data), send));
		const refused = `The login worked, but its session was refused (401). ${OTHER_HEADER}`;
		await tryQuotations(send, data, headers, refused);
	});
};

const OTHER_HEADER = "Try the other choice of 'Session Header'.";

interface Reply {
	statusCode: number;
	headers: Record<string, string>;
	body: unknown;
}

type Send = (options: IHttpRequestOptions) => Promise<Reply>;

/** What is wrong, in a sentence for the person at the button. */
const wrong = (words: string) => new UserError(words, '');

/** The test context of n8n has no other helper than the older `request`, whose options differ in their names. */
async function verdict(
	{ helpers }: ICredentialTestFunctions,
	test: (send: Send) => Promise<void>,
): Promise<INodeCredentialTestResult> {
	const send = async ({ url, method, headers, qs, body }: IHttpRequestOptions) =>
		(await helpers.request({
			...{ uri: url, method, headers, qs, body, timeout: 15_000 },
			...{ simple: false, resolveWithFullResponse: true, followRedirect: false },
		})) as Reply;
	try {
		await test(send);
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		return { status: 'Error', message: wholeError(error) };
	}
}

/**
 * Asks for a single quotation: a read that every scheme may do and that changes nothing.
 * @param refused What a 401 means.
 * @throws UserError
 */
async function tryQuotations(
	send: Send,
	data: ICredentialDataDecryptedObject,
	headers: Record<string, string>,
	refused: string,
): Promise<void> {
	const profileId = optionalProfile(data.companyProfileId);
	optionalAudience(data.audienceId);
	const baseUrl = parseBaseUrl(data.baseUrl);
	const ask = async (profile: string | undefined) =>
		await send({
			method: 'GET',
			url: addressOf(baseUrl, routes.listQuotations.described),
			headers: { Accept: 'application/json', ...headers },
			qs: { ...(profile ? { company_profile_id: profile } : {}), page: 0, per_page: 1 },
		}).catch((error) => {
			const [reason, advice] = whyUnanswered(error, baseUrl);
			throw new UserError(`The Sales CRM cannot be reached: ${reason}`, advice);
		});
	const isRightWithoutProfile = async () =>
		profileId !== undefined && (await ask(undefined)).statusCode < 300;

	const { statusCode: status, headers: answered, body } = await ask(profileId);
	if (status === 401) throw wrong(refused);
	if (status >= 300 && status < 400) {
		const answer = { status, headers: answered };
		throw wrong(
			`The Base URL redirects to another address (${status}). ${movedAdvice(baseUrl, answer)}`,
		);
	}
	if (isTemporary(status)) {
		throw wrong(`The Sales CRM returned an error (${status}). Try again later.`);
	}
	if (status === 403) {
		throw wrong((await isRightWithoutProfile()) ? wrongProfile(status) : forbidden(headers));
	}
	if (status >= 400) {
		// A session exists only where the login was answered, so the address is right already.
		const isProfile = SESSION_HEADER in headers || (await isRightWithoutProfile());
		throw isProfile ? wrong(wrongProfile(status)) : elsewhere(baseUrl, `status ${status}`);
	}
	const answer = parseJson(body);
	if (!answer.ok) throw elsewhere(baseUrl, answer.what);
	if ((answer.value ?? undefined) !== undefined && !readPage(answer.value, 'quotations')) {
		throw elsewhere(baseUrl, 'data without quotations');
	}
}

const wrongProfile = (status: number) =>
	`The Sales CRM answers, but not for this company profile (${status}): check the Company Profile ID.`;

/** It may be about the sign-in, the profile, or quotations alone. */
const forbidden = (headers: Record<string, string>) =>
	`The Sales CRM refused (403): the credential is invalid or has no access to quotations of this company profile. Check both, and that the account was invited to the profile. ${SESSION_HEADER in headers ? OTHER_HEADER : ''}`.trim();

/** People paste the address of a page that they see. */
function elsewhere(baseUrl: string, what: string): UserError {
	const { origin, pathname } = new URL(baseUrl);
	const advice = pathname === '/' ? '' : ` Leave out what follows the host: ${origin}.`;
	return wrong(`${NOT_A_SALES_CRM} It answered with ${what}.${advice}`);
}
