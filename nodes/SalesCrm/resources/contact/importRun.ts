import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CancelledError, ServiceError, toNodeError } from '../../../transport/errors';
import { joined } from '../../../utils/lists';
import { wholeError } from '../../../utils/userError';
import { errorItem } from '../../execution/runItems';
import type { Batch } from '../../execution/operation';
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
import { errorOfRow, halfWay, refusedRows } from './tell/summary';
import { sendRows } from './write/send';

/** Rows become contacts: all are read and judged, then sent, then reported. Settings are read at the first item. */
export async function runImport<Values extends SettingParameters>(
	batch: Batch<Values>,
	read: (batch: Batch<Values>) => Promise<Part[]>,
): Promise<INodeExecutionData[]> {
	const startedAt = new Date();
	const memory = memoryOf(batch.context);
	let settings: ImportSettings | undefined;
	let parts: readonly Part[] = [];
	try {
		parts = await read(batch);
		for (const [key, row] of keyedRows(parts)) row.result = memory.get(key);
		settings = importSettings(batch.parametersOf(0));
		return await importParts(batch, settings, parts, startedAt);
	} catch (reason) {
		return await failedImport(batch, settings, parts, reason);
	} finally {
		for (const [key, row] of keyedRows(parts)) if (isWritten(row)) memory.set(key, row.result!);
	}
}

/**
 * By the first input item of a run. n8n makes these objects anew for each run of a node and keeps them for the tries of
 * "Retry On Fail" (n8n-core, execution-engine/workflow-execute, `newTaskDataConnections`); with them the memory goes, too.
 * Should n8n ever hand one object to several runs, the run beside it tells them apart.
 */
const remembered = new WeakMap<object, { run: string; memory: Map<string, RowResult> }>();

/** What became of the rows in the earlier tries of this run of a node: none that may be in is sent again. */
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

/** By file and number: a try reads the same files in the same order. */
function* keyedRows(parts: readonly Part[]): Generator<[key: string, row: Row]> {
	for (const [place, { rows }] of parts.entries())
		for (const row of rows) yield [`${place} ${row.number}`, row];
}

/** Without "Continue" a row that fails stops the run, if it can before anything is sent; but never a report or a dry run. */
async function importParts(
	{ context, connection }: Pick<RunFacts, 'context' | 'connection'>,
	settings: ImportSettings,
	read: readonly Part[],
	startedAt: Date,
): Promise<INodeExecutionData[]> {
	const mayGoOn = context.continueOnFail();
	const parts = settings.dryRun ? read : read.map(withNames);
	const rows = rowsOf(parts);
	const isReported = settings.result === 'report';
	const goesOn = mayGoOn || isReported || settings.dryRun;

	const unread = parts.find(({ problem }) => problem !== undefined);
	if (unread && (!mayGoOn || unread.itemIndex === undefined)) throw unread.problem;
	classifyAlone(parts, rows, settings);
	if (!goesOn && rows.some(isFailed)) throw refusedRows(parts, settings);
	const hints = await classifyTogether(rows, settings, mayGoOn && !isReported);
	await sendRows(rows, settings.concurrency, goesOn);

	if (!goesOn && rows.some(isBad)) throw errorOfRow(rows, settings.ifExists === 'skip');
	const facts = { context, connection, settings, hints, startedAt };
	if (!isReported) {
		for (const part of parts) giveHints(facts, part);
		return await itemsOf(context, parts, async (part) => await rowItems(facts, part));
	}
	const causes = rows.map(({ result }) => result?.cause);
	const refused = causes.find((cause) => cause instanceof ServiceError && cause.status === 401);
	if (refused && !rows.some(isCreated)) throw refused;
	return await itemsOf(context, parts, async (part) => [await reportItem(facts, part)]);
}

/** If no column is a name, and one that was not recognized may be, nothing is sent. */
const withNames = (part: Part): Part =>
	part.problem || unknownNames(part.columns).length === 0
		? part
		: { ...part, rows: [], problem: unknownNamesError(part, 'was') };

/** The items of all parts, with an error in place of one that could not be read. */
async function itemsOf(
	context: IExecuteFunctions,
	parts: readonly Part[],
	itemsOfPart: (part: Part) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const items = parts.map(async (part) =>
		part.problem === undefined
			? await itemsOfPart(part)
			: [errorItem(context, part.problem, part.itemIndex ?? 0)],
	);
	return joined(await Promise.all(items));
}

/**
 * What concerns all rows is the error of the node. With "Continue" all rows have it, or the one item of a report: n8n
 * would hand on the input of a node that throws, as if all was well (n8n-core, execution-engine/workflow-execute,
 * `handleNodeExecutionError`). Without parts or settings they could not be read.
 */
async function failedImport(
	facts: Pick<RunFacts, 'context' | 'connection'>,
	settings: ImportSettings | undefined,
	parts: readonly Part[],
	reason: unknown,
): Promise<INodeExecutionData[]> {
	const { context } = facts;
	const rows = rowsOf(parts);
	const addition = halfWay(rows, settings?.ifExists === 'skip');
	if (!context.continueOnFail() || reason instanceof CancelledError) {
		const itemIndex = parts.find(({ problem }) => problem === reason)?.itemIndex;
		throw toNodeError(context.getNode(), reason, itemIndex, addition);
	}
	if (parts.length === 0)
		return context.getInputData().map((_, item) => errorItem(context, reason, item));
	if (settings?.result === 'report') {
		const error = [wholeError(reason), addition].filter(Boolean).join(' ');
		return [{ json: { error }, pairedItem: [] }];
	}
	for (const row of rows) row.result ??= { outcome: 'failed', cause: reason };
	return await itemsOf(context, parts, async (part) => await rowItems(facts, part));
}
