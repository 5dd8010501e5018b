import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fateOf, fatesOf } from '../../../../nodes/SalesCrm/operation/fates';
import type { Operation } from '../../../../nodes/SalesCrm/operation/operation';
import { ServiceError } from '../../../../nodes/service/http/serviceError';
import { Failure } from '../../../../nodes/values/failure';

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
const open = { kind: 'open' as const, reason: new Failure('Lost', '') };
const failed = { kind: 'failed' as const, reason: new Failure('Refused', '') };
const NOTHING = [undefined, undefined, undefined];

function settled(operation = write) {
	const items = [1, 2, 3].map((n) => ({ json: { n } }));
	const { settle, fates } = fatesOf(runOf(items), operation);
	[done, open, failed].forEach((fate, n) => settle(n, fate));
	expect(fates).toEqual([done, open, failed]);
	return items;
}

it('the next try knows what was written or may have been, and nothing of refused rows', () => {
	const items = settled();
	const { fates } = fatesOf(runOf([...items]), write);
	expect(fates).toEqual([done, open, undefined]);
	expect(fates[0]).toBe(done);
});

it('of an operation that only reads nothing is remembered', () => {
	expect(fatesOf(runOf(settled(read)), read).fates).toEqual(NOTHING);
});

it.each([
	['execution', { execution: '2' }],
	['execution without an id', { execution: null }],
	['node', { node: 'B' }],
	['run of the node', { run: 1 }],
])('another %s with the very same items begins anew', (_what, other) => {
	expect(fatesOf(runOf(settled(), other), write).fates).toEqual(NOTHING);
});

it('so do equal items that are other objects, and the same ones in another place', () => {
	const items = settled();
	expect(fatesOf(runOf(structuredClone(items)), write).fates).toEqual(NOTHING);
	const [first, second, third] = items;
	expect(fatesOf(runOf([second, third, first]), write).fates).toEqual(NOTHING);
});

it('an item that several runs share keeps the fate of each', () => {
	const items = settled();
	fatesOf(runOf(items, { run: 1 }), write).settle(0, open);
	expect(fatesOf(runOf(items), write).fates[0]).toBe(done);
	expect(fatesOf(runOf(items, { run: 1 }), write).fates[0]).toBe(open);
});

it('one object that comes as two items is two items', () => {
	const item = { json: {} };
	const { settle } = fatesOf(runOf([item, item]), write);
	settle(0, done);
	expect(fatesOf(runOf([item, item]), write).fates).toEqual([done, undefined]);
});

it.each([
	['a plain refusal', new ServiceError('Refused', ''), 'failed', 'failed'],
	[
		'an answer that was lost',
		new ServiceError('Lost', '', { mayHaveHappened: true }),
		'open',
		'failed',
	],
	['bad input', new Failure('Bad', ''), 'failed', 'failed'],
	['anything unforeseen', new TypeError('x is not a function'), 'open', 'failed'],
])('%s: what a write is then', (_what, reason, ofWrite, ofRead) => {
	expect(fateOf(reason, write)).toEqual({ kind: ofWrite, reason });
	expect(fateOf(reason, read)).toEqual({ kind: ofRead, reason });
});
