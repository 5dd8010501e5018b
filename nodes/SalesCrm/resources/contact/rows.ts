import type { IDataObject } from 'n8n-workflow';

import type { NewContact } from '../../../api/types';
import type { Connection } from '../../../transport/connection';
import { readMoment } from '../../../utils/dates';
import { textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import { type Batch, type Call, itemsInTurn } from '../../execution/operation';
import { audienceKeyOf } from './audience';
import { headerOf } from './columns';
import { contactType } from './fields';
import { infosOf, type RowInfos } from './rowInfos';

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
	/** What became of it; undefined while it is to be sent. */
	result?: RowResult;
}

/** Where a row goes, and as what: the same for all rows of a file. */
export interface Target extends Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Undefined for the moment of sending. */
	readonly timestamp: number | undefined;
}

/** In the order of a report, with their words in its summary. */
export const OUTCOMES = {
	created: 'created',
	existing: 'there already',
	duplicate: 'same as another row',
	empty: 'empty',
	foundAfterwards: 'found afterwards',
	wouldCreate: 'would be created',
	failed: 'failed',
	uncertain: 'uncertain',
};

export type Outcome = keyof typeof OUTCOMES;

export interface RowResult {
	readonly outcome: Outcome;
	/** What matched, or what came of looking for it, in words. */
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

/** Those that can be read, for each audience. */
export function byAudience(rows: readonly Row[]): Row[][] {
	const groups = new Map<string, Row[]>();
	for (const row of rows) {
		if (!row.target) continue;
		const key = audienceKeyOf(row.target.connection, row.target.audienceId);
		const group = groups.get(key) ?? [];
		groups.set(key, group);
		group.push(row);
	}
	return [...groups.values()];
}

/** What is read of each input item of Create and Import alike. */
export interface TargetParameters {
	audienceId: string;
	options: { contactType?: unknown; extraColumns?: string; timestamp?: unknown };
}

/** @throws UserError */
export function targetOf({ connection, parameters, zone }: Call<TargetParameters>): Target {
	const { options } = parameters;
	const audienceId = toUuid(parameters.audienceId, 'Audience ID');
	const moment = readMoment(options.timestamp, 'Timestamp', zone);
	// The service takes 13 digits (operation `createContact`).
	if (moment !== undefined && !(moment >= 1e12 && moment < 1e13)) {
		throw new UserError(
			"'Timestamp' is out of range",
			'The service takes moments from 9 September 2001 to November 2286.',
		);
	}
	const type = textOf(options.contactType).trim() || contactType.default;
	return { connection, audienceId, contactType: type, timestamp: moment };
}

interface CreateParameters extends TargetParameters {
	/** In automatic mode its value is null. */
	personalInfos: { value?: IDataObject | null };
}

/** The rows of Create: one an input item. */
export async function rowsOfItems(batch: Batch<CreateParameters>): Promise<Row[]> {
	const { context } = batch;
	const items = context.getInputData();
	const mode = context.getNodeParameter('personalInfos.mappingMode', 0, '');
	const isAutomatic = mode === 'autoMapInputData';
	let header = headerOf([]);
	const read = (values: IDataObject, addsOthers: boolean): RowInfos => {
		const columns = Object.keys(values);
		if (columns.join('\n') !== header.columns.join('\n')) header = headerOf(columns);
		return infosOf(header, Object.values(values), addsOthers);
	};
	const rows: Row[] = [];
	for await (const itemIndex of itemsInTurn(batch)) {
		const { json } = items[itemIndex];
		const cells = () => Object.entries(json);
		const row = { itemIndex, number: itemIndex + 1, cells };
		try {
			const call = batch.callOf(itemIndex);
			const target = targetOf(call);
			const { personalInfos, options } = call.parameters;
			const mapped = personalInfos.value ?? {};
			if (!isAutomatic && Object.keys(mapped).length === 0) throw nothingMapped();
			// Whatever was mapped by hand is meant to be sent.
			const adds = !isAutomatic || options.extraColumns === 'add';
			const infos = read(isAutomatic ? json : mapped, adds);
			rows.push({ ...row, ...infos, target });
		} catch (problem) {
			// Its own columns tell which it is.
			const infos = read(json, false);
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
