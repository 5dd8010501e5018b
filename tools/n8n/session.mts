import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Line } from './versions.mts';

/** The log-in of an n8n that the runtime sets up. Everything is on this machine and short-lived. */
export const OWNER = {
	email: 'owner@example.com',
	password: 'Sandbox-owner-1',
	firstName: 'Sandbox',
	lastName: 'Owner',
};

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

// What n8n's internal REST interface answers is described nowhere; callers name what they read from it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Answer = any;

export class RestError extends Error {
	constructor(
		message: string,
		readonly status: number,
		readonly body: string,
	) {
		super(message);
	}
}

export type Session = {
	url: string;
	line: Line;
	/** Calls `/rest<path>` as the signed-in owner and gives back `data` of the answer; throws `RestError`. */
	call(method: Method, path: string, body?: unknown): Promise<Answer>;
	/** The cookie and browser id, for clients that talk to n8n in other ways (a browser, a push connection). */
	headers: Record<string, string>;
};

/**
 * Signs in at a running n8n as its owner, whom it sets up the first time.
 * @param known Headers of a session that goes on: n8n allows five log-ins a minute.
 */
export async function signIn(
	url: string,
	line: Line,
	known?: Record<string, string>,
): Promise<Session> {
	const headers: Record<string, string> = { 'browser-id': randomUUID(), ...known };
	// n8n closes an idle connection whenever it likes, and a request may be under way on it.
	const unshared = { connection: 'close' };

	const send = async (method: Method, path: string, body?: unknown): Promise<Response> => {
		const response = await fetch(`${url}/rest${path}`, {
			method,
			headers: {
				...headers,
				...unshared,
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const cookie = response.headers.getSetCookie().find((value) => value.startsWith('n8n-auth='));
		if (cookie) headers.cookie = cookie.split(';')[0]!;
		if (response.ok) return response;
		const text = await response.text();
		const what = `n8n answered ${response.status} to ${method} /rest${path}: ${text.slice(0, 1000)}`;
		throw new RestError(what, response.status, text);
	};
	const call = async (method: Method, path: string, body?: unknown): Promise<Answer> => {
		const answer = (await (await send(method, path, body)).json()) as Answer;
		return answer?.data ?? answer;
	};

	if (!known) await logIn(call);
	return { url, line, call, headers };
}

async function logIn(call: Session['call']): Promise<void> {
	try {
		await untilRouted(() => call('POST', '/owner/setup', OWNER));
	} catch (error) {
		const isSetUp = error instanceof RestError && error.status === 400;
		if (!isSetUp) throw error;
		await call('POST', '/login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
	}
}

/** Right after its start n8n answers 404 to routes it is about to add. */
async function untilRouted(send: () => Promise<unknown>): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			await send();
			return;
		} catch (error) {
			const notYet = error instanceof RestError && [404, 503].includes(error.status);
			if (!notYet || attempt === 40) throw error;
			await sleep(250);
		}
	}
}
