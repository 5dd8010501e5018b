import fc from 'fast-check';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	failureOf,
	type ItemResult,
	itemResultsOf,
	summarizeFailures,
} from '../../../../nodes/SalesCrm/execution/itemResults';
import { ServiceError } from '../../../../nodes/transport/errors';
import { UserError } from '../../../../nodes/utils/userError';
import { runs } from '../../../support/runs';

/** What became of items: what is remembered between the tries of one run, and what an error says of it. */

const write = { done: 'created' };

const runOf = (
	items: INodeExecutionData[],
	{ execution = '1' as string | null, node = 'A', run = 0 } = {},
) =>
	({
		getInputData: () => items,
		getExecutionId: () => execution,
		getNode: () => ({ name: node }),
		getWorkflowDataProxy: () => ({ $runIndex: run }),
	}) as unknown as IExecuteFunctions;

const done: ItemResult = { kind: 'done', output: [{ json: { id: 1 } }] };
const unknown: ItemResult = { kind: 'unknown', reason: new UserError('Lost', '') };
const failed: ItemResult = { kind: 'failed', reason: new UserError('Refused', '') };

/** Items of a run of which one was written, one may have been, and one was not. */
function itemsOfATry(operation: { done?: string } = write) {
	const items = [1, 2, 3].map((n) => ({ json: { n } }));
	const { record, results } = itemResultsOf(runOf(items), operation);
	[done, unknown, failed].forEach((result, n) => record(n, result));
	expect(results).toEqual([done, unknown, failed]);
	return items;
}

it('the next try knows what was written or may have been, and nothing of refused rows', () => {
	const { results } = itemResultsOf(runOf([...itemsOfATry()]), write);
	expect(results).toEqual([done, unknown, undefined]);
	expect(results[0]).toBe(done);
});

type Items = INodeExecutionData[];
it.each<[string, (items: Items) => IExecuteFunctions]>([
	['another execution', (items) => runOf(items, { execution: '2' })],
	['an execution without an id', (items) => runOf(items, { execution: null })],
	['another node', (items) => runOf(items, { node: 'B' })],
	['another run of the node', (items) => runOf(items, { run: 1 })],
	['equal items that are other objects', (items) => runOf(structuredClone(items))],
	['the same items in other places', ([a, b, c]) => runOf([b, c, a])],
])('%s knows nothing of them', (_what, other) => {
	const { results } = itemResultsOf(other(itemsOfATry()), write);
	expect(results).toEqual([undefined, undefined, undefined]);
});

it('of an operation that only reads nothing is remembered', () => {
	const { results } = itemResultsOf(runOf(itemsOfATry({})), {});
	expect(results).toEqual([undefined, undefined, undefined]);
});

it('an item that several runs share keeps the result of each, and in each place', () => {
	const [item] = itemsOfATry();
	itemResultsOf(runOf([item, item], { run: 1 }), write).record(0, unknown);
	expect(itemResultsOf(runOf([item]), write).results).toEqual([done]);
	const { results } = itemResultsOf(runOf([item, item], { run: 1 }), write);
	expect(results).toEqual([unknown, undefined]);
});

const lost = new ServiceError('Lost', '', { mayHaveHappened: true });
it.each([
	['a plain refusal', new ServiceError('Refused', ''), 'failed'],
	['an answer that was lost', lost, 'unknown'],
	['bad input', new UserError('Bad', ''), 'failed'],
	['anything unforeseen', new TypeError('x is not a function'), 'unknown'],
])('%s: what a write is then; a read has failed', (_what, reason, kind) => {
	expect(failureOf(reason, write)).toEqual({ kind, reason });
	expect(failureOf(reason, {})).toEqual({ kind: 'failed', reason });
});

/** One letter an item: done, unknown, failed, or a blank for not begun. */
const summary = (letters: string) => {
	const results: Record<string, ItemResult> = { d: done, u: unknown, f: failed };
	return summarizeFailures(
		[...letters].map((letter) => results[letter]),
		'created',
	);
};

const ADVICE =
	" Set 'On Error' to 'Continue' in the node's settings to keep the results of the other items.";

it.each([
	[
		'ddudfd uu',
		'4 were created (0–1, 3, 5) and 3 may have been created (2, 7–8); the others were not',
	],
	['df', '1 was created (0); the others were not'],
	['fu', '1 may have been created (1); the others were not'],
	['dddu', '3 were created (0–2) and 1 may have been created (3)'],
	['uu', '2 may have been created (0–1)'],
])('of "%s" (done, unknown, failed or not begun): %s', (letters, words) => {
	expect(summary(letters)).toBe(`Of ${letters.length} items, counted from 0, ${words}.${ADVICE}`);
});

it.each(['', 'd', 'u', 'f', 'ff ', ' '])('of "%s" there is nothing to say', (letters) => {
	expect(summary(letters)).toBe('');
});

it('whatever became of the items: its numbers are theirs, and it stays short', () => {
	const unit = fc.constantFrom('d', 'd', 'd', 'u', 'f', ' ');
	const letters = fc.string({ unit, maxLength: 2_000, size: 'max' });
	fc.assert(
		fc.property(letters, (drawn) => {
			const said = summary(drawn);
			expect(said.length).toBeLessThan(700);
			for (const [letter, words] of [
				['d', /(\d+) (?:was|were) created \((.*?)\)/],
				['u', /(\d+) may have been created \((.*?)\)/],
			] as const) {
				const [, count, ranges] = words.exec(said) ?? ['', '0', ''];
				if (drawn.length === 1) continue;
				const numbers = [...drawn].flatMap((one, n) => (one === letter ? [n] : []));
				expect(Number(count)).toBe(numbers.length);
				const [named, more = '0'] = ranges.split(' and ');
				const all = named
					.split(', ')
					.filter(Boolean)
					.flatMap((range) => {
						const [from, to = from] = range.split('–').map(Number);
						return Array.from({ length: to - from + 1 }, (_, n) => from + n);
					});
				expect(all).toEqual(numbers.slice(0, all.length));
				expect(all.length + parseInt(more)).toBe(numbers.length);
				// Twenty ranges at most are named.
				expect(named.split(', ').length).toBeLessThanOrEqual(20);
				if (parseInt(more) > 0) expect(named.split(', ')).toHaveLength(20);
			}
		}),
		runs(200),
	);
});
