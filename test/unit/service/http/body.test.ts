import { parseJson, saysFailure } from '../../../../nodes/service/http/body';

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

	it('cut after any character is never taken for data', () => {
		const whole = JSON.stringify({ contacts: [{ id: 1, name: 'Jip "é" \\' }], total: 1 });
		for (let end = 1; end < whole.length; end++) {
			expect(parseJson(whole.slice(0, end))).toMatchObject({ ok: false, cutShort: true });
		}
	});
});

describe('with status 200, failure is', () => {
	it.each([
		{ errors: ['no'] },
		{ errors: [{ message: 'no' }], data: null },
		{ errors: { email: ['malformed'] }, data: { id: null } },
		{ errors: ['no'], contacts: [], total: 0, page: 3 },
		{ error: { code: 'E17', message: 'no' } },
		{ error: 'no' },
		{ error: true },
		{ success: false, id: null },
		{ success: false, message: 'no' },
		{ ok: false },
		{ status: false, message: 'no' },
		{ status: 500, message: 'no' },
		{ status: '404', error: 'Not Found', path: '/x', timestamp: 5 },
		{ statusCode: 422, message: ['no'] },
		{ code: 403, message: 'no' },
		{ status: 'error', requestId: 'r-1' },
		{ status: 'error', trace_id: 't-1', requestID: 'r' },
		{ type: 'FAILED' },
		{ type: 'ERROR', data: [] },
		{ type: 'FAILED', id: '' },
		{ status: 'Not found' },
		{ type: 'Forbidden', contact: { id: null } },
		{ type: 'REJECTED', reason: 'no' },
		{ status: 'Unauthorized', contact: {} },
	])('%j', (body) => {
		expect(saysFailure(body)).toBe(true);
	});
});

describe('with status 200, no failure is', () => {
	it.each([
		[undefined],
		[null],
		['error'],
		[[]],
		[[{ error: 'of a row' }]],
		[{}],
		[{ id: 'c-1', error: 'none of ours' }],
		[{ id: 0, success: false }],
		[{ success: false, contact: { id: 'c-1' } }],
		[{ status: 'error', data: { id: 7 } }],
		[{ errors: [] }],
		[{ errors: null, message: 'Created' }],
		[{ error: '', contacts: [] }],
		[{ errors: [], contacts: [] }],
		[{ errors: ['a warning'], contacts: [{ name: 'Jip' }] }],
		[{ status: 'failed', number: 'Q-17' }],
		[{ type: 'error', total: 100 }],
		[{ status: 500, name: 'Jip' }],
		[{ status: 200, message: 'Created' }],
		[{ code: 0, message: 'Created' }],
		[{ code: 10_404, message: 'Created' }],
		[{ status: 'OK', code: 40_000 }],
		[{ type: 'SUCCESS' }],
		[{ success: true, errors: ['a warning'] }],
		[{ message: 'Created' }],
		[{ status: 'no failure' }],
	])('%j', (body) => {
		expect(saysFailure(body)).toBe(false);
	});
});
