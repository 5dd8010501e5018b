import { type IDataObject, sleep } from 'n8n-workflow';

import type { NewContact } from '../../../api/types';
import type { Connection } from '../../../transport/connection';
import { readMoment } from '../../../utils/dates';
import { textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import { type Batch, type Call, itemsInTurn } from '../../execution/operation';
import { audienceKeyOf } from './audience';
import { contactType, extraColumns } from './fields';
import { type Keys, NO_KEYS } from './keys';
import { type ExtraColumns, headerOf, infosOf, type RowInfos } from './rowInfos';

/**
 * Rows of an import as they came: from input items here, from files in `import.ts`. From here on they
 * are one and the same: judged (judge.ts), sent (send.ts), looked for (lookUp.ts) and told (report.ts).
 * What cannot be read is the row's `problem`: it fails by that alone.
 */
export interface Row extends RowInfos {
	/** The input item it came from. */
	readonly itemIndex: number;
	/** What people see: counted from 1, or the line of a spreadsheet. */
	readonly number: number;
	/** Where several files are imported, the name of its own. */
	readonly file?: string;
	/** Undefined where it cannot be read. */
	readonly target: Target | undefined;
	/** All its columns as they came, for the file of those that were not imported. */
	cells(): Array<readonly [column: string, value: unknown]>;
	/** What it can be recognized by, by the kinds that are asked for. */
	keys: Keys;
	/** What became of it; undefined while it is to be sent. */
	result?: RowResult;
}

/** Where a row goes, and as what: the same for all rows of a file. */
export interface Target extends Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Tells audiences apart, those of different profiles too. */
	readonly audienceKey: string;
	/** Undefined for the moment of sending. */
	readonly timestamp: number | undefined;
}

/** In the order of a report. */
export const OUTCOMES = [
	'created',
	'existing',
	'duplicate',
	'empty',
	'foundAfterwards',
	'wouldCreate',
	'failed',
	'uncertain',
] as const;

export interface RowResult {
	readonly outcome: (typeof OUTCOMES)[number];
	/** What matched, in words. */
	readonly reason?: string;
	readonly contactId?: string;
	/** Of a row that failed or is uncertain. */
	readonly cause?: unknown;
	/** The timestamp that was given to it. */
	readonly sentAt?: number;
}

export const isFailed = ({ result }: Row): boolean => result?.outcome === 'failed';
export const isBad = (row: Row): boolean => isFailed(row) || row.result?.outcome === 'uncertain';

/** Whether it was created, or may have been. */
export const isWritten = ({ result }: Row): boolean =>
	result !== undefined && ['created', 'foundAfterwards', 'uncertain'].includes(result.outcome);

/** Rows that are looked at before n8n may do something else. */
const ROWS_AT_ONCE = 1_000;

export async function* inPieces<T>(rows: Iterable<T>): AsyncGenerator<T> {
	let seen = 0;
	for (const row of rows) {
		if (++seen % ROWS_AT_ONCE === 0) await sleep(0);
		yield row;
	}
}

/** Those that can be read, for each audience. */
export function byAudience(rows: readonly Row[]): Row[][] {
	const groups = new Map<string, Row[]>();
	for (const row of rows) {
		if (!row.target) continue;
		const { audienceKey } = row.target;
		const group = groups.get(audienceKey) ?? [];
		groups.set(audienceKey, group);
		group.push(row);
	}
	return [...groups.values()];
}

/** What is read of each input item of Create and Import alike. */
export interface TargetParameters {
	audienceId: string;
	options: { contactType?: unknown; extraColumns?: ExtraColumns; timestamp?: unknown };
}

/** @throws UserError */
export function targetOf({ connection, parameters, zone }: Call<TargetParameters>): Target {
	const { options } = parameters;
	const audienceId = toUuid(parameters.audienceId, 'Audience ID');
	const moment = readMoment(options.timestamp, 'Timestamp', zone);
	const type = textOf(options.contactType ?? contactType.default).trim();
	if (type === '') {
		throw new UserError("'Contact Type' is empty", 'Enter a kind of contact, such as CONSUMER.');
	}
	// The service takes 13 digits (operation `createContact`).
	if (moment !== undefined && !(moment >= 1e12 && moment < 1e13)) {
		throw new UserError(
			"'Timestamp' is out of range",
			'The service takes moments from 9 September 2001 to November 2286.',
		);
	}
	const audienceKey = audienceKeyOf(connection, audienceId);
	return { connection, audienceId, audienceKey, contactType: type, timestamp: moment };
}

export const chosenExtraColumns = ({ options }: TargetParameters): ExtraColumns =>
	options.extraColumns ?? extraColumns.default;

export interface CreateParameters extends TargetParameters {
	/** The value of the resource mapper; null in automatic mode. */
	personalInfos: { value?: IDataObject | null };
}

/** The rows of Create: one an input item. */
export async function rowsOfItems(batch: Batch<CreateParameters>): Promise<Row[]> {
	const { context } = batch;
	const items = context.getInputData();
	const mode = context.getNodeParameter('personalInfos.mappingMode', 0, '');
	const isAutomatic = mode === 'autoMapInputData';
	let header = headerOf([]);
	const read = (values: IDataObject, extra: ExtraColumns): RowInfos => {
		const columns = Object.keys(values);
		if (columns.join('\n') !== header.columns.join('\n')) header = headerOf(columns);
		return infosOf(header, Object.values(values), extra);
	};
	const rows: Row[] = [];
	for await (const itemIndex of itemsInTurn(batch)) {
		const { json } = items[itemIndex];
		const cells = () => Object.entries(json);
		const row = { itemIndex, number: itemIndex + 1, cells, keys: NO_KEYS };
		try {
			const call = batch.callOf(itemIndex);
			const target = targetOf(call);
			const mapped = call.parameters.personalInfos.value ?? {};
			if (!isAutomatic && Object.keys(mapped).length === 0) throw nothingMapped();
			const infos = isAutomatic
				? read(json, chosenExtraColumns(call.parameters))
				: // Whatever was mapped by hand is meant to be sent.
					read(mapped, 'add');
			rows.push({ ...row, ...infos, target });
		} catch (problem) {
			// Its own columns tell which it is.
			const infos = read(json, 'ignore');
			const isEmpty = isAutomatic && infos.isEmpty;
			rows.push({ ...row, ...infos, isEmpty, target: undefined, problem });
		}
	}
	return rows;
}

const nothingMapped = () =>
	new UserError(
		'No field is mapped',
		"Map at least one field of 'Personal Information', or choose 'Map Automatically'.",
	);
