/**
 * `npm run bench:record-trigger`: what a poll of the record trigger costs over a long list in which nothing is new, beside
 * parsing the list alone, and how large its memory in n8n's database becomes. Nothing is sent: the list is made here.
 * The median of five polls; the first poll, which notes all records, stands beside it.
 */
import { randomUUID } from 'node:crypto';

import Table from 'cli-table3';

import detection from '../nodes/SalesCrmRecordTrigger/newRecords.ts';
import memory from '../nodes/SalesCrmRecordTrigger/recordMemory.ts';

const POLLS = 5;

/** Quotations as those of the sandbox, with an id and eleven fields. */
const listOf = (count: number) =>
	JSON.stringify(
		Array.from({ length: count }, (_, n) => ({
			id: randomUUID(),
			company_profile_id: 'b1f4',
			number: `OFF-${n}`,
			title: `Quotation ${n % 97}`,
			customer_name: `Customer ${n % 1009}`,
			status: ['Draft', 'Sent', 'Accepted'][n % 3],
			total: (n * 37) % 9000,
			currency: 'EUR',
			created_at: new Date(n * 60_000).toISOString(),
			valid_until: new Date(n * 60_000 + 1e9).toISOString(),
			owner: { name: `Person ${n % 20}` },
			note: null,
		})),
	);

function timed<T>(run: () => T): [ms: number, result: T] {
	const startedAt = performance.now();
	const result = run();
	return [performance.now() - startedAt, result];
}

const median = (values: number[]) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const table = new Table({
	head: [
		'records',
		'changes',
		'parsing',
		'first poll',
		'poll without news',
		'memory',
		'bits a field',
	],
});
for (const count of [1000, 10_000, 50_000]) {
	for (const watchesChanges of [false, true]) {
		const text = listOf(count);
		const [parseMs, rows] = timed(() => JSON.parse(text) as never[]);
		const list = { rows, firstPage: rows.slice(0, 200), doubt: undefined };
		const options = {
			source: 'crm',
			watchesChanges,
			ignored: [],
			startsWithAll: false,
			maxRecords: 1000,
			shapeOf: (record: never) => record,
		};
		const [firstMs, first] = timed(() => detection.newRecords(undefined, list, options));
		const stored = JSON.stringify(first.cursor);
		const polls = Array.from({ length: POLLS }, () => {
			const [ms, { fresh }] = timed(() => {
				const known = memory.RecordMemory.load(JSON.parse(stored), 'crm');
				const poll = detection.newRecords(known, list, options);
				JSON.stringify(poll.cursor);
				return poll;
			});
			if (fresh.length > 0) throw new Error('a record came twice');
			return ms;
		});
		table.push([
			count.toLocaleString('en'),
			watchesChanges ? 'told' : 'not told',
			`${parseMs.toFixed(0)} ms`,
			`${firstMs.toFixed(0)} ms`,
			`${median(polls).toFixed(0)} ms`,
			`${(stored.length / 1000).toFixed(0)} kB`,
			first.cursor.bits || '',
		]);
	}
}
console.log(table.toString());
