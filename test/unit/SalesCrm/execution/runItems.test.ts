import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { optionsOf } from '../../../../nodes/descriptions/fields';
import type { Call, Operation, Output } from '../../../../nodes/SalesCrm/execution/operation';
import { runItems } from '../../../../nodes/SalesCrm/execution/runItems';
import type { Connection } from '../../../../nodes/transport/connection';
import { ServiceError } from '../../../../nodes/transport/errors';
import { UserError } from '../../../../nodes/utils/userError';
import { executeContext } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { uuid } from '../../../support/uuid';

/** Each input item has one result, however the items end and in whatever order. */

const PROFILE = uuid(0xa1);

/** How an item ends: with so many rows, or an error. */
type Drawn = number | 'refused' | 'lost' | 'bad';

const reasonOf = (drawn: Drawn) =>
	drawn === 'bad'
		? new UserError('Bad input', '')
		: new ServiceError('No', 'Look.', { status: 500, mayHaveHappened: drawn === 'lost' });

interface Wanted {
	kind?: Operation['kind'];
	mayGoOn?: boolean;
	signal?: AbortSignal;
	profiles?: string[];
	begun?: (item: number) => void;
}

/** Runs an operation in which each item takes so many turns and ends as drawn. */
function start(drawn: Drawn[], turns: number[], wanted: Wanted = {}) {
	const items = drawn.map((_, n) => ({ json: { n, profile: wanted.profiles?.[n] } }));
	const options = wanted.profiles ? { companyProfileId: '={{ $json.profile }}' } : {};
	const onError = (wanted.mayGoOn ?? true) ? 'continueRegularOutput' : 'stopWorkflow';
	const context = executeContext({ items, onError, parameters: { options } });
	const begun: number[] = [];
	const calls: Array<Call<IDataObject>> = [];
	const rows = async (call: Call<IDataObject>): Promise<Output[]> => {
		const n = call.item.json.n as number;
		begun.push(n);
		calls.push(call);
		wanted.begun?.(n);
		for (let left = turns[n] ?? 1; left > 0; left--) await Promise.resolve();
		const fate = drawn[n];
		if (typeof fate !== 'number') throw reasonOf(fate);
		return Array.from({ length: fate }, (_, row) => ({ json: { n, row } }));
	};
	const operation = {
		kind: wanted.kind ?? 'single',
		properties: [optionsOf([])],
		run: rows,
	} as unknown as Operation;
	const { signal } = wanted;
	const known = { context, scheme: 'apiToken', profileId: PROFILE, signal };
	const connection = known as unknown as Connection;
	const result = runItems(context, connection, operation);
	return { result, begun, calls, context };
}

/** The items of a run: `n/row` for a row of item n, `n!` for an error. */
const shown = (items: INodeExecutionData[]) =>
	items.map(({ json, pairedItem }) => {
		const { item } = pairedItem as { item: number };
		expect(json.n ?? item).toBe(item);
		return json.error === undefined ? `${item}/${json.row}` : `${item}!`;
	});

const fate = fc.oneof(
	{ weight: 3, arbitrary: fc.nat(3) },
	fc.constantFrom<Drawn>('refused', 'lost', 'bad'),
);
const fates = fc.array(fate, { maxLength: 12 });
const turns = fc.array(fc.nat(9), { minLength: 12, maxLength: 12 });

it('with "Continue", rows and errors are in the order of the input, each linked to its item', async () => {
	await fc.assert(
		fc.asyncProperty(fates, turns, async (drawn, takes) => {
			const { result, begun } = start(drawn, takes);
			const expected = drawn.flatMap((one, n) =>
				typeof one === 'number' ? Array.from({ length: one }, (_, row) => `${n}/${row}`) : `${n}!`,
			);
			expect(shown(await result)).toEqual(expected);
			expect(begun).toEqual(drawn.map((_, n) => n));
		}),
	);
});

it('without "Continue", the run fails with the first item that failed, whichever ended first', async () => {
	const isFailed = (one: Drawn) => typeof one !== 'number';
	await fc.assert(
		fc.asyncProperty(fates, turns, async (drawn, takes) => {
			fc.pre(drawn.some(isFailed));
			const run = start(drawn, takes, { mayGoOn: false });
			const error = await failure(run.result);
			const item = Math.min(...run.begun.filter((n) => isFailed(drawn[n])));
			expect(error.context.itemIndex).toBe(item);
			expect(error.message).toBe(reasonOf(drawn[item]).message);
		}),
	);
});

it('after an item failed, no other is begun', async () => {
	const takes = [0, ...Array(11).fill(9)];
	const run = start(['bad', 'lost', ...Array(10).fill(1)], takes, { mayGoOn: false });
	await failure(run.result);
	expect(run.begun).toEqual([0, 1, 2, 3, 4]);
});

describe('a canceled run', () => {
	it.each([true, false])(
		'begins nothing if it was canceled before (with Continue: %p)',
		async (mayGoOn) => {
			const run = start([1, 1], [], { signal: AbortSignal.abort(), mayGoOn });
			expect((await failure(run.result)).message).toContain('canceled');
			expect(run.begun).toEqual([]);
		},
	);

	it('begins no further item', async () => {
		const stop = new AbortController();
		const begun = (item: number) => item === 2 && stop.abort();
		const { signal } = stop;
		const run = start([1, 'bad', 1, 1, 1], [], { signal, begun, kind: 'list' });
		expect((await failure(run.result)).message).toContain('canceled');
		expect(run.begun).toEqual([0, 1, 2]);
	});
});

it('each item has its own profile, and one that is empty or wrong fails only that item', async () => {
	const profiles = [PROFILE, 'acme', uuid(0xb2), ''];
	const { result, calls } = start([1, 1, 1, 1], [], { profiles });
	const items = await result;
	expect(shown(items)).toEqual(['0/0', '1!', '2/0', '3!']);
	expect(calls.map(({ connection }) => connection.profileId)).toEqual([PROFILE, uuid(0xb2)]);
	expect(calls.map(({ zone }) => zone)).toEqual(['Europe/Amsterdam', 'Europe/Amsterdam']);
	expect([items[1], items[3]].map(({ json }) => json.error)).toEqual([
		expect.stringContaining("'Company Profile ID' is not a valid UUID"),
		expect.stringContaining("The expression of 'Company Profile ID' is empty for this item"),
	]);
});

it('if several items ask for the same list, a hint names Execute Once', async () => {
	const { result, context } = start([1, 1], [], { kind: 'list' });
	await result;
	expect(context.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Returned once for each of 2 input items\. .*'Execute Once'/),
	]);
});
