import { createdId, isFailedRead, parseJson, saysFailure } from '../../../nodes/transport/answer';

/** What an answer contains, whether it reports a failure, and the ID that it gives. */

it.each<[answer: unknown]>([
	[{ success: false, contact_id: 'x' }],
	[{ Success: 'False', Id: 7 }],
	[{ ok: 0 }],
	[{ error: 'email taken', id: 'x' }],
	[{ contact: { id: null, errors: ['Email taken'] } }],
	[{ data: { type: 'error' } }],
	[{ status: ' Failed ', data: { id: 'x' } }],
	[{ title: 'Bad Request', status: 400 }],
	[{ status: '503' }],
	[[{ id: 'x', success: false }]],
	[false],
])('a write failed, whatever ID it has: %j', (answer) => expect(saysFailure(answer)).toBe(true));

it.each<[answer: unknown]>([
	[{ id: 'c1', status: 'NO_ERROR', type: 'NOT_FAILED' }],
	['Contact saved, no duplicate found'],
	[{ id: 'x', error: null, errors: [], success: null }],
	[{ id: 'x', errors: { email: [] }, error: false, ok: 'yes' }],
	[{ id: 'x', status: 201, type: 399, code: 422 }],
	[{ contact: { id: 'x', name: 'Error & Fail BV', result: 'FAILED', code: '450' } }],
	[undefined],
	[null],
])('a write succeeded: %j', (answer) => expect(saysFailure(answer)).toBe(false));

it.each([
	{ success: 'false', contacts: [{ id: 7 }] },
	{ OK: 0 },
	{ errors: [{ message: 'no' }], data: null },
	{ errors: ['no'], contacts: [], total: 0 },
	{ status: '404', error: 'Not Found', path: '/x', timestamp: 5 },
	{ type: 'FAILED' },
])('a read failed despite status 200: %j', (body) => expect(isFailedRead(body)).toBe(true));

it.each([
	[undefined],
	[[{ error: 'of a row' }]],
	[{}],
	[{ errors: ['a warning'], contacts: [{ name: 'Jip' }] }],
	[{ errors: [], contacts: [] }],
	[{ status: 'ERROR', number: 'Q-17' }],
	[{ success: true, errors: ['a warning'], contacts: [{ id: 7 }] }],
])('a read succeeded: %j', (body) => expect(isFailedRead(body)).toBe(false));

it.each<[answer: unknown]>([
	[{ id: 'c-1' }],
	[{ contactId: 'c-1', message: 'ok' }],
	[{ contact_id: ' c-1 ' }],
	[{ UUID: 'c-1' }],
	[{ data: { contact: { Id: 'c-1' } } }],
	[{ id: 1, result: { id: 'c-1' } }],
	[{ data: [{ contact_id: 'c-1' }] }],
	[{ subscription: { id: 'c-1' }, message: 'ok', actions: [] }],
])('the ID of what was created is in %j', (answer) => expect(createdId(answer)).toBe('c-1'));

it.each<[answer: unknown]>([
	[undefined],
	['c-1'],
	[{ id: null, contact_id: '' }],
	[[{ id: 'a' }, { id: 'b' }]],
	[{ audience: { id: 'a' } }],
])('no ID of what was created is in %j', (answer) => expect(createdId(answer)).toBeUndefined());

it.each([
	['\ufeff [1] ', [1]],
	['7', 7],
	[' \n', undefined],
	[{ read: 'already' }, { read: 'already' }],
])('the body %j is data', (body, value) => expect(parseJson(body)).toEqual({ ok: true, value }));

it.each([
	[' <html>', 'a web page instead of data', false],
	['[{"a":1}', 'incomplete data', true],
	['"half', 'incomplete data', true],
	['Hello {', 'something that is not JSON', false],
])('the body %j is not data', (body, unexpected, cutShort) => {
	expect(parseJson(body)).toEqual({ ok: false, unexpected, cutShort });
});
