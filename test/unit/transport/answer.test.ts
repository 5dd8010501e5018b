import { createdId, isFailedRead, parseJson, saysFailure } from '../../../nodes/transport/answer';

/** What a body is, whether it says that the request failed, and the id that it gives. */

describe('an answer to a write fails by its fields, whatever id it holds', () => {
	it.each<[answer: unknown]>([
		[{ success: false, contact_id: 'x' }],
		[{ Success: 'False', Id: 7 }],
		[{ ok: 0 }],
		[{ error: 'email taken', id: 'x' }],
		[{ message: 'Invalid', errors: { email: ['taken'] } }],
		[{ contact: { id: null, errors: ['Email taken'] } }],
		[{ data: { type: 'error' } }],
		[{ status: ' Failed ', data: { id: 'x' } }],
		[{ TYPE: 'FAILURE' }],
		[{ title: 'Bad Request', status: 400 }],
		[{ status: '503' }],
		[[{ id: 'x', success: false }]],
		[false],
	])('%j', (answer) => expect(saysFailure(answer)).toBe(true));

	it.each<[answer: unknown]>([
		[{ id: 'c1', status: 'NO_DUPLICATE' }],
		[{ id: 'c1', status: 'NO_ERROR', type: 'NOT_FAILED' }],
		[{ id: 'x', status: 'Contact saved, nothing failed', message: 'no error' }],
		['Contact saved, no duplicate found'],
		[{ id: 'x', error: null, errors: [], success: null }],
		[{ id: 'x', errors: { email: [] }, error: false, ok: 'yes' }],
		[{ id: 'x', status: 201, type: 399, code: 422 }],
		[{ contact: { id: 'x', name: 'Error & Fail BV', result: 'FAILED', code: '450' } }],
		[[{ success: false }, { success: false }]],
		[undefined],
		[null],
		['OK'],
	])('not: %j', (answer) => expect(saysFailure(answer)).toBe(false));
});

describe('the id of what was created', () => {
	it.each<[name: string, answer: unknown]>([
		['at the top', { id: 'c-1' }],
		['as a contactId', { contactId: 'c-1', message: 'ok' }],
		['as a contact_id', { contact_id: ' c-1 ' }],
		['as a UUID in capitals', { UUID: 'c-1' }],
		['inside data (Laravel)', { data: { id: 'c-1' } }],
		['inside a contact', { contact: { id: 'c-1' }, message: 'created' }],
		['inside a contact inside data', { data: { contact: { Id: 'c-1' } } }],
		['inside result, beside the id of the call (JSON-RPC)', { id: 1, result: { id: 'c-1' } }],
		['in the only element of a list', [{ id: 'c-1' }]],
		['in the only element of a list of data', { data: [{ contact_id: 'c-1' }] }],
		['of a subscription', { subscription: { id: 'c-1' }, message: 'ok', actions: [] }],
	])('%s', (_, answer) => expect(createdId(answer)).toBe('c-1'));

	it('a number is an id as well', () => expect(createdId({ id: 17 })).toBe('17'));

	it.each<[name: string, answer: unknown]>([
		['an empty answer', undefined],
		['a word', 'c-1'],
		['an id that is none', { id: null, contact_id: '' }],
		['a list of several', [{ id: 'a' }, { id: 'b' }]],
		['several inside data', { data: [{ id: 'a' }, { id: 'b' }] }],
		['the id of something else', { audience: { id: 'a' } }],
	])('none: %s', (_, answer) => expect(createdId(answer)).toBeUndefined());
});

describe('a body', () => {
	it.each([
		['{"a":1}', { a: 1 }],
		['\ufeff [1] ', [1]],
		['7', 7],
		['', undefined],
		[' \n', undefined],
		[{ read: 'already' }, { read: 'already' }],
		[undefined, undefined],
	])('%j is data', (body, value) => {
		expect(parseJson(body)).toEqual({ ok: true, value });
	});

	it.each([
		[' <html>', 'a web page instead of data', false],
		['{"a":', 'incomplete data', true],
		['[{"a":1}', 'incomplete data', true],
		['"half', 'incomplete data', true],
		['Hello {', 'something that is not JSON', false],
	])('%j is none', (body, what, cutShort) => {
		expect(parseJson(body)).toEqual({ ok: false, what, cutShort });
	});
});

describe('with status 200, failure of a read is', () => {
	it.each([
		{ success: false, id: null },
		{ success: 'false', contacts: [{ id: 7 }] },
		{ OK: 0 },
		{ errors: ['no'] },
		{ errors: [{ message: 'no' }], data: null },
		{ errors: ['no'], contacts: [], total: 0 },
		{ error: { code: 'E17', message: 'no' } },
		{ status: 500, message: 'no' },
		{ status: '404', error: 'Not Found', path: '/x', timestamp: 5 },
		{ status: 'error', requestId: 'r-1' },
		{ type: 'FAILED' },
	])('%j', (body) => expect(isFailedRead(body)).toBe(true));
});

describe('with status 200, no failure of a read is', () => {
	it.each([
		[undefined],
		[null],
		[[]],
		[[{ error: 'of a row' }]],
		[{}],
		[{ id: 'c-1', error: 'none of ours' }],
		[{ errors: ['a warning'], contacts: [{ name: 'Jip' }] }],
		[{ errors: [], contacts: [] }],
		[{ status: 'rejected', number: 'Q-17' }],
		[{ status: 'ERROR', number: 'Q-17' }],
		[{ status: 500, name: 'Jip' }],
		[{ type: 'SUCCESS', message: 'no error' }],
		[{ success: true, errors: ['a warning'], contacts: [{ id: 7 }] }],
	])('%j', (body) => expect(isFailedRead(body)).toBe(false));
});
