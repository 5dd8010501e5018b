import type { INodeExecutionData } from 'n8n-workflow';

import { CancelledError, toNodeError } from '../../../transport/errors';
import { warn } from '../../../transport/hints';
import { messageOf } from '../../../utils/userError';
import { errorItem } from '../../execution/errorItem';
import { memoryOf } from '../../execution/itemResults';
import type { Batch } from '../../execution/operation';
import type { Property } from '../../execution/parameters';
import { ifExists, importSettings } from './fields';
import { judgeEach, judgeTogether, type Results, type RowResult } from './judge';
import { uncertainRowsLookUp } from './lookUp';
import {
	type Ended,
	errorOfRow,
	halfWay,
	hintsOf,
	isBad,
	isFailed,
	refusedRows,
	reportItem,
	rowItems,
} from './report';
import type { Row } from './rows';
import { isRefusedSignIn, sendRows } from './send';

/**
 * Rows become contacts: all are read and judged, then sent, then told.
 *
 * 1. Settings are read at the first item; what belongs to a row, at its item.
 * 2. Without "Continue" a row that is judged `failed` stops the run before anything is sent, and a refusal
 *    where it comes. A dry run and a report never stop at a row.
 * 3. What concerns all rows is the error of the node. With "Continue" all rows have it, or the one item of a report:
 *    n8n would hand on the input of a node that throws, as if all was well (n8n-core,
 *    execution-engine/workflow-execute, `handleNodeExecutionError`).
 * 4. Within one run a row that was created, or may have been, is never sent again ("Retry On Fail").
 */
export interface ImportSource<Values> {
	/** All rows of all input items. */
	read(batch: Batch<Values>): Promise<RowsRead>;
	/** The setting with its default. */
	readonly result: Property;
	/** Whether each input item has a report of its own. */
	readonly reportsEach: boolean;
}

export interface RowsRead {
	readonly rows: Row[];
	/** Items, by their number, of which no row could be read. */
	readonly problems: ReadonlyMap<number, unknown>;
	/** By item, what stands between the columns of its file. */
	readonly delimiters?: ReadonlyMap<number, string>;
}

/** An import under way. */
interface ImportRun<Values> extends RowsRead {
	readonly results: Results;
	readonly batch: Batch<Values>;
	readonly source: ImportSource<Values>;
	readonly startedAt: Date;
}

export async function runImport<Values>(
	batch: Batch<Values>,
	source: ImportSource<Values>,
): Promise<INodeExecutionData[]> {
	const { context } = batch;
	const startedAt = new Date();
	let run: ImportRun<Values> | undefined;
	try {
		const read = await source.read(batch);
		const memory = memoryOf<RowResult>(context);
		const results = read.rows.map(({ itemIndex, number }) => memory.get(itemIndex, number));
		run = { ...read, results, batch, source, startedAt };
		return await importRows(run, (n, result) => {
			results[n] = result;
			const { itemIndex, number } = read.rows[n];
			if (result.outcome !== 'failed') memory.set(itemIndex, result, number);
		});
	} catch (reason) {
		return await failedImport(reason, batch, run);
	}
}

/** @param record Says what became of a row, so that it is never sent again. */
async function importRows<Values>(
	run: ImportRun<Values>,
	record: (n: number, result: RowResult) => void,
): Promise<INodeExecutionData[]> {
	const { batch, source, rows, results, problems } = run;
	const { context, connection } = batch;
	const mayGoOn = context.continueOnFail();
	const settings = importSettings(context, source.result);
	const isReported = settings.result === 'report';
	const goesOn = mayGoOn || isReported || settings.dryRun;
	const judging = { rows, results, settings };

	const [problem] = problems.values();
	if (problem !== undefined && !mayGoOn) throw problem;
	const keys = await judgeEach(judging);
	if (!goesOn && results.some(isFailed)) throw refusedRows(run, settings);
	const findings = await judgeTogether(judging, keys, mayGoOn && !isReported);
	const lookUp = uncertainRowsLookUp({ rows, results, list: settings.list, record });
	let lookUpProblem: string | undefined;
	do {
		await sendRows({ rows, results, concurrency: settings.concurrency, mayGoOn: goesOn, record });
		lookUpProblem = (await lookUp()) ?? lookUpProblem;
	} while (!results.some(isBad) && results.includes(undefined));

	if (!goesOn && results.some(isBad)) throw errorOfRow(run, settings);
	const refusal = results.find((one) => isRefusedSignIn(one?.cause));
	if (isReported && refusal && !results.some((one) => one?.outcome === 'created'))
		throw refusal.cause;
	const ended: Ended = { context, settings, findings, lookUpProblem, startedAt: run.startedAt };
	if (isReported) return await reports(ended, run);
	for (const hint of hintsOf(ended, run)) warn(connection, hint);
	return withUnreadItems(await rowItems(context, run, settings.ifExists === 'skip'), run);
}

/** Rule 3. */
async function failedImport<Values>(
	reason: unknown,
	{ context }: Batch<Values>,
	run: ImportRun<Values> | undefined,
): Promise<INodeExecutionData[]> {
	const setting = (name: string, fallback: string) => context.getNodeParameter(name, 0, fallback);
	const looks = setting('ifExists', ifExists.default) === ifExists.default;
	const addition = run ? halfWay(run, looks) : '';
	if (!context.continueOnFail() || reason instanceof CancelledError) {
		throw toNodeError(context.getNode(), reason, undefined, addition);
	}
	if (!run) return context.getInputData().map((_, item) => errorItem(context, reason, item));
	if (setting('result', run.source.result.default as string) === 'report') {
		const error = [messageOf(reason), addition].filter(Boolean).join(' ');
		return [{ json: { error }, pairedItem: [] }];
	}
	for (const n of run.rows.keys()) run.results[n] ??= { outcome: 'failed', cause: reason };
	return withUnreadItems(await rowItems(context, run, looks), run);
}

/** One item in place of all rows, or of those of each input item. */
async function reports<Values>(
	ended: Ended,
	run: ImportRun<Values>,
): Promise<INodeExecutionData[]> {
	// Left out, n8n would link it to the first (n8n-core, execution-engine/workflow-execute, `assignPairedItems`).
	if (!run.source.reportsEach) return [{ ...(await reportItem(ended, run)), pairedItem: [] }];
	const items: INodeExecutionData[] = [];
	for (const item of ended.context.getInputData().keys()) {
		if (run.problems.has(item)) continue;
		const own = [...run.rows.keys()].filter((n) => run.rows[n].itemIndex === item);
		const told = { rows: own.map((n) => run.rows[n]), results: own.map((n) => run.results[n]) };
		const report = await reportItem(ended, told, run.delimiters?.get(item));
		items.push({ ...report, pairedItem: { item } });
	}
	return withUnreadItems(items, run);
}

/** With the items of those that hold no rows, in their places. */
function withUnreadItems<Values>(
	items: INodeExecutionData[],
	{ batch, problems }: ImportRun<Values>,
): INodeExecutionData[] {
	if (problems.size === 0) return items;
	const others = [...problems].map(([item, problem]) => errorItem(batch.context, problem, item));
	const placeOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
	return [...items, ...others].sort((one, other) => placeOf(one) - placeOf(other));
}
