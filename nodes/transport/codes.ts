import { parseJson } from './answer';
import type { HttpResponse } from './types';

/** Sent with 400, 401 and 403, even if the route exists for another method. */
const INVALID_PERMISSION = 'INVALID_PERMISSION';

const PROFILE_DENIED = 'COMPANY_PROFILE_ACCESS_DENIED';

const ASK_FOR_IT = 'Ask for it in your Sales CRM, or use a credential that has it.';

/** Codes such as `{ message: "INVALID_TOKEN" }` (schema `ResponseObject`). Without advice, that of a refused sign-in. */
const CODES: Record<string, [reason: string, advice?: string]> = {
	[INVALID_PERMISSION]: ['the credential does not have the permission for this', ASK_FOR_IT],
	[PROFILE_DENIED]: [
		'the credential has no access to this company profile',
		'Invite the account to the profile in your Sales CRM, or enter another Company Profile ID.',
	],
	LABEL_ACCESS_DENIED: ['the credential has no access to this label', ASK_FOR_IT],
	COULD_NOT_READ_TOKEN: ['the Sales CRM could not read the token or session'],
	INVALID_TOKEN: ['the token or session is not valid'],
	NO_USER: ['the token or session belongs to no user'],
};

export function codeIn({
	status,
	body,
}: Pick<HttpResponse, 'status' | 'body'>): string | undefined {
	const parsed = status < 300 ? undefined : parseJson(body);
	const { message } = Object(parsed?.ok && parsed.value) as { message?: unknown };
	return Object.keys(CODES).find((code) => code === message);
}

/** Whether the service may not have this route. Nothing else should be concluded from such a refusal. */
export const saysNoSuchRoute = (answer: Pick<HttpResponse, 'status' | 'body'>): boolean =>
	[404, 405].includes(answer.status) || codeIn(answer) === INVALID_PERMISSION;

export const deniesProfile = (answer: Pick<HttpResponse, 'status' | 'body'>): boolean =>
	codeIn(answer) === PROFILE_DENIED;

/** What a code means, with the code in brackets, and what to do. @param ofSignIn The advice for a refused sign-in. */
export function codeWords(code: string, ofSignIn: string): [reason: string, advice: string] {
	const [reason, advice = ofSignIn] = CODES[code];
	return [`${reason} (${code})`, advice];
}
