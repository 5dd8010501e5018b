import { now } from '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/types';
import { requestPages } from '../../../nodes/pagination/list';
import { fault, json, script } from '../../support/scripted';

/** What nobody should be able to do to n8n, by a clock, an ID or an answer. */

const READ: Route = {
	method: 'GET',
	path: '/things/{id}',
	kind: 'read',
	purpose: 'get the thing',
	subject: 'the thing',
};
const PATH = { path: { id: '1' } };

const errorOf = async (promise: Promise<unknown>) =>
	await promise.then(
		() => undefined,
		(error: Error & IDataObject) => error,
	);

describe('a clock that is set', () => {
	it.each([-3_600_000, 3_600_000])('by %d ms neither freezes an outage nor ends it', async (by) => {
		const answers = [fault({ code: 'ECONNRESET' }), json({ id: 1 })];
		const { connection } = await script((): never => {
			jest.spyOn(Date, 'now').mockImplementation(() => now() + by);
			const answer = answers.shift()!;
			if (answer instanceof Error) throw answer;
			return answer as never;
		});
		const before = performance.now();
		expect(await requestJson(connection, READ, PATH)).toEqual({ id: 1 });
		expect(performance.now() - before).toBeLessThan(30_000);
	});

	it('wrong makes a date of Retry-After no longer, because the answer has a date as well', async () => {
		const at = (ms: number) => new Date(now() - 3_600_000 + ms).toUTCString();
		const limit = json({}, 429, { date: at(0), 'retry-after': at(5_000) });
		jest.spyOn(Date, 'now').mockImplementation(() => now() - 7_200_000);
		const { connection } = await script([limit, json({ id: 1 })]);
		const before = performance.now();
		await requestJson(connection, READ, PATH);
		expect(performance.now() - before).toBeLessThan(30_000);
	});
});

it.each(['.', '..'])('no part of a path is %j', async (id) => {
	const { connection, sent } = await script([json({})]);
	const error = await errorOf(requestJson(connection, READ, { path: { id } }));
	expect(error?.message).toContain('is not an ID');
	expect(sent).toEqual([]);
});

describe('an answer', () => {
	it.each([
		{ code: 'ERR_STRING_TOO_LONG', message: 'Cannot create a string longer than 0x1fffffe8' },
		{ code: 'ERR_BAD_RESPONSE', message: 'maxContentLength size of 1 exceeded' },
		{ httpCode: '200', message: 'Invalid string length' },
	])('that is too large is asked for once', async (tooLarge) => {
		const error = Object.assign(new Error(tooLarge.message), tooLarge);
		const { connection, sent } = await script([error, json({})]);
		const shown = await errorOf(requestJson(connection, READ, PATH));
		expect(shown?.message).toContain('too large to be read');
		expect(sent).toHaveLength(1);
	});

	const nested = (levels: number, inner = '1') =>
		`${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

	it.each(['read', 'write'] as const)('that is nested without end stops no %s', async (kind) => {
		for (const body of [nested(50_000), `{"errors":${nested(50_000, '')}}`]) {
			const { connection } = await script([{ statusCode: 200, body }]);
			const error = await errorOf(requestJson(connection, { ...READ, kind }, PATH));
			expect(error?.message ?? '').not.toContain('call stack');
		}
	});

	it.each(['', nested(50_000), `[{"id":${nested(50_000)}}]`])(
		'that is no list of flat rows (%.10s) is doubt or an error',
		async (body) => {
			const { connection, hints } = await script(() => ({ statusCode: 200, body }));
			const list = requestPages(connection, READ, 'things', {}, { confirmsEnd: true });
			const error = await errorOf(
				(async () => {
					for await (const page of list) void page;
				})(),
			);
			expect(`${error?.message} ${hints.join(' ')}`).toMatch(/incomplete|no list/);
			expect(`${error?.message}`).not.toContain('call stack');
		},
	);
});
