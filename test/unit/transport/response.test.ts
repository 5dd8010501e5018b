import { isPlainText, parseJson, saysFailure } from '../../../nodes/transport/response';

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

describe('with status 200, failure of a read is', () => {
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
		{ id: 0, success: false },
		{ success: 'false', contacts: [] },
		{ success: false, data: [{ id: 7 }] },
		{ type: 'SESSION_EXPIRED' },
		{ OK: 0 },
	])('%j', (body) => {
		expect(saysFailure(body)).toBe(true);
	});
});

describe('with status 200, no failure of a read is', () => {
	it.each([
		[undefined],
		[null],
		['error'],
		[[]],
		[[{ error: 'of a row' }]],
		[{}],
		[{ id: 'c-1', error: 'none of ours' }],
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

const ECHO = {
	standard_personal_infos: [{ name: 'Voornaam', value: 'An' }],
	audience: { id: 'a' },
};

describe('with status 200, failure of a write is', () => {
	it.each([
		{ errors: ['no'], contact: ECHO },
		{ error: 'no', ...ECHO },
		{ contact: { ...ECHO, errors: { email: ['malformed'] } } },
		{ contact: { ...ECHO, id: null }, errors: [{ message: 'no' }] },
		{ id: 0 },
		{ contact: { ...ECHO, id: 0 } },
		{ contact: { ...ECHO, id: '0' } },
		{ success: 'false', ...ECHO },
		{ success: 'No' },
		{ success: 'N' },
		{ success: 'failed' },
		{ success: ' nok ', contact: ECHO },
		{ errorMessage: 'no', contact: ECHO },
		{ error_code: 17 },
		{ ok: 0 },
		{ isSuccess: 'FALSE', contact: ECHO },
		{ result: 'error', contact: ECHO },
		{ result: false },
		{ status: 'failed', contact: ECHO },
		{ status: 422, contact: ECHO },
		{ status_code: '500' },
		{ code: 'ERROR_DUPLICATE' },
		{ type: 'FAILED', ...ECHO },
		{ code: 'VALIDATION_ERROR', contact: ECHO },
		{ type: 'ValidationError', message: 'no' },
		{ status: 'INTERNAL_SERVER_ERROR' },
		{ code: 'EMAIL_INVALID' },
		{ status: '400 Bad Request' },
		{ status: 'NOK' },
		{ hasError: true },
		{ validation_errors: ['no'] },
		{ errorMessages: { email: 'no' } },
		{ data: { success: false } },
		{ result: { success: false } },
		{ status: { code: 400 } },
		{ contacts: [{ error: 'no' }] },
		{ results: [{ status: 'error' }] },
		[{ error: 'no' }],
		[ECHO, { errors: ['no'] }],
		{ data: [{ error: 'no' }] },
		['Email is invalid'],
		false,
		0,
		'Error',
		'Email is invalid',
		'The contact could not be created',
		'Please log in',
		'E-mailadres is ongeldig',
	])('%j', (body) => {
		expect(saysFailure(body, 'write')).toBe(true);
	});
});

describe('with status 200, no failure of a write is', () => {
	it.each([
		[undefined],
		[null],
		[{}],
		[[]],
		[true],
		[17],
		['OK'],
		['c-17'],
		['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
		['Contact created'],
		[{ contact: ECHO }],
		[ECHO],
		[[ECHO]],
		[{ id: 'c-1', errors: ['a warning'] }],
		[{ _id: 'c-1', status: 'error' }],
		[{ contact: { ...ECHO, uuid: 'c-1' }, success: false }],
		[{ contact_id: 7, errors: ['a warning'] }],
		[{ subscription: { id: 7 }, actions: [], errors: ['a warning'] }],
		[{ data: [{ id: 7 }], status: 'error' }],
		[{ id: null, message: 'Created' }],
		[{ success: true, errors: [], error: null, code: 0, status: 200, result: 'created' }],
		[{ success: 'none of yours', errorCode: 0, error_message: '' }],
		[{ errorCode: '0', errorMessage: 'Success' }],
		[{ error_code: '00', error_message: 'OK' }],
		[{ error: 'none', errors: '0', errorCode: 200 }],
		[{ error: 'false' }],
		[{ code: 'NO_ERROR', result: 'Created without errors' }],
		[{ success: true, data: false }],
		[{ success: true, data: 0 }],
		[{ contact: { ...ECHO, status: { type: 'STATUS', id: 's' }, audience: { id: 'a', code: 0 } } }],
		[{ success: 'yes', status: 'OK', code: 40_000, type: 'SUCCESS' }],
		[{ message: 'Created', request_id: 'r-1', errors: { email: [] } }],
	])('%j', (body) => {
		expect(saysFailure(body, 'write')).toBe(false);
	});
});

it.each([
	['OK', true],
	[' Created\n', true],
	['x'.repeat(200), true],
	['x'.repeat(201), false],
	['', false],
	[' <p>OK</p>', false],
	['{"id":', false],
	['[1', false],
	['"O', false],
	[undefined, false],
])('%j as a short plain text: %p', (body, isOne) => {
	expect(isPlainText(body)).toBe(isOne);
});
