import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach } from 'node:test';

import * as who from '../identities.mts';
import { call } from './support.mts';

/** A receiver of events, and webhooks that lead to it. */

export interface Call {
	method: string;
	secret: unknown;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- read as each test expects it.
	event: any;
}

export const received: Call[] = [];
/** The statuses of the next answers; 200 after them. */
export const answers: number[] = [];
const receiver = http.createServer(async (request, response) => {
	const text = Buffer.concat(await request.toArray()).toString();
	const secret = request.headers['x-webhook-secret'];
	received.push({ method: request.method!, secret, event: JSON.parse(text) });
	response.writeHead(answers.shift() ?? 200).end('taken');
});
export let url = '';
before(async () => {
	await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
	url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
after(() => receiver.close());
beforeEach(() => {
	received.length = answers.length = 0;
});

/** Waits until so many events have arrived, because the events of a change by a route are not awaited. */
export async function arrived(count: number) {
	while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

export const HEADERS = { 'X-Webhook-Secret': 's3' };
export const HOOKS = { described: '/api/v1', published: '/trigger-service/api/v1' };
const subscribeAt =
	(base: string) =>
	async (events: string[], more: object = {}) => {
		const company_profile_id = who.PROFILE_ID;
		const body = { name: 'n8n', url, headers: HEADERS, company_profile_id, events, ...more };
		return await call('POST', `${base}/subscribe`, { body });
	};
export const subscribe = subscribeAt(HOOKS.published);
export const subscribeAsDescribed = subscribeAt(HOOKS.described);
