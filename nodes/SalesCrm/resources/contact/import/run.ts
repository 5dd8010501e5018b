import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CancelledError, ServiceError, toNodeError } from '../../../../transport/errors';
import { joined } from '../../../../utils/lists';
import { wholeError } from '../../../../utils/userError';
import type { Batch } from '../../../execution/operation';
import { runMemory } from '../../../execution/runMemory';
import { errorItem, failedRun } from '../../../execution/runItems';
import { unknownNames, unknownNamesError } from '../../../../contacts/columns';
import { type ImportSettings, importSettings, type SettingParameters } from '../fields';
import { classifyAlone, classifyTogether } from './outcomes';
import {
	hasOneOf,
	isBad,
	isFailed,
	isJudged,
	isWritten,
	type ImportSource,
	type Row,
	type RowResult,
	type RunFacts,
} from './rows';
import { giveHints, reportItem, rowItems } from './report';
import { errorOfRow, importedSoFar, refusedRows } from './summary';
import { sendRows } from './send';

/** Creates contacts from rows: all are read and judged, then sent, then reported. */
export async function runImport<Values extends SettingParameters>(
	batch: Batch<Values>,
	read: (batch: Batch<Values>) => Promise<ImportSource[]>,
): Promise<INodeExecutionData[]> {
	const { context, connection } = batch;
	const startedAt = new Date();
	// A row that may have been created is never sent again.
	const memory = runMemory(context, () => new Map<string, RowResult>());
	let settings: ImportSettings | undefined;
	let sources: readonly ImportSource[] = [];
	try {
		sources = await read(batch);
		if (memory.size > 0) for (const [key, row] of keyedRows(sources)) row.result = memory.get(key);
		settings = importSettings(batch.parametersOf(0));
		if (!settings.dryRun) sources = sources.map(refuseUnknownNames);
		const hints = await judgeAndSend(batch, settings, sources);
		return await itemsOfSources({ context, connection, settings, hints, startedAt }, sources);
	} catch (reason) {
		return failedImport(context, settings, sources, reason);
	} finally {
		for (const [key, row] of keyedRows(sources)) if (isWritten(row)) memory.set(key, row.result);
	}
}

const rowsOf = (sources: readonly ImportSource[]): Row[] => joined(sources.map(({ rows }) => rows));

/** Rows by the index of their file and their number, since each try reads the same files in the same order. */
function* keyedRows(sources: readonly ImportSource[]): Generator<[key: string, row: Row]> {
	for (const [index, { rows }] of sources.entries())
		for (const row of rows) yield [`${index} ${row.number}`, row];
}

/** Sends nothing if no column is a name, but one that was not recognized may be. */
const refuseUnknownNames = (source: ImportSource): ImportSource =>
	source.problem || unknownNames(source.columns).length === 0
		? source
		: { ...source, rows: [], problem: unknownNamesError(source, 'was') };

/**
 * Without "Continue" a failed row stops the run, if possible before anything is sent. It never stops a report or a dry run.
 * @returns What people should know about the audiences.
 */
async function judgeAndSend(
	{ context, connection: { signal } }: Pick<RunFacts, 'context' | 'connection'>,
	settings: ImportSettings,
	sources: readonly ImportSource[],
): Promise<string[]> {
	const rows = rowsOf(sources);
	const isReported = settings.result === 'report';
	const mayContinue = context.continueOnFail();
	const onBadRow = mayContinue || isReported || settings.dryRun ? 'goOn' : 'stop';
	const unread = sources.find(({ problem }) => problem !== undefined);
	if (unread && (!mayContinue || unread.itemIndex === undefined)) throw unread.problem;
	await classifyAlone(sources, rows, settings, signal);
	if (onBadRow === 'stop' && rows.some(isFailed)) throw refusedRows(rows, settings);
	const hints = await classifyTogether(rows, settings, mayContinue && !isReported);
	await sendRows(rows, settings.concurrency, onBadRow);
	if (onBadRow === 'stop' && rows.some(isBad)) throw errorOfRow(rows, settings.ifExists === 'skip');
	const causes = rows.map(({ result }) => result?.cause);
	const refused = causes.find((cause) => cause instanceof ServiceError && cause.status === 401);
	if (isReported && refused && !rows.some(hasOneOf('created'))) throw refused;
	return hints;
}

/** The items of all sources, with an error in place of a file that could not be read. */
async function itemsOfSources(
	facts: RunFacts,
	sources: readonly ImportSource[],
): Promise<INodeExecutionData[]> {
	const { context, settings } = facts;
	const isReported = settings.result === 'report';
	const items = sources.map(async ({ rows, ...origin }) => {
		if (origin.problem) return [errorItem(context, origin.problem, origin.itemIndex!)];
		const source = { ...origin, rows: rows.filter(isJudged) };
		if (isReported) return [await reportItem(facts, source)];
		await giveHints(facts, source);
		return await rowItems(facts, source);
	});
	return joined(await Promise.all(items));
}

/** An error of the whole run. With "Continue" it is one item of a report, or one for each input item. */
function failedImport(
	context: IExecuteFunctions,
	settings: ImportSettings | undefined,
	sources: readonly ImportSource[],
	reason: unknown,
): INodeExecutionData[] {
	const soFar = importedSoFar(rowsOf(sources), settings?.ifExists === 'skip');
	if (!context.continueOnFail() || reason instanceof CancelledError) {
		const itemIndex = sources.find(({ problem }) => problem === reason)?.itemIndex;
		throw toNodeError(context.getNode(), reason, itemIndex, soFar);
	}
	if (settings?.result !== 'report') return failedRun(context, reason);
	const error = [wholeError(reason), soFar].filter(Boolean).join(' ');
	return [{ json: { error }, pairedItem: [] }];
}
