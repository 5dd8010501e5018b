import { parseJson } from '../../../nodes/transport/response';
import { isFailedRead } from '../../../nodes/transport/answer';

/** What a body is, and whether it says that the request failed. */

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
		{ statusCode: 422, message: ['no'] },
		{ code: 403, message: 'no' },
		{ status: 'error', requestId: 'r-1' },
		{ type: 'SESSION_EXPIRED' },
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
		[{ status: 500, name: 'Jip' }],
		[{ type: 'SUCCESS', message: 'no error' }],
		[{ success: true, errors: ['a warning'], contacts: [{ id: 7 }] }],
	])('%j', (body) => expect(isFailedRead(body)).toBe(false));
});
