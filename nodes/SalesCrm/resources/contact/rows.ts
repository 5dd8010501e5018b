import type { IDataObject } from 'n8n-workflow';

import type { NewContact } from '../../../api/types';
import type { Connection } from '../../../transport/connection';
import { readMoment } from '../../../utils/dates';
import { textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import { type Batch, type Call, itemsInTurn } from '../../execution/operation';
import { audienceKeyOf } from './audience';
import type { PersonalInfoName } from './columns';
import { contactType, extraColumns } from './fields';
import { type ExtraColumns, headerOf, infosOf, type RowInfos } from './rowInfos';

/**
 * Rows of an import as they came: from input items here, from files in `import.ts`. From here on they
 * are one and the same. What cannot be read is the row's `problem`: it fails by that alone.
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
}

/** Where a row goes, and as what: the same for all rows of a file. */
export interface Target extends Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Tells audiences apart, those of different profiles too. */
	readonly audienceKey: string;
	/** Undefined for the moment of sending. */
	readonly timestamp: number | undefined;
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
	const rows: Row[] = [];
	let header = headerOf([]);
	for await (const itemIndex of itemsInTurn(batch)) {
		const { json } = items[itemIndex];
		const automatic = (extra: ExtraColumns) => {
			const columns = Object.keys(json);
			const { length } = header.columns;
			const isSame =
				columns.length === length && columns.every((one, n) => one === header.columns[n]);
			if (!isSame) header = headerOf(columns);
			return infosOf(header, Object.values(json), extra);
		};
		const row = { itemIndex, number: itemIndex + 1, cells: () => Object.entries(json) };
		let read: RowInfos | undefined;
		try {
			const call = batch.callOf(itemIndex);
			const extra = chosenExtraColumns(call.parameters);
			read = isAutomatic
				? automatic(extra)
				: mappedByHand(call.parameters.personalInfos.value ?? {});
			rows.push({ ...row, ...read, target: targetOf(call) });
		} catch (problem) {
			// Its own columns tell which it is.
			read ??= isAutomatic ? automatic('ignore') : { ...automatic('ignore'), isEmpty: false };
			rows.push({ ...row, ...read, target: undefined, problem });
		}
	}
	return rows;
}

/** @param values By the service's names, which the fields of the mapper have. */
function mappedByHand(values: IDataObject): RowInfos {
	const names = Object.keys(values);
	const fields = new Map(names.map((name, place) => [name as PersonalInfoName, [place]]));
	const header = {
		columns: names,
		map: { fields, addresses: new Map(), ignored: [] },
		ignored: [],
	};
	const read = infosOf(header, Object.values(values), 'ignore');
	return names.length > 0 ? read : { ...read, isEmpty: false, problem: nothingMapped() };
}

const nothingMapped = () =>
	new UserError(
		'No field is mapped',
		"Map at least one field of 'Personal Information', or choose 'Map Automatically'.",
	);
