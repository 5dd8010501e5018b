import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { call, sandbox, set, TOKEN } from './support.mts';

/** What the routes as published refuse. */

const CRM = `/contact-service/${who.PROFILE_ID}`;
const DOCUMENTS = `/document-service/v1/${who.PROFILE_ID}`;

test('a refusal is a code and nothing else', async () => {
	const code = async (path: string, sent: Parameters<typeof call>[2] = {}, verb = 'GET') => {
		const { status, json } = await call(verb, path, sent);
		assert.deepEqual(Object.keys(json), ['message']);
		return `${status} ${json.message}`;
	};
	const boardsPath = `${CRM}/boards`;
	assert.equal(await code(boardsPath, { headers: {} }), '401 COULD_NOT_READ_TOKEN');
	const wrong = { headers: { Authorization: 'Bearer wrong' } };
	assert.equal(await code(boardsPath, wrong), '401 INVALID_TOKEN');
	const closed = `/contact-service/${who.OTHER_PROFILE_ID}/boards`;
	assert.equal(await code(closed), '403 COMPANY_PROFILE_ACCESS_DENIED');
	const none = '0c0ffee0-1111-4aaa-8bbb-000000000001';
	const unknown = [`${CRM}/contact-persons/${none}`, `${DOCUMENTS}/quotations/${none}`];
	for (const path of unknown) assert.equal(await code(path), '400 INVALID_PERMISSION');
	set({ unknownIdStatus: 403 });
	for (const path of unknown) assert.equal(await code(path), '403 INVALID_PERMISSION');
	assert.equal(await code('/contact-service/mine/boards'), '400 INVALID_PERMISSION');
	assert.match(sandbox.log.requests.at(-1)!.misfit!, /uuid/);
	assert.equal(await code(`${boardsPath}?board_type=CARS`), '400 INVALID_PERMISSION');
	set({
		faults: [{ kind: 'status', route: 'listBoards', status: 403, code: 'LABEL_ACCESS_DENIED' }],
	});
	assert.equal(await code(boardsPath), '403 LABEL_ACCESS_DENIED');
	set({ sessionEnd: 403 });
	const session = { headers: { 'X-AUTHORIZATION': 'none' } };
	assert.equal(await code(boardsPath, session), '403 INVALID_TOKEN');
	assert.equal(await code(boardsPath, { headers: TOKEN }, 'DELETE'), '400 INVALID_PERMISSION');
});
