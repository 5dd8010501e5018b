import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CancelledError, ServiceError, toNodeError } from '../../../transport/errors';
import { joined } from '../../../utils/lists';
import { wholeError } from '../../../utils/userError';
import type { Batch } from '../../execution/operation';
import { errorItem, failedRun } from '../../execution/runItems';
import { unknownNames, unknownNamesError } from './columns/columns';
import { type ImportSettings, importSettings, type SettingParameters } from './fields';
import { classifyAlone, classifyTogether } from './judge/outcomes';
import {
	isBad,
	isCreated,
	isFailed,
	isWritten,
	type Part,
	type Row,
	type RowResult,
	type RunFacts,
} from './rows';
import { giveHints, reportItem, rowItems } from './tell/report';
import { errorOfRow, importedSoFar, refusedRows } from './tell/summary';
import { sendRows } from './write/send';

/** Creates contacts from rows: all are read and judged, then sent, then reported. */
export async function runImport<Values extends SettingParameters>(
	batch: Batch<Values>,
	read: (batch: Batch<Values>) => Promise<Part[]>,
): Promise<INodeExecutionData[]> {
	const { context, connection } = batch;
	const startedAt = new Date();
	const memory = memoryOf(context);
	let settings: ImportSettings | undefined;
	let parts: readonly Part[] = [];
	try {
		parts = await read(batch);
		if (memory.size > 0) for (const [key, row] of keyedRows(parts)) row.result = memory.get(key);
		settings = importSettings(batch.parametersOf(0));
		if (!settings.dryRun) parts = parts.map(refuseUnknownNames);
		const hints = await judgeAndSend(batch, settings, parts);
		return await itemsOf({ context, connection, settings, hints, startedAt }, parts);
	} catch (reason) {
		return failedImport(context, settings, parts, reason);
	} finally {
		for (const [key, row] of keyedRows(parts)) if (isWritten(row)) memory.set(key, row.result!);
	}
}

/**
 * By the first input item of a run: n8n creates these objects for each run of a node, and keeps them while "Retry On
 * Fail" tries again (n8n-core, execution-engine/workflow-execute, `newTaskDataConnections`). The run is stored as well, in
 * case n8n ever passes one object to several runs.
 */
const remembered = new WeakMap<object, { run: string; memory: Map<string, RowResult> }>();

/** What became of the rows in earlier tries of this run: a row that may have been created is never sent again. */
function memoryOf(context: IExecuteFunctions): Map<string, RowResult> {
	const [first = {}] = context.getInputData();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const run = JSON.stringify([context.getExecutionId(), context.getNode().name, $runIndex]);
	const known = remembered.get(first);
	const memory = known?.run === run ? known.memory : new Map<string, RowResult>();
	remembered.set(first, { run, memory });
	return memory;
}

const rowsOf = (parts: readonly Part[]): Row[] => joined(parts.map(({ rows }) => rows));

/** Rows by the place of their file and their number, since each try reads the same files in the same order. */
function* keyedRows(parts: readonly Part[]): Generator<[key: string, row: Row]> {
	for (const [place, { rows }] of parts.entries())
		for (const row of rows) yield [`${place} ${row.number}`, row];
}

/** Sends nothing if no column is a name, but one that was not recognized may be. */
const refuseUnknownNames = (part: Part): Part =>
	part.problem || unknownNames(part.columns).length === 0
		? part
		: { ...part, rows: [], problem: unknownNamesError(part, 'was') };

/**
 * Without "Continue" a failed row stops the run, if possible before anything is sent. It never stops a report or a dry run.
 * @returns What people should know about the audiences.
 */
async function judgeAndSend(
	{ context, connection: { signal } }: Pick<RunFacts, 'context' | 'connection'>,
	settings: ImportSettings,
	parts: readonly Part[],
): Promise<string[]> {
	const rows = rowsOf(parts);
	const isReported = settings.result === 'report';
	const mayContinue = context.continueOnFail();
	const goesOnAfterFailure = mayContinue || isReported || settings.dryRun;
	const unread = parts.find(({ problem }) => problem !== undefined);
	if (unread && (!mayContinue || unread.itemIndex === undefined)) throw unread.problem;
	await classifyAlone(parts, rows, settings, signal);
	if (!goesOnAfterFailure && rows.some(isFailed)) throw refusedRows(parts, settings);
	const hints = await classifyTogether(rows, settings, mayContinue && !isReported);
	await sendRows(rows, settings.concurrency, goesOnAfterFailure);
	if (!goesOnAfterFailure && rows.some(isBad)) throw errorOfRow(rows, settings.ifExists === 'skip');
	const refused = rows.find(
		({ result }) => result?.cause instanceof ServiceError && result.cause.status === 401,
	);
	if (isReported && refused && !rows.some(isCreated)) throw refused.result!.cause;
	return hints;
}

/** The items of all parts, with an error in place of a file that could not be read. */
async function itemsOf(facts: RunFacts, parts: readonly Part[]): Promise<INodeExecutionData[]> {
	const { context, settings } = facts;
	const isReported = settings.result === 'report';
	const items = parts.map(async (part) => {
		if (part.problem) return [errorItem(context, part.problem, part.itemIndex!)];
		if (isReported) return [await reportItem(facts, part)];
		giveHints(facts, part);
		return await rowItems(facts, part);
	});
	return joined(await Promise.all(items));
}

/** An error of the whole run. With "Continue" it is one item of a report, or one for each input item. */
function failedImport(
	context: IExecuteFunctions,
	settings: ImportSettings | undefined,
	parts: readonly Part[],
	reason: unknown,
): INodeExecutionData[] {
	const soFar = importedSoFar(rowsOf(parts), settings?.ifExists === 'skip');
	if (!context.continueOnFail() || reason instanceof CancelledError) {
		const itemIndex = parts.find(({ problem }) => problem === reason)?.itemIndex;
		throw toNodeError(context.getNode(), reason, itemIndex, soFar);
	}
	if (settings?.result !== 'report') return failedRun(context, reason);
	const error = [wholeError(reason), soFar].filter(Boolean).join(' ');
	return [{ json: { error }, pairedItem: [] }];
}
