import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach } from 'node:test';

import * as who from '../identities.mts';
import { call } from './support.mts';

/** A receiver of events, and webhooks as published that lead to it. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- read as each test expects it.
export const received: any[] = [];
const receiver = http.createServer(async (request, response) => {
	received.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
	response.end('taken');
});
export let url = '';
before(async () => {
	await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
	url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
after(() => receiver.close());
beforeEach(() => (received.length = 0));

/** Until so many events have come: nobody waits for those of a change by a route. */
export async function arrived(count: number) {
	while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

export const HOOKS = '/trigger-service/api/v1';
export const subscribe = async (events: string[], more: object = {}) => {
	const body = { name: 'n8n', url, company_profile_id: who.PROFILE_ID, events, ...more };
	return await call('POST', `${HOOKS}/subscribe`, { body });
};
