import { verdictOn } from '../../../nodes/auth/classifyAuthResponse';

/** What an answer says about the sign-in. */

const verdict = (status: number, body: unknown = '{}', headers: Record<string, string> = {}) =>
	verdictOn({ status, headers, body });

it.each([
	[200, 'accepted'],
	[201, 'accepted'],
	[204, 'accepted'],
	[299, 'accepted'],
	[300, 'refused'],
	[302, 'refused'],
	[307, 'refused'],
	[399, 'refused'],
	[400, 'refused'],
	[401, 'unauthorized'],
	[402, 'unclear'],
	[403, 'refused'],
	[404, 'unclear'],
	[409, 'unclear'],
	[419, 'refused'],
	[422, 'unclear'],
	[429, 'unclear'],
	[440, 'refused'],
	[500, 'unclear'],
	[503, 'unclear'],
	[199, 'unclear'],
])('%i: %s, whatever its words', (status, expected) => {
	expect(verdict(status)).toBe(expected);
	if (status >= 300) expect(verdict(status, '<h1>Log in</h1>')).toBe(expected);
});

const long = (value: object) => JSON.stringify({ ...value, detail: 'x'.repeat(4096) });

it.each<[string, 'accepted' | 'refused', unknown]>([
	['nothing', 'accepted', ''],
	['data', 'accepted', '[{"id":1}]'],
	['a web page', 'refused', ' \n<!DOCTYPE html><title>Log in</title>'],
	['a long web page', 'refused', `<html>${'x'.repeat(5000)}`],
	['a failure', 'refused', '{"type":"FAILED"}'],
	['a failure in spaces up to the limit', 'refused', '{"type":"FAILED"}'.padEnd(4096)],
	['more than words of failure ever are', 'accepted', long({ type: 'FAILED' })],
	['half of something', 'accepted', '{"type":"FAI'],
	['a text that speaks of failure', 'accepted', 'FAILED'],
	['what was read already', 'accepted', { type: 'FAILED' }],
])('200 with %s: %s', (_what, expected, body) => {
	expect(verdict(200, body)).toBe(expected);
});

const stream = () => ({
	destroy: () => undefined,
	async *[Symbol.asyncIterator]() {
		yield new Uint8Array();
	},
});

it.each([
	['application/pdf', 'accepted'],
	['application/octet-stream', 'accepted'],
	[undefined, 'accepted'],
	['application/json; charset=utf-8', 'refused'],
	['application/problem+json', 'refused'],
	['text/html', 'refused'],
	['application/xhtml', 'accepted'],
])('a download of %s: %s', (type, expected) => {
	const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
	expect(verdict(200, stream(), headers)).toBe(expected);
});
