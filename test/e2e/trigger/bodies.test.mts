import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';

import { withTriggers } from '../support/triggerStage.mts';
import { EVENT } from '../support/instantTrigger.mts';

/** A list in a list in a list …: as JSON text, since no program would build it. */
const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

withTriggers('bodies that are no event', (stage) => {
	it('get a clear status and start nothing; the next event is served', async () => {
		const { rest, trigger, workflow, hook, call, move, started } = stage();
		// The same event is sent again and again.
		const id = await workflow([trigger('apiToken', { eachEventOnce: false })]);
		await rest.activate(id);
		const current = await hook();
		const { event } = await move();
		await started(id, 1);
		const json = JSON.stringify(event);
		const text = { 'content-type': 'text/plain' };
		const within = (field: string) => json.replace('"labels":{', `"labels":{${field},`);
		assert.notEqual(within('"x":1'), json);

		const cases: Array<[what: string, status: number, body: unknown, headers?: object]> = [
			// n8n parses the body before it asks the node; these two answers are its own.
			['no JSON', 422, 'this is no JSON'],
			['half a JSON', 422, json.slice(0, 200)],
			['plain text', 400, 'hello', text],
			[
				'a form',
				400,
				`eventName=${EVENT}`,
				{ 'content-type': 'application/x-www-form-urlencoded' },
			],
			['XML', 400, `<eventName>${EVENT}</eventName>`, { 'content-type': 'application/xml' }],
			[
				'a form with parts',
				400,
				`--x\r\ncontent-disposition: form-data; name="eventName"\r\n\r\n${EVENT}\r\n--x--\r\n`,
				{ 'content-type': 'multipart/form-data; boundary=x' },
			],
			['nothing, as plain text', 400, '', text],
			['nothing', 400, ''],
			['null', 400, 'null'],
			['a number', 400, '42'],
			['a string', 400, JSON.stringify(json)],
			['a list of events', 400, [event]],
			['an empty object, as a service pings', 200, {}],
			['no name of the event', 400, { ...event, eventName: undefined }],
			['a name that is none', 400, { ...event, eventName: { toString: 'x' } }],
			['no payload', 400, { ...event, payload: undefined }],
			['a list as payload', 400, { ...event, payload: [event.payload] }],
			['no id of the deal', 400, { ...event, payload: { ...event.payload, id: undefined } }],
			['no status', 400, { id: 1, eventName: EVENT, payload: { id: event.payload.id } }],
			['the key __proto__', 400, `{"__proto__":{"admin":true},${json.slice(1)}`],
			['the key __proto__ deep inside', 400, within('"a":{"__proto__":{"admin":true}}')],
			['1,000 levels', 400, within(`"a":${nested(1_000)}`)],
			['100,000 levels', 400, within(`"a":${nested(100_000)}`)],
			// Also n8n's own: its limit is 16 MB, and it has no better word for more.
			['20 MB', 500, within(`"a":"${'x'.repeat(20_000_000)}"`)],
			['an event nobody asked for', 200, { ...event, eventName: 'CRM_SOMETHING_ELSE' }],
		];
		for (const [what, status, body, headers] of cases) {
			const answer = await call(current, body, { headers: { ...headers } });
			assert.equal(answer.status, status, `${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
			assert.ok(answer.text.length < 500 && !answer.text.includes('    at '), what);
		}
		for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
			assert.equal((await call(current, event, { method })).status, 404, method);
		}
		assert.equal((await rest.listExecutions(id)).length, 1);

		assert.equal((await call(current, event)).status, 200);
		const types = [
			'application/json; charset=utf-8',
			'application/vnd.sales-crm.event+json',
			'application/problem+json; charset=utf-8',
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
		const { status } = await call(current, gzipSync(json), { headers: zipped });
		assert.equal(status, 200, 'gzip');
		assert.equal((await call(current, within('"constructor":{"prototype":1}'))).status, 200);
		assert.equal((await started(id, types.length + 4)).length, types.length + 4);
	});
});
