import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { type Account, LoginError } from '../auth/login';
import { loginForTest, sessionHeaders } from '../auth/serviceAccount';
import { recordAccepted } from '../auth/tokenCache';
import { UserError } from '../utils/userError';
import { routes } from '../api/routes';
import { addressOf, parseBaseUrl } from '../transport/requestOptions';
import { NOT_A_SALES_CRM } from '../transport/errorMessages';
import { parseJson } from '../transport/response';
import { readPage } from '../pagination/readPage';
import { toUuid } from '../utils/uuid';

/**
 * The Test buttons: each makes a real call and tells wrong secret, wrong address and wrong profile
 * apart. As functions and not as test requests of the credential types, because those can only
 * compare a status, and have no sentence for an address where nothing answers.
 */

export async function testApiToken(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const send = sender(this);
	return await verdict(async () => {
		const headers = { Authorization: `Bearer ${String(data.apiToken ?? '')}` };
		await tryQuotations(send, data, headers, 'The API token was refused: it is wrong or revoked.');
	});
}

export async function testServiceAccount(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const send = sender(this);
	return await verdict(async () => {
		checkedProfile(data, true);
		const sessionKey = await loginForTest(data as unknown as Account, send);
		await tryQuotations(
			send,
			data,
			sessionHeaders(data, sessionKey),
			"The sign-in worked but its session was refused: try the other choice of 'Session Header'.",
		);
		recordAccepted(sessionKey);
	});
}

async function verdict(test: () => Promise<void>): Promise<INodeCredentialTestResult> {
	try {
		await test();
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		if (error instanceof CredentialTestError || error instanceof LoginError) {
			return { status: 'Error', message: error.message };
		}
		if (error instanceof UserError) {
			return { status: 'Error', message: `${error.message}. ${error.description}` };
		}
		return { status: 'Error', message: unreachable(error as { code?: string; cause?: unknown }) };
	}
}

/**
 * The test context of n8n has no other helper than the older `request`, whose options differ in
 * their names.
 */
function sender({ helpers }: ICredentialTestFunctions): Send {
	return async ({ url, method, headers, qs, body }) => {
		const options = { uri: url, method, headers, qs, body, timeout: 15_000 };
		return (await helpers.request({
			...options,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		})) as Reply;
	};
}

function unreachable({ code, cause }: { code?: string; cause?: unknown }): string {
	const fault = code ?? (cause as { code?: string } | undefined)?.code ?? 'no answer';
	if (fault === 'EPROTO') {
		return `No secure connection came about: if the address of your Sales CRM begins with http://, enter it so (${fault}).`;
	}
	return `The Base URL cannot be reached: check it, and that the service is up (${fault}).`;
}

/** The call behind the Test buttons, and what its answer says of the credential. */

export interface Reply {
	statusCode: number;
	headers: { location?: string };
	body: unknown;
}

export type Send = (options: IHttpRequestOptions) => Promise<Reply>;

/** What is wrong, in a sentence for the person at the button. */
export class CredentialTestError extends Error {}

/** Asks for a single quotation: a read that every scheme may do and that changes nothing. */
export async function tryQuotations(
	send: Send,
	data: ICredentialDataDecryptedObject,
	headers: Record<string, string>,
	refused: string,
): Promise<void> {
	const profileId = checkedProfile(data, false);
	const ask = async (profile: string | undefined) =>
		await send({
			method: 'GET',
			url: addressOf(parseBaseUrl(data.baseUrl), routes.listQuotations),
			headers: { Accept: 'application/json', ...headers },
			qs: { ...(profile ? { company_profile_id: profile } : {}), page: 0, per_page: 1 },
		});

	const { statusCode, headers: answered, body } = await ask(profileId);
	if (statusCode === 401) throw new CredentialTestError(refused);
	if (statusCode >= 300 && statusCode < 400)
		throw new CredentialTestError(movedTo(answered.location));
	if (statusCode >= 500)
		throw new CredentialTestError(`The Sales CRM has a problem (${statusCode}). Try later.`);
	if (statusCode >= 400) {
		const profileIsWrong =
			profileId !== undefined && (await knowsTheRoute(statusCode, ask, headers));
		if (profileIsWrong) throw new CredentialTestError(WRONG_PROFILE);
		if (statusCode === 403) throw new CredentialTestError(NOT_ALLOWED);
		throw elsewhere(data, `status ${statusCode}`);
	}
	const answer = parseJson(body);
	if (!answer.ok) throw elsewhere(data, answer.what);
	if ((answer.value ?? undefined) !== undefined && !readPage(answer.value, 'quotations')) {
		throw elsewhere(data, 'data that holds no quotations');
	}
}

/** Whether a refusal is about the profile: the address itself is proven by another request. */
async function knowsTheRoute(
	status: number,
	ask: (profile: string | undefined) => Promise<Reply>,
	headers: Record<string, string>,
): Promise<boolean> {
	// A session exists only where the login was answered, so the address is right already.
	if (status === 403 || 'X-AUTHORIZATION' in headers) return true;
	return (await ask(undefined)).statusCode < 300;
}

/** @throws UserError for a malformed profile, or for none where one is required. */
export function checkedProfile(data: ICredentialDataDecryptedObject, required: boolean) {
	const text = String(data.companyProfileId ?? '').trim();
	return text === '' && !required ? undefined : toUuid(text, 'Company Profile ID');
}

/** A redirect is not followed, for the secret is sent to one host only. */
function movedTo(location = ''): string {
	const target = URL.canParse(location) ? new URL(location).origin : 'another one';
	return `The Base URL points on to ${target}: if that is your Sales CRM, enter its address instead.`;
}

const WRONG_PROFILE =
	'The sign-in is right, but it has no access to this company profile: check the Company Profile ID.';

const NOT_ALLOWED = 'The sign-in is right, but it is not allowed to read quotations (403).';

/** People paste the address of a page that they see. */
function elsewhere({ baseUrl }: ICredentialDataDecryptedObject, what: string): CredentialTestError {
	const { origin, pathname } = new URL(parseBaseUrl(baseUrl));
	const advice = pathname === '/' ? '' : ` Leave out what follows the host: ${origin}.`;
	return new CredentialTestError(`${NOT_A_SALES_CRM} It answered with ${what}.${advice}`);
}
