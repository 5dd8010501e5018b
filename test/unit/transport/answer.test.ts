import { createdId, isFailedRead, saysFailure } from '../../../nodes/transport/answer';

/** What an answer contains, whether it reports a failure, and the ID that it gives. */

it.each<[answer: unknown]>([
	[{ success: false, contact_id: 'x' }],
	[{ ok: 0 }],
	[{ error: 'email taken', id: 'x' }],
	[{ data: { type: 'error' } }],
	[{ status: ' Failed ', data: { id: 'x' } }],
	[{ status: '503' }],
	[{ status: 400, id: 'x' }],
	[false],
])('a write failed, whatever ID it has: %j', (answer) => expect(saysFailure(answer)).toBe(true));

it.each<[answer: unknown]>([
	[{ id: 'c1', status: 'NO_ERROR', type: 'NOT_FAILED' }],
	['Contact saved, no duplicate found'],
	[{ id: 'x', errors: { email: [] }, error: false, ok: 'yes' }],
	[{ id: 'x', status: 201, type: 399, code: 422 }],
	[{ contact: { id: 'x', name: 'Error & Fail BV', result: 'FAILED', code: '450' } }],
])('a write succeeded: %j', (answer) => expect(saysFailure(answer)).toBe(false));

it.each([
	{ success: 'false', contacts: [{ id: 7 }] },
	{ errors: [{ message: 'no' }], data: null },
	{ status: '404', error: 'Not Found', path: '/x', timestamp: 5 },
])('a read failed despite status 200: %j', (body) => expect(isFailedRead(body)).toBe(true));

it.each([
	[undefined],
	[[{ error: 'of a row' }]],
	[{}],
	[{ errors: ['a warning'], contacts: [{ name: 'Jip' }] }],
])('a read succeeded: %j', (body) => expect(isFailedRead(body)).toBe(false));

it.each<[answer: unknown]>([
	[{ id: 'c-1' }],
	[{ contact_id: ' c-1 ' }],
	[{ UUID: 'c-1' }],
	[{ data: { contact: { Id: 'c-1' } } }],
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
