import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';

import { EVENT, SECRET_HEADER } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers(
	'calls of the address',
	(stage) => {
		it('are let in by the secret alone; what is no event gets a clear status and starts nothing', async () => {
			const { rest, n8n, trigger, workflow, hook, call, move, started } = stage();
			// The same event is sent again and again.
			const id = await workflow([trigger('apiToken', { options: { eachEventOnce: false } })]);
			await rest.activate(id);
			const current = await hook();
			const secret = current.headers[SECRET_HEADER]!;
			const { event } = await move();
			await started(id, 1);
			for (const forged of [undefined, '', 'x'.repeat(secret.length), `${secret}, ${secret}`]) {
				const headers = { [SECRET_HEADER]: forged };
				const { status, text } = await call(current, event, { headers });
				assert.equal(status, 401, forged);
				assert.equal(JSON.parse(text).received, false);
			}

			const json = JSON.stringify(event);
			const text = { 'content-type': 'text/plain' };
			const form = { 'content-type': 'application/x-www-form-urlencoded' };
			const cases: Array<[what: string, status: number, body: unknown, headers?: object]> = [
				// n8n parses the body before it asks the node; these two answers are its own.
				['no JSON', 422, 'this is no JSON'],
				['20 MB', 500, `{"a":"${'x'.repeat(20_000_000)}"}`],
				['plain text', 400, 'hello', text],
				['a form', 400, `eventName=${EVENT}`, form],
				['nothing, as plain text', 400, '', text],
				['nothing', 400, ''],
				['null', 400, 'null'],
				['a list of events', 400, [event]],
				['no payload', 400, { ...event, payload: undefined }],
				['an empty object, as a service pings', 200, {}],
				['an event nobody asked for', 200, { eventName: 'CRM_SOMETHING_ELSE', payload: {} }],
			];
			for (const [what, status, body, headers] of cases) {
				const answer = await call(current, body, { headers: { ...headers } });
				assert.equal(
					answer.status,
					status,
					`${what}: ${answer.status} ${answer.text.slice(0, 200)}`,
				);
				assert.ok(answer.text.length < 500 && !answer.text.includes('    at '), what);
			}
			assert.equal((await call(current, event, { method: 'GET' })).status, 404);
			assert.equal((await rest.listExecutions(id)).length, 1);

			const types = [
				'application/json; charset=utf-8',
				'application/vnd.sales-crm.event+json',
				'text/json',
				'text/plain',
				'application/octet-stream',
				undefined,
			];
			for (const type of types) {
				const headers = { 'content-type': type };
				const answer = await call(current, new TextEncoder().encode(json), { headers });
				assert.equal(answer.status, 200, `${type}: ${answer.text.slice(0, 200)}`);
			}
			const zipped = { 'content-type': 'text/json', 'content-encoding': 'gzip' };
			assert.equal((await call(current, gzipSync(json), { headers: zipped })).status, 200, 'gzip');
			const named = { ...event, eventName: 'backlog_item.moved' };
			assert.equal((await call(current, named)).status, 200);
			assert.equal((await started(id, types.length + 3)).length, types.length + 3);
			assert.ok(!n8n.log().includes(secret));
			assert.match(
				n8n.log(),
				/"CRM_SOMETHING_ELSE" came, asked for: CRM_BACKLOG_ITEM_STATUS_CHANGE/,
			);
		});
	},
	{ env: { N8N_LOG_LEVEL: 'debug' } },
);
