import type { INodeExecutionData } from 'n8n-workflow';

import { CancelledError, ServiceError, toNodeError } from '../../../transport/errors';
import { warn } from '../../../transport/hints';
import { messageOf, UserError } from '../../../utils/userError';
import { errorItem } from '../../execution/errorItem';
import { memoryOf } from '../../execution/itemResults';
import type { Batch } from '../../execution/operation';
import type { Property } from '../../execution/parameters';
import { chosenResult, importSettings } from './fields';
import { judgeAlone, judgeTogether, type RowResult, type Results } from './judge';
import { lookUpUncertain } from './lookUp';
import {
	type Ended,
	halfWay,
	hintsOf,
	refusedRows,
	reportItem,
	rowItems,
	summaryOf,
	type Told,
	withoutWarning,
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

export async function runImport<Values>(
	batch: Batch<Values>,
	source: ImportSource<Values>,
): Promise<INodeExecutionData[]> {
	const { context, connection } = batch;
	const mayGoOn = context.continueOnFail();
	const node = context.getNode();
	const startedAt = new Date();
	let told: Told = { rows: [], results: [] };
	let read: RowsRead = { rows: [], problems: new Map() };
	let isReported = false;
	let looks = true;
	try {
		read = await source.read(batch);
		const memory = memoryOf<RowResult>(context);
		const results: Results = read.rows.map(({ itemIndex, number }) =>
			memory.get(itemIndex, number),
		);
		const { rows } = (told = { rows: read.rows, results });
		const record = (n: number, result: RowResult) => {
			results[n] = result;
			if (result.outcome !== 'failed') memory.set(rows[n].itemIndex, result, rows[n].number);
		};
		isReported = chosenResult(context, source.result) === 'report';
		const settings = importSettings(context, source.result);
		looks = settings.ifExists === 'skip';
		const goesOn = mayGoOn || isReported || settings.dryRun;

		for (const problem of read.problems.values()) if (!mayGoOn) throw problem;
		const stopAtFailed = () => {
			const refused = goesOn ? undefined : refusedRows(told, settings);
			if (refused) throw refused;
		};
		const keys = await judgeAlone(rows, results, settings);
		stopAtFailed();
		const { list, concurrency } = settings;
		const together = { rows, results, keys, settings, list, mayGoOn: mayGoOn && !isReported };
		const findings = await judgeTogether(together);
		stopAtFailed();
		await sendRows({ rows, results, concurrency, mayGoOn: goesOn, record });
		const lookUpProblem = await lookUpUncertain({ rows, results, list, record });

		const failed = rows.findIndex((_, n) =>
			['failed', 'uncertain'].includes(results[n]?.outcome ?? ''),
		);
		if (!goesOn && failed >= 0) throw errorOfRow(told, failed, looks);
		const refusal = isReported && results.find((one) => isRefusedSignIn(one?.cause))?.cause;
		if (refusal && !results.some((one) => one?.outcome === 'created')) throw refusal;

		const ended: Ended = { context, settings, findings, lookUpProblem, startedAt };
		if (isReported) return await reports(ended, source, read, told);
		for (const hint of hintsOf(ended, told)) warn(connection, hint);
		const notPlain = results.some((one) => one && !['created', 'failed'].includes(one.outcome));
		if (rows.length > 1 && notPlain) warn(connection, summaryOf(told, settings.dryRun));
		return inOrder(await rowItems(context, told, looks), batch, read);
	} catch (reason) {
		const addition = halfWay(told, looks);
		if (!mayGoOn || reason instanceof CancelledError)
			throw toNodeError(node, reason, undefined, addition);
		if (isReported) {
			const error = [messageOf(reason), addition].filter(Boolean).join(' ');
			return [{ json: { error }, pairedItem: [] }];
		}
		const { rows, results } = told;
		if (rows.length === 0)
			return context.getInputData().map((_, n) => errorItem(context, reason, n));
		for (const n of rows.keys()) results[n] ??= { outcome: 'failed', cause: reason };
		return inOrder(await rowItems(context, told, looks), batch, read);
	}
}

/** The error of a run that stopped at a row. */
function errorOfRow({ rows, results }: Told, n: number, looks: boolean): unknown {
	const { cause } = results[n]!;
	if (!(cause instanceof UserError)) return cause;
	const message = rows.length === 1 ? cause.message : `Row ${rows[n].number}: ${cause.message}`;
	const description = looks ? withoutWarning(cause.description) : cause.description;
	const status = cause instanceof ServiceError ? cause.status : undefined;
	return new ServiceError(message, description, { status });
}

/** One item in place of all rows, or of those of each input item. */
async function reports<Values>(
	ended: Ended,
	{ reportsEach }: ImportSource<Values>,
	{ problems, delimiters }: RowsRead,
	told: Told,
): Promise<INodeExecutionData[]> {
	// Left out, n8n would link it to the first (n8n-core, execution-engine/workflow-execute, `assignPairedItems`).
	if (!reportsEach) return [{ ...(await reportItem(ended, told)), pairedItem: [] }];
	const items: INodeExecutionData[] = [];
	for (const item of ended.context.getInputData().keys()) {
		const places = [...told.rows.keys()].filter((n) => told.rows[n].itemIndex === item);
		const own = {
			rows: places.map((n) => told.rows[n]),
			results: places.map((n) => told.results[n]),
		};
		items.push(
			problems.has(item)
				? errorItem(ended.context, problems.get(item), item)
				: { ...(await reportItem(ended, own, delimiters?.get(item))), pairedItem: { item } },
		);
	}
	return items;
}

/** The items of rows, with those of input items that hold none in their places. */
function inOrder<Values>(
	items: INodeExecutionData[],
	{ context }: Batch<Values>,
	{ problems }: RowsRead,
): INodeExecutionData[] {
	if (problems.size === 0) return items;
	const others = [...problems].map(([item, problem]) => errorItem(context, problem, item));
	const placeOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
	return [...items, ...others].sort((one, other) => placeOf(one) - placeOf(other));
}
