import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { concurrency } from '../../descriptions/fields';
import { type Connection, forProfile } from '../../transport/connection';
import { CancelledError, toNodeError } from '../../transport/errors';
import { inform } from '../../transport/hints';
import { createLatch, forEachConcurrent } from '../../transport/waiting';
import { joined } from '../../utils/lists';
import { pluralize } from '../../utils/text';
import { wholeError } from '../../utils/userError';
import {
	type Batch,
	type Call,
	type ItemCall,
	itemsInTurn,
	type Operation,
	type Run,
} from './operation';
import { parameterReader } from '../../parameters/read';
import { type Answer, isTool, itemsForModel } from './tool';

/**
 * Runs an operation on all input items, and links each output item to its input item. Without "Continue" no item starts
 * after a failure, and the first failed item fails the run. An operation with `runAll` does all this itself.
 */
export async function runItems(
	context: IExecuteFunctions,
	connection: Connection,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const batch = batchOf(context, connection, operation);
	const answers = operation.run
		? await answersOf(batch, operation, operation.run)
		: [{ items: await operation.runAll(batch), leftOut: 0 }];
	return isTool(context) ? itemsForModel(answers) : joined(answers.map(({ items }) => items));
}

async function answersOf(batch: Batch, operation: Operation, run: Run<never>): Promise<Answer[]> {
	const { context } = batch;
	const mayContinue = context.continueOnFail();
	const stops = (result: ItemResult) => isFailure(result) && (!mayContinue || isCancelled(result));
	const width = operation.kind === 'single' ? concurrency.default : 1;
	const results = await resultsOf(batch, run, width, stops);
	if (results.some(stops)) {
		const failures = results.filter(isFailure);
		const first = failures.find(isCancelled) ?? failures[0];
		throw toNodeError(context.getNode(), first.reason, results.indexOf(first));
	}
	hintAtRepetition(batch, operation, results);
	return results.map((result, itemIndex) =>
		isFailure(result)
			? { items: [errorItem(context, result.reason, itemIndex)], leftOut: 0 }
			: result,
	);
}

/**
 * Runs so many items at a time, but those that wait at the barrier do not count.
 * @param stops Whether no further item is to start, and those at the barrier are to stay there.
 */
async function resultsOf(
	batch: Batch,
	run: Run<never>,
	width: number,
	stops: (result: ItemResult) => boolean,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	const running: Array<Promise<void>> = [];
	const all = createLatch();
	const turns = itemsInTurn(batch);
	let isStopped = false;
	await forEachConcurrent(batch.context.getInputData(), width, async (_item, itemIndex) => {
		const waits = createLatch();
		const barrier = async () => {
			waits.open();
			await all.opened;
		};
		const ended = itemResult(batch, run, itemIndex, turns, barrier).then((result) => {
			results[itemIndex] = result;
			isStopped ||= stops(result);
		});
		running.push(ended);
		await Promise.race([ended, waits.opened]);
		return !isStopped;
	});
	if (isStopped) return results;
	all.open();
	await Promise.all(running);
	return results;
}

function hintAtRepetition(
	{ connection, callOf }: Batch,
	{ kind, isWantedOnce = kind !== 'single' }: Operation,
	results: readonly ItemResult[],
): void {
	const answered = results.flatMap((result, itemIndex) =>
		!isFailure(result) && result.items.length > 0 ? itemIndex : [],
	);
	if (!isWantedOnce || answered.length < 2) return;
	const distinctCalls = new Set(
		answered.map((itemIndex) => JSON.stringify(callOf(itemIndex).parameters)),
	);
	if (distinctCalls.size > 1) return;
	inform(
		connection,
		`Returned once for each of ${pluralize(answered.length, 'input item')}. To get it once, turn on 'Execute Once' in the settings of this node.`,
	);
}

type ItemResult = Answer | Failed;
type Failed = { reason: unknown };

