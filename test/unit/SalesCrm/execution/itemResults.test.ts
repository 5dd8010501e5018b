import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failureOf, itemResultsOf } from '../../../../nodes/SalesCrm/execution/itemResults';
import type { Operation } from '../../../../nodes/SalesCrm/execution/operation';
import { ServiceError } from '../../../../nodes/transport/errors';
import { UserError } from '../../../../nodes/utils/userError';

/** What is remembered of rows between the tries of one run, even where n8n hands on the same objects. */

const write = { done: 'created' } as Operation;
const read = {} as Operation;

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

const done = { kind: 'done' as const, output: [{ json: { id: 1 } }] };
const open = { kind: 'unknown' as const, reason: new UserError('Lost', '') };
const failed = { kind: 'failed' as const, reason: new UserError('Refused', '') };
const NOTHING = [undefined, undefined, undefined];

function settled(operation = write) {
	const items = [1, 2, 3].map((n) => ({ json: { n } }));
	const { record, results } = itemResultsOf(runOf(items), operation);
	[done, open, failed].forEach((fate, n) => record(n, fate));
	expect(results).toEqual([done, open, failed]);
	return items;
}

it('the next try knows what was written or may have been, and nothing of refused rows', () => {
	const items = settled();
	const { results } = itemResultsOf(runOf([...items]), write);
	expect(results).toEqual([done, open, undefined]);
	expect(results[0]).toBe(done);
});

it('of an operation that only reads nothing is remembered', () => {
	expect(itemResultsOf(runOf(settled(read)), read).results).toEqual(NOTHING);
});

it.each([
	['execution', { execution: '2' }],
	['execution without an id', { execution: null }],
	['node', { node: 'B' }],
	['run of the node', { run: 1 }],
])('another %s with the very same items begins anew', (_what, other) => {
	expect(itemResultsOf(runOf(settled(), other), write).results).toEqual(NOTHING);
});

it('so do equal items that are other objects, and the same ones in another place', () => {
	const items = settled();
	expect(itemResultsOf(runOf(structuredClone(items)), write).results).toEqual(NOTHING);
	const [first, second, third] = items;
	expect(itemResultsOf(runOf([second, third, first]), write).results).toEqual(NOTHING);
});

it('an item that several runs share keeps the result of each', () => {
	const items = settled();
	itemResultsOf(runOf(items, { run: 1 }), write).record(0, open);
	expect(itemResultsOf(runOf(items), write).results[0]).toBe(done);
	expect(itemResultsOf(runOf(items, { run: 1 }), write).results[0]).toBe(open);
});

it('one object that comes as two items is two items', () => {
	const item = { json: {} };
	const { record } = itemResultsOf(runOf([item, item]), write);
	record(0, done);
	expect(itemResultsOf(runOf([item, item]), write).results).toEqual([done, undefined]);
});

it.each([
	['a plain refusal', new ServiceError('Refused', ''), 'failed', 'failed'],
	[
		'an answer that was lost',
		new ServiceError('Lost', '', { mayHaveHappened: true }),
		'unknown',
		'failed',
	],
	['bad input', new UserError('Bad', ''), 'failed', 'failed'],
	['anything unforeseen', new TypeError('x is not a function'), 'unknown', 'failed'],
])('%s: what a write is then', (_what, reason, ofWrite, ofRead) => {
	expect(failureOf(reason, write)).toEqual({ kind: ofWrite, reason });
	expect(failureOf(reason, read)).toEqual({ kind: ofRead, reason });
});
