import { after, beforeEach } from 'node:test';

import type { Fault } from '../faults.mts';
import * as who from '../identities.mts';
import { startSandbox } from '../server.mts';
import type { Switches } from '../switches.mts';

/** One sandbox for all tests of this folder, which run in one process; each test starts it over. */
export const sandbox = await startSandbox();
after(async () => await sandbox.close());
beforeEach(() => sandbox.reset());

export const set = (switches: Partial<Switches>) => Object.assign(sandbox.switches, switches);
export const play = (...faults: Fault[]) => set({ faults });

export const TOKEN = { Authorization: `Bearer ${who.API_TOKEN}` };

interface Sent {
	body?: object;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

/** `json` is the parsed text, if that is JSON. */
export async function call(method: string, path: string, sent: Sent = {}) {
	const { body, headers = TOKEN, signal } = sent;
	const response = await fetch(sandbox.url + path, {
		method,
		headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
		body: body && JSON.stringify(body),
		redirect: 'manual',
		signal,
	});
	// Of a file, each byte is to count as one letter.
	const isFile = response.headers.get('content-type') === 'application/pdf';
	const bytes = Buffer.from(await response.arrayBuffer());
	const text = bytes.toString(isFile ? 'latin1' : 'utf8');
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- read as each test expects it.
	const json: any = /^[{["]/.test(text) ? parsed(text) : undefined;
	return { status: response.status, headers: response.headers, text, json };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export const control = async (path: string, body?: object) =>
	await call('POST', `/_sandbox${path}`, { body, headers: {} });

export const CONTACTS = `/api/v1/contacts?audience_id=${who.AUDIENCE_ID}`;
export const NEW_CONTACT = { contact: { audience: { id: who.AUDIENCE_ID } } };
export const count = () => sandbox.world.profile().contacts.count();
