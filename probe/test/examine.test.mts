import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';

import { fieldsOf } from '../examine/fields.ts';
import { headersOf, together } from '../examine/headers.ts';
import { historyOf } from '../examine/history.ts';
import type { Naming } from '../examine/names.ts';
import { pagingOf } from '../examine/paging.ts';
import { loginOf } from '../examine/session.ts';
import { range } from '../examine/told.ts';

/** What the sandbox does not play, told from answers made here. */

const naming: Naming = { described: new Set(['history', 'metaData']), all: false };
const HOUR = 3_600_000;

const jwt = (claims: object) =>
	['{"alg":"HS256"}', JSON.stringify(claims), 'x']
		.map((part) => Buffer.from(part).toString('base64url'))
		.join('.');

test('the life of a session is read from its own claims', () => {
	const lifeOf = (claims: object) =>
		loginOf({ type: 'SUCCESS', sessionKey: jwt(claims) })?.life as string;
	assert.equal(lifeOf({ iat: 1_700_000_000, exp: 1_700_007_200 }), '2 hours');
	assert.equal(lifeOf({ iat: 1_700_000_000, exp: 1_700_086_400 }), '24 hours');
	assert.equal(lifeOf({ iat: 1_700_000_000_000, exp: 1_700_000_000_000 + 24 * HOUR }), '24 hours');
	assert.equal(lifeOf({ iat: 1_700_000_000, exp: 1_700_001_000 }), 'less than an hour');
	assert.match(lifeOf({ sub: 'x' }), /does not say/);
	assert.equal(loginOf({ type: 'SUCCESS', sessionKey: 'no-jwt' })?.lifeMs, undefined);
});

const pathsOf = (records: object[]) => fieldsOf(records, naming).map(({ path }) => path as string);

test('objects whose keys are data are told as a map', () => {
	const rows = (n: number, key: (n: number) => string) =>
		Array.from({ length: n }, (_, at) => ({
			id: at,
			fields: { [key(at)]: 1, [`${key(at)}2`]: 2 },
		}));
	const map = ['id', 'fields', 'fields.{map}'];
	assert.deepEqual(pathsOf(rows(1, () => 'Expected revenue')), map);
	assert.deepEqual(pathsOf(rows(1, () => 'jan@voorbeeld.example')), map);
	assert.deepEqual(pathsOf(rows(6, (n) => `customer${'abcdef'[n]}`)), map);
	assert.deepEqual(pathsOf(rows(6, () => 'colour')), [
		'id',
		'fields',
		'fields.another name, 6 letters',
		'fields.another name, 7 letters',
	]);
});

test('counts are told in ranges that hold them', () => {
	assert.deepEqual([0, 1, 2, 9, 10, 99, 100].map(range), [
		'0',
		'1',
		'2 to 9',
		'2 to 9',
		'10 to 99',
		'10 to 99',
		'100 to 999',
	]);
	fc.assert(
		fc.property(fc.integer({ min: 2, max: 1e9 }), (count) => {
			const [low, high] = range(count).replaceAll(',', '').split(' to ').map(Number);
			assert.ok(low! <= count && count <= high!);
			assert.equal(Math.max(2, 10 ** (String(high).length - 1)), low);
		}),
	);
});

const entry = (start: number, end: number, type = 'STATUS_CHANGED') => ({
	id: `${start}-${type}`,
	backlogItemId: 'deal',
	startTimestamp: start,
	endTimestamp: end,
	type,
	metaData: { propertyValue: { _id: 'GONE', type: 'STATUS' } },
});

test('entries that overlap, leave gaps, or stay open in the middle are told', () => {
	const T = 1_700_000_000_000;
	const of = (...history: object[]) =>
		historyOf(
			[{ id: 'deal', history } as never],
			{ statuses: new Set(['gone']), users: new Set() },
			naming,
		)!;
	const met = of(entry(T, T + 5), entry(T + 5, 0));
	assert.deepEqual(
		[met.meeting, met.overlapping, met.apart, met.openAreLast],
		['all', 'none', 'none', 'all'],
	);
	const over = of(entry(T, T + 9), entry(T + 5, 0));
	assert.deepEqual([over.meeting, over.overlapping, over.apart], ['none', 'all', 'none']);
	const gap = of(entry(T, T + 1), entry(T + 5, T + 6), entry(T + 6, T + 7));
	assert.deepEqual([gap.meeting, gap.apart], ['some', 'some']);
	assert.equal(of(entry(T, 0), entry(T + 5, 0)).openAreLast, 'some');
	assert.deepEqual(
		[met.order, of(entry(T + 5, 0), entry(T, T + 5)).order],
		['oldest first', 'newest first'],
	);
	assert.deepEqual(of(entry(1_700_000_000, 0)).moments, ['integer (seconds since 1970)']);
	assert.deepEqual([met.knownStatuses, met.knownUsers], ['all', 'no case']);
});

const page = (...ids: number[]) => ({ rows: ids.map((id) => ({ id })), path: [] });

test('pages that count from one, and lists that change while they are looked at, are told', () => {
	const steady = { first: page(1, 2), again: page(1, 2), second: page(1, 2), far: page() };
	assert.equal(pagingOf(steady).fromOne, true);
	assert.equal(pagingOf({ ...steady, second: page(3) }).fromOne, false);
	const moving = {
		...steady,
		again: page(0, 1),
		big: page(0, 1),
		nextBig: page(2),
		behindCap: page(2),
	};
	const told = pagingOf(moving);
	assert.deepEqual(
		[told.steady, told.cap, told.hidden, told.fromOne],
		[false, undefined, undefined, undefined],
	);
});

test('headers are told by known names and words', () => {
	const reply = (headers: Record<string, string>) =>
		headersOf({ status: 200, headers, body: '[]', took: 1 });
	const told = together([
		reply({
			'cache-control': 'no-store, private=secret',
			'x-ratelimit-remaining': '17',
			'x-account': 'acme',
		}),
		reply({ 'transfer-encoding': 'chunked', 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }),
	]);
	assert.deepEqual(told, {
		seen: ['cache-control', 'retry-after', 'x-ratelimit-remaining'],
		caching: ['no-store, private'],
		chunked: 'some',
		types: ['no type'],
		retryAfter: ['a date or something else'],
	});
});
