import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	differingFields,
	inLayout,
	markOf,
	type MarkLayout,
	withNoted,
} from '../../../nodes/SalesCrmRecordTrigger/marks';
import { newRecords, type RecordOptions } from '../../../nodes/SalesCrmRecordTrigger/newRecords';
import { type RecordCursor, RecordMemory } from '../../../nodes/SalesCrmRecordTrigger/recordMemory';
import { uuid } from '../../support/uuid';

/** What is new in a list, and what it costs to remember it. */

const OPTIONS: RecordOptions = {
	source: 'crm',
	watchesChanges: true,
	ignored: [],
	startsWithAll: false,
	maxRecords: 1000,
	shapeOf: (record) => record,
};

const FIELDS = 11;

const recordOf = (n: number): IDataObject => ({
	id: uuid(n),
	...Object.fromEntries(
		Array.from({ length: FIELDS }, (_, field) => [`field${field}`, n % (field + 2)]),
	),
});
const listOf = (count: number) => Array.from({ length: count }, (_, n) => recordOf(n));

const next = (
	cursor: RecordCursor | undefined,
	rows: IDataObject[],
	more: Partial<RecordOptions> = {},
) =>
	newRecords(
		cursor && RecordMemory.load(JSON.parse(JSON.stringify(cursor)), 'crm'),
		{ rows, firstPage: rows, doubt: undefined },
		{
			...OPTIONS,
			...more,
		},
	);

const told = (fresh: ReturnType<typeof next>['fresh']) =>
	fresh.map(({ record, changedFields }) => [record.id, changedFields]);

describe('50,000 records', () => {
	const rows = listOf(50_000);
	const { cursor } = next(undefined, rows);

	it('take at most 1 MB of static data, with changes', () => {
		expect(JSON.stringify(cursor).length).toBeLessThanOrEqual(1_000_000);
	});

	it('without changes eight characters each', () => {
		const { seen } = next(undefined, rows, { watchesChanges: false }).cursor;
		expect(seen).toHaveLength(8 * rows.length);
	});

	it('each change is noticed, and in 14 of 15 the field is named; none is named that did not change', () => {
		const edited = rows.map((record, n) => {
			const field = `field${n % FIELDS}`;
			return n % 10 < 2 ? { ...record, [field]: `edited ${n}` } : record;
		});
		const { fresh } = next(cursor, edited, { maxRecords: Infinity });
		const changed = edited.filter((record, n) => record !== rows[n]).length;
		expect(fresh.length).toBeGreaterThanOrEqual(changed - 2);
		expect(fresh.length).toBeLessThanOrEqual(changed);
		const named = fresh.filter(({ changedFields }) => changedFields!.length === 1);
		expect(named.length / changed).toBeGreaterThan(14 / 15);
		const wrong = fresh.filter(({ record, changedFields }) =>
			changedFields!.some((name) => !String(record[name]).startsWith('edited')),
		);
		expect(wrong).toEqual([]);
	});
});

describe('more than 1 MB', () => {
	it('with too many fields an activation fails with the reason, and one without changes does not', () => {
		const rows = listOf(80_000);
		expect(() => next(undefined, rows)).toThrow(
			/80000 records with 11 fields each are more than can be watched/,
		);
		const { cursor } = next(undefined, rows, { watchesChanges: false });
		expect(() => next(cursor, rows)).toThrow(/more than can be watched for changes/);
		const ignored = [
			'field0',
			'field1',
			'field2',
			'field3',
			'field4',
			'field5',
			'field6',
			'field7',
		];
		expect(next(undefined, rows, { ignored }).fresh).toEqual([]);
	});

	it('with too many records an activation fails with the reason; a list that grew beyond goes on', () => {
		const rows = listOf(124_750);
		expect(() => next(undefined, [...rows, recordOf(200_000)], { watchesChanges: false })).toThrow(
			/124751 records are more than the trigger can remember: 124750/,
		);
		const { cursor } = next(undefined, rows, { watchesChanges: false });
		const added = recordOf(200_000);
		const grown = next(cursor, [...rows, added], { watchesChanges: false });
		expect(told(grown.fresh)).toEqual([[added.id, null]]);
	});
});

it('a list that grows has fewer bits for a field, and tells of what changed before', () => {
	const rows = listOf(20_000);
	const first = next(undefined, rows).cursor;
	expect(first.bits).toBe(18);
	const edited: IDataObject = { ...rows[3], field2: 'edited' };
	const grown = [...rows.slice(0, 3), edited, ...rows.slice(4), ...listOf(45_000).slice(20_000)];
	const poll = next(first, grown, { maxRecords: 25_000 });
	expect(poll.cursor.bits).toBeLessThanOrEqual(6);
	expect(poll.fresh.some(({ record }) => record === edited)).toBe(false);
	expect(told(next(poll.cursor, grown).fresh)).toEqual([[edited.id, ['field2']]]);
	// Fewer again: the bits of those that are there are not made up.
	const shrunk = next(poll.cursor, rows);
	expect(shrunk.cursor.bits).toBe(poll.cursor.bits);
});

describe('marks', () => {
	const value = fc.oneof(
		fc.integer({ max: 3, min: 0 }),
		fc.constantFrom(null, undefined, 'a', [1], { b: 1 }),
	);
	const record = fc.dictionary(
		fc.constantFrom('a', 'b', 'c', 'd', 'e'),
		value,
	) as fc.Arbitrary<IDataObject>;
	const layout: fc.Arbitrary<MarkLayout> = fc.record({
		fields: fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 5 }),
		bits: fc.integer({ min: 9, max: 18 }),
	});
	const differs = (one: IDataObject, other: IDataObject) =>
		['a', 'b', 'c', 'd', 'e'].filter(
			(name) => JSON.stringify(one[name] ?? null) !== JSON.stringify(other[name] ?? null),
		);

	it('tell exactly the fields that differ, in whatever layout they are kept', () => {
		fc.assert(
			fc.property(
				record,
				record,
				layout,
				fc.nat(7),
				fc.nat(5),
				(one, other, from, fewer, later) => {
					const known = { ...from, fields: from.fields.slice(0, 5 - later) };
					const missing = from.fields.slice(5 - later);
					for (const name of missing) delete one[name];
					const to = { fields: from.fields, bits: Math.max(9, from.bits - fewer) };
					const mark = inLayout(markOf(one, known), known, to);
					const found = differingFields(mark, other, to);
					const differing = differs(one, other);
					expect(found?.toSorted()).toEqual(differing.length > 0 ? differing : undefined);
				},
			),
			// With nine bits a field goes unnamed once in 512: of these cases none does.
			{ seed: 7, numRuns: 500 },
		);
	});

	it('that take note of some fields alone tell the others still', () => {
		fc.assert(
			fc.property(record, record, layout, fc.subarray(['a', 'b', 'c']), (one, other, at, noted) => {
				const mark = withNoted(markOf(one, at), other, noted, at);
				const left = differs(one, other).filter((name) => !noted.includes(name));
				const found = differingFields(mark, other, at);
				expect(found?.toSorted()).toEqual(left.length > 0 ? left : undefined);
			}),
			{ seed: 7, numRuns: 500 },
		);
	});
});
