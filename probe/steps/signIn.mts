import { randomBytes } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseJson } from '../../nodes/transport/response.ts';
import type { SendLogin } from '../../nodes/auth/login.ts';
import { accountOf, loginForTest } from '../../nodes/auth/serviceAccount.ts';
import type { Asker } from '../asker.mts';
import { CouldNotRun } from '../couldNotRun.mts';
import { fateOf, isTaken, type Reply } from '../examine/reply.ts';
import { type Login, loginOf } from '../examine/session.ts';
import { refusalOf, type Refusal } from '../examine/refusals.ts';
import { joined, status as statusOf, type Told, told, word } from '../examine/told.ts';
import type { Gate } from '../gate.mts';
import { LOGIN_PATHS, type Operation } from '../operations.mts';

/** How the service signs people in, and how it refuses them. */
export interface SignInFindings {
	login?: Login;
	loginPath?: Told;
	/** The form of the session header that is taken. */
	header?: 'raw' | 'bearer' | 'either';
	/** How a session that never was is refused. */
	end?: 401 | 403 | 400 | 'redirect' | 'failed200';
	/** A session that had been taken was refused later. */
	endedEarly: boolean;
	without?: Refusal;
	madeUp?: Refusal;
}

/** One login, with what was given. @throws CouldNotRun when it is refused: it is not tried again. */
export async function logIn(gate: Gate, credential: ICredentialDataDecryptedObject) {
	for (const loginPath of LOGIN_PATHS) {
		let login: Login | undefined;
		let status = 0;
		const send: SendLogin = async (options) => {
			const answer = (await gate.send(options)) as Awaited<ReturnType<SendLogin>>;
			const parsed = parseJson(answer.body);
			login = parsed.ok ? loginOf(parsed.value) : undefined;
			status = answer.statusCode;
			return answer;
		};
		const account = { ...credential, loginPath } as never;
		const session = await loginForTest(account, send).catch(() => undefined);
		if (session !== undefined) {
			Object.assign(credential, {
				loginPath,
				sessionKey: session,
				sessionAccount: accountOf(account),
			});
			return { login, loginPath: loginPath as string as Told };
		}
		// Elsewhere nothing was judged: only where there is no such route the other one is tried.
		if (![404, 405].includes(status)) throw new CouldNotRun(whyNot(login, status));
	}
	throw new CouldNotRun(word('there is no login at either path: check --base-url'));
}

function whyNot(login: Login | undefined, code: number): Told {
	if (login?.type === 'TWO_FACTOR') {
		return word(
			'the service asks for two-factor authentication, which a service account cannot give',
		);
	}
	if (login?.type === 'FAILED' || code === 401 || code === 403) {
		return word(
			'the login was refused: check SALES_CRM_EMAIL and SALES_CRM_PASSWORD. It was sent once',
		);
	}
	return code === 0
		? word('the login got no answer: check --base-url')
		: told`the login was answered in a way that is not known (${statusOf(code)}). It was sent once`;
}

/** Any of these shows that a sign-in is taken: a service may take a scheme on some routes only. */
export const SIGNS: Operation[] = ['listQuotations', 'listUsers', 'listSubscriptions'];

export type Questions = (operation: Operation) => Parameters<Asker['askAs']>[2];

/** Which form of the session header is taken; the credential gets one that is. */
export async function tryForms(
	asker: Asker,
	credential: ICredentialDataDecryptedObject,
	questions: Questions,
): Promise<SignInFindings['header']> {
	const session = String(credential.sessionKey);
	for (const operation of SIGNS) {
		const takes = async (value: string) =>
			isTaken(await asker.askAs({ 'X-AUTHORIZATION': value }, operation, questions(operation)));
		const [raw, bearer] = [await takes(session), await takes(`Bearer ${session}`)];
		if (!raw && !bearer) continue;
		credential.sessionHeader = raw ? 'raw' : 'bearer';
		if (raw && bearer) return 'either';
		if (bearer) return 'bearer';
		// The other form may have been refused because the session had ended by then.
		if (await takes(session)) return 'raw';
		break;
	}
	return undefined;
}

/** @throws CouldNotRun when no route takes the sign-in. */
export async function isLetIn(asker: Asker, questions: Questions): Promise<Operation> {
	const fates: Told[] = [];
	for (const operation of SIGNS) {
		const reply = await asker.ask(operation, questions(operation));
		if (isTaken(reply)) return operation;
		fates.push(fateOf(reply));
		if (!reply && fates.length === 1)
			throw new CouldNotRun(word('nothing answers at that address: check --base-url'));
	}
	const seen = joined([...new Set(fates)]);
	throw new CouldNotRun(
		fates.every((fate) => (fate as string) === '401')
			? word('the sign-in was refused (401): it is wrong, was revoked, or is for another address')
			: told`no route that was tried gave data (${seen}): check --base-url, --profile and the sign-in`,
	);
}

/** How those are refused who are not signed in, or with a session that never was. */
export async function refusals(
	asker: Asker,
	taken: Operation,
	{ questions, credential }: { questions: Questions; credential?: ICredentialDataDecryptedObject },
): Promise<Pick<SignInFindings, 'without' | 'madeUp' | 'end'>> {
	const asked = questions(taken);
	const none = await asker.askAs({}, taken, asked);
	const found = { without: none && refusalOf(word('without a sign-in'), none, asker.naming) };
	if (!credential) return found;
	const part = () => randomBytes(18).toString('base64url');
	const session = `${part()}.${part()}.${part()}`;
	const value = credential.sessionHeader === 'bearer' ? `Bearer ${session}` : session;
	const madeUp = await asker.askAs({ 'X-AUTHORIZATION': value }, taken, asked);
	return {
		...found,
		madeUp: madeUp && refusalOf(word('with a session that never was'), madeUp, asker.naming),
		end: madeUp && endOf(madeUp),
	};
}

function endOf(reply: Reply): SignInFindings['end'] {
	const { status } = reply;
	if (status === 401 || status === 403 || status === 400) return status;
	if (status >= 300 && status < 400) return 'redirect';
	return status < 300 && !isTaken(reply) ? 'failed200' : undefined;
}