const isFailure = (result: ItemResult): result is Failed => 'reason' in result;

const isCancelled = ({ reason }: Failed): boolean => reason instanceof CancelledError;

/** Parameters are read once per item, because an expression such as `$now` changes. */
function batchOf(context: IExecuteFunctions, connection: Connection, operation: Operation): Batch {
	const items = context.getInputData();
	const { settings = [] } = operation;
	const read = parameterReader(operation.properties, {
		node: context.getNode(),
		isTool: isTool(context),
		whose: ' for this item',
		zone: () => context.getTimezone(),
	});
	const parametersOf = (itemIndex: number) =>
		read((name, fallback, extractValue) => {
			const index = settings.includes(name) ? 0 : itemIndex;
			return context.getNodeParameter(name, index, fallback, { extractValue });
		}) as never;
	const shared = new Map<string, unknown>();
	const readCall = (itemIndex: number): Call<never> => {
		const parameters = parametersOf(itemIndex);
		const { options } = parameters as { options?: SharedOptions };
		const ofProfile = forProfile(connection, options?.companyProfileId);
		const once = <T>(name: string, work: () => T): T => {
			const key = JSON.stringify([name, ofProfile.profileId, options?.requestBody]);
			if (!shared.has(key)) shared.set(key, work());
			return shared.get(key) as T;
		};
		const item = items[itemIndex];
		return { connection: ofProfile, parameters, item, itemIndex, context, once };
	};
	const calls: Array<Call<never>> = [];
	const callOf = (itemIndex: number) => (calls[itemIndex] ??= readCall(itemIndex));
	return { context, connection, callOf, parametersOf };
}

interface SharedOptions {
	companyProfileId?: unknown;
	requestBody?: unknown;
}

async function itemResult(
	{ connection, callOf }: Batch,
	run: Run<never>,
	itemIndex: number,
	turns: AsyncIterator<number>,
	barrier: ItemCall<never>['barrier'],
): Promise<ItemResult> {
	try {
		// Its value is not needed, but it pauses now and then so that n8n can do other work.
		await turns.next();
		if (connection.signal?.aborted) throw new CancelledError();
		const running = run({ ...callOf(itemIndex), barrier });
		const answer = running instanceof Promise ? await running : running;
		const items: INodeExecutionData[] = [];
		let leftOut = 0;
		for await (const some of Array.isArray(answer) ? [answer] : answer) {
			for (const one of some) {
				if ('leftOut' in one) leftOut += one.leftOut;
				else items.push(Object.assign(one, { pairedItem: { item: itemIndex } }));
			}
		}
		return { items, leftOut };
	} catch (reason) {
		return { reason };
	}
}

/**
 * For errors before the first item, such as an unusable credential. With "Continue" each item fails, because n8n passes on
 * the input of a node that throws (n8n-core, execution-engine/workflow-execute, `handleNodeExecutionError`).
 * @throws NodeError without "Continue".
 */
export function failedRun(context: IExecuteFunctions, reason: unknown): INodeExecutionData[] {
	if (!context.continueOnFail()) throw toNodeError(context.getNode(), reason);
	return context.getInputData().map((_, itemIndex) => errorItem(context, reason, itemIndex));
}

/**
 * The error is text, because n8n would replace an item that has an error object by its message alone (n8n-core,
 * execution-engine/workflow-execute, `normalizeNodeErrors`). An item for the error output must contain nothing else:
 * that is how n8n recognizes it, and n8n adds the input itself (`handleNodeErrorOutput`).
 */
export function errorItem(
	context: IExecuteFunctions,
	reason: unknown,
	itemIndex: number,
): INodeExecutionData {
	const error = wholeError(toNodeError(context.getNode(), reason, itemIndex));
	const pairedItem = { item: itemIndex };
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const json = hasErrorOutput ? { error } : { error, item: context.getInputData()[itemIndex].json };
	return { json, pairedItem };
}
