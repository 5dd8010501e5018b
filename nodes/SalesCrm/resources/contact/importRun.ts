import type { INodeExecutionData } from 'n8n-workflow';

import { CancelledError, type ServiceError, toNodeError } from '../../../transport/errors';
import { warn } from '../../../transport/hints';
import { joined } from '../../../utils/lists';
import { messageOf } from '../../../utils/userError';
import { errorItem } from '../../execution/errorItem';
import { memoryOf } from '../../execution/itemResults';
import type { Batch } from '../../execution/operation';
import type { Property } from '../../execution/parameters';
import { ifExists, importSettings, type SettingParameters } from './fields';
import { judgeEach, judgeTogether } from './judge';
import { lookForUncertain, lookUpTime } from './lookUp';
import {
	errorOfRow,
	halfWay,
	hintsOf,
	refusedRows,
	reportItem,
	rowItems,
	type RunFacts,
} from './report';
import { isBad, isFailed, isWritten, type Row, type RowResult } from './rows';
import { sendRows } from './send';

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

/** Rows that are told together. */
export interface Part {
	readonly rows: readonly Row[];
	/** The input item that holds them all, such as a file; undefined for the rows of all items. */
	readonly itemIndex?: number;
	/** Why no row of it could be read. */
	readonly problem?: unknown;
	/** What stands between the columns of its file. */
	readonly delimiter?: string;
}

type ResultSetting = Pick<Property, 'name' | 'default'>;

/** @param result Where it is set, with its default. */
export async function runImport<Values extends SettingParameters>(
	batch: Batch<Values>,
	read: (batch: Batch<Values>) => Promise<Part[]>,
	result: ResultSetting,
): Promise<INodeExecutionData[]> {
	const startedAt = new Date();
	const memory = memoryOf<RowResult>(batch.context);
	let parts: Part[] | undefined;
	let rows: Row[] = [];
	try {
		parts = await read(batch);
		rows = joined(parts.map((part) => part.rows));
		for (const row of rows) row.result = memory.get(keyOf(row));
		return await importParts({ ...batch, parts, rows, result, startedAt });
	} catch (reason) {
		return await failedImport(reason, { ...batch, parts, rows, result });
	} finally {
		for (const row of rows) if (isWritten(row)) memory.set(keyOf(row), row.result!);
	}
}

const keyOf = ({ itemIndex, number }: Row): string => `${itemIndex} ${number}`;

interface ImportRun extends Omit<Batch<SettingParameters>, 'callOf'> {
	readonly parts: readonly Part[];
	/** Those of all parts. */
	readonly rows: readonly Row[];
	readonly result: ResultSetting;
	readonly startedAt: Date;
}

async function importParts(run: ImportRun): Promise<INodeExecutionData[]> {
	const { context, connection, parts, rows, startedAt } = run;
	const mayGoOn = context.continueOnFail();
	const settings = importSettings(run.parametersOf(0));
	const isReported = settings.result === 'report';
	const goesOn = mayGoOn || isReported || settings.dryRun;

	const unread = parts.find(({ problem }) => problem !== undefined);
	if (unread && !mayGoOn) throw unread.problem;
	judgeEach(rows, settings);
	if (!goesOn && rows.some(isFailed)) throw refusedRows(rows, settings);
	const hints = await judgeTogether(rows, settings, mayGoOn && !isReported);
	const time = lookUpTime();
	do {
		await sendRows(rows, settings.concurrency, goesOn);
		await lookForUncertain(rows, settings.list, time);
	} while (!rows.some(isBad) && rows.some((row) => !row.result));

	if (!goesOn && rows.some(isBad)) throw errorOfRow(rows, settings.ifExists === 'skip');
	const facts: RunFacts = { context, settings, hints, startedAt };
	if (!isReported) {
		for (const hint of hintsOf(facts, rows)) warn(connection, hint);
		return await itemsOf(run, async (part) => await rowItems(context, part.rows));
	}
	const refused = rows.find(isRefusedSignIn);
	if (refused && !rows.some(({ result }) => result?.outcome === 'created'))
		throw refused.result!.cause;
	return await itemsOf(run, async (part) => {
		const report = await reportItem(facts, part.rows, part.delimiter);
		// Left out, n8n would link it to the first (n8n-core, execution-engine/workflow-execute, `assignPairedItems`).
		const pairedItem = part.itemIndex === undefined ? [] : { item: part.itemIndex };
		return [{ ...report, pairedItem }];
	});
}

const isRefusedSignIn = ({ result }: Row): boolean =>
	result?.outcome === 'failed' && (result.cause as Partial<ServiceError>).status === 401;

/** The items of all parts, with an error in place of one that could not be read. */
async function itemsOf(
	{ context, parts }: Pick<ImportRun, 'context' | 'parts'>,
	told: (part: Part) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[][] = [];
	for (const part of parts) {
		const { problem, itemIndex } = part;
		items.push(
			problem === undefined ? await told(part) : [errorItem(context, problem, itemIndex!)],
		);
	}
	return joined(items);
}

/** Rule 3. */
async function failedImport(
	reason: unknown,
	{
		context,
		parts,
		rows,
		result,
	}: Omit<ImportRun, 'parts' | 'startedAt'> & Partial<Pick<ImportRun, 'parts'>>,
): Promise<INodeExecutionData[]> {
	const settingOf = ({ name, default: fallback }: ResultSetting) =>
		context.getNodeParameter(name, 0, fallback);
	const addition = halfWay(rows, settingOf(ifExists) === ifExists.default);
	if (!context.continueOnFail() || reason instanceof CancelledError) {
		throw toNodeError(context.getNode(), reason, undefined, addition);
	}
	if (!parts) return context.getInputData().map((_, item) => errorItem(context, reason, item));
	if (settingOf(result) === 'report') {
		const error = [messageOf(reason), addition].filter(Boolean).join(' ');
		return [{ json: { error }, pairedItem: [] }];
	}
	for (const row of rows) row.result ??= { outcome: 'failed', cause: reason };
	return await itemsOf({ context, parts }, async (part) => await rowItems(context, part.rows));
}
