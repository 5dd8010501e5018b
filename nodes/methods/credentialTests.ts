import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { Account } from '../auth/account';
import { noteAccepted } from '../auth/tokenCache';
import { sessionHeaders } from '../auth/session';
import { signInAnew } from '../auth/login';
import { SignInError } from '../auth/loginError';
import { UserError } from '../utils/userError';
import {
	checkedProfile,
	CredentialTestError,
	type Reply,
	type Send,
	tryQuotations,
} from './tryQuotations';

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
		const sessionKey = await signInAnew(data as unknown as Account, send);
		await tryQuotations(
			send,
			data,
			sessionHeaders(data, sessionKey),
			"The sign-in worked but its session was refused: try the other choice of 'Session Header'.",
		);
		noteAccepted(sessionKey);
	});
}

async function verdict(test: () => Promise<void>): Promise<INodeCredentialTestResult> {
	try {
		await test();
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		if (error instanceof CredentialTestError || error instanceof SignInError) {
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
	return `The Base URL cannot be reached: check it, and that the service is up (${fault}).`;
}
