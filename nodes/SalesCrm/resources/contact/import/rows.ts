import type { IDataObject } from 'n8n-workflow';

import { contactBody } from '../../../../api/contacts';
import type { NewContact, PersonalInfo } from '../../../../api/types';
import type { Connection } from '../../../../transport/connection';
import { readMoment } from '../../../../utils/dates';
import { isObject } from '../../../../utils/json';
import { textOf } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { toUuid } from '../../../../utils/uuid';
import { chosenOption } from '../../../../utils/values';
import { type Batch, type Call, itemsInTurn } from '../../../execution/operation';
import { audienceKeyOf } from '../audience';
import { contactType, extraColumns } from '../fields';
import { type Mapping, readPersonalInfos } from '../personalInfos';
import { type Key, keysOf, type Kind, KIND_NAMES } from '../matching';

/**
 * A row of an import: what it is read as, before anything is sent, and the item that shows what
 * became of it.
 */

interface RowBase {
	readonly itemIndex: number;
	/** As far as they could be read. */
	readonly personalInfos: PersonalInfo[];
	readonly ignoredColumns: readonly string[];
	/** Of this row alone; null where nobody looked. */
	warnings: string[] | null;
}

/** A row that can be sent: a contact with what it needs on its way. */
export interface ValidRow extends RowBase, Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Undefined for the moment of sending. */
	readonly timestamp: number | undefined;
	/** What it is recognized by, of the kinds chosen. */
	readonly keys: readonly Key[];
	readonly audienceKey: string;
}

/** A row that cannot be sent, and why. */
export interface InvalidRow extends RowBase {
	readonly reason: unknown;
}

export type Row = ValidRow | InvalidRow;

export const isValid = (row: Row): row is ValidRow => !('reason' in row);

/** What is read of each input item. */
export interface CreateParameters {
	audienceId: string;
	personalInfos: IDataObject;
	options: { contactType?: unknown; extraColumns?: unknown; timestamp?: unknown };
}

/** For a row whose parameters cannot be read: its own columns tell which it is. */
const AUTOMATIC: Mapping = { mappingMode: 'autoMapInputData', value: null };

/** Reads all rows, those too that an earlier try has dealt with: they may have duplicates. */
export async function readRows(
	batch: Batch<CreateParameters>,
	kinds: readonly Kind[],
): Promise<Row[]> {
	const rows: Row[] = [];
	const items = batch.context.getInputData();
	const zone = batch.context.getTimezone();
	for await (const itemIndex of itemsInTurn(batch)) {
		try {
			rows.push(readRow(batch.callOf(itemIndex), kinds));
		} catch (reason) {
			const { infos } = readPersonalInfos(AUTOMATIC, items[itemIndex].json, 'ignore', zone);
			rows.push({ itemIndex, personalInfos: infos, ignoredColumns: [], warnings: null, reason });
		}
	}
	return rows;
}

function readRow(call: Call<CreateParameters>, kinds: readonly Kind[]): Row {
	const { connection, item, itemIndex, parameters, zone } = call;
	const { options } = parameters;
	const mapping = parameters.personalInfos as unknown as Mapping;
	const chosen = chosenOption(options.extraColumns ?? extraColumns.default, extraColumns);
	const { infos, ignored, failure } = readPersonalInfos(mapping, item.json, chosen, zone);
	const read = { itemIndex, personalInfos: infos, ignoredColumns: ignored, warnings: null };
	try {
		const moment = readMoment(options.timestamp, 'Timestamp', zone);
		const audienceId = toUuid(parameters.audienceId, 'Audience ID');
		const contact = {
			audienceId,
			contactType: chosenType(options.contactType ?? contactType.default),
			timestamp: moment === undefined ? undefined : thirteenDigits(moment),
		};
		if (failure) throw failure;
		const audienceKey = audienceKeyOf(connection, audienceId);
		return { ...read, ...contact, connection, keys: keysOf(infos, kinds), audienceKey };
	} catch (reason) {
		return { ...read, reason };
	}
}

function chosenType(value: unknown): string {
	const text = textOf(value).trim();
	if (text !== '') return text;
	throw new UserError("'Contact Type' is empty", 'Enter a kind of contact, such as CONSUMER.');
}

/** The service takes 13-digit milliseconds (operation `createContact`): from September 2001 on. */
function thirteenDigits(ms: number): number {
	if (ms >= 1e12 && ms < 1e13) return ms;
	throw new UserError(
		"'Timestamp' is out of range",
		'The service takes moments from 9 September 2001 to November 2286.',
	);
}

/** See the rules of `prepareImport`. */
export type Outcome =
	| 'created'
	| 'existing'
	| 'duplicate'
	| 'foundAfterwards'
	| 'wouldCreate'
	| 'failed'
	| 'uncertain';

/** What became of a row. */
export interface RowResult {
	outcome: Outcome;
	contactId?: string | null;
	matchedBy?: Kind;
	/** The row that a duplicate stands behind, counted from 0. */
	firstItem?: number;
	/** The service's answer. */
	response?: unknown;
	error?: string;
}

/** The error of a row that exists or is a duplicate, where such rows are to fail. */
export function existsError(result: RowResult, addition = ''): UserError {
	const { outcome, matchedBy, contactId, firstItem } = result;
	const what = KIND_NAMES[matchedBy!];
	return new UserError(
		outcome === 'existing'
			? `A contact with this ${what} is in the audience already${contactId === null ? '' : `: ${contactId}`}`
			: `An earlier row has the same ${what}: item ${firstItem}, counted from 0`,
		`Choose 'Skip' in 'If Contact Exists' to leave such rows out. ${addition}`.trim(),
	);
}

export type ToItem = (row: Row, result: RowResult) => IDataObject;

/** Keys of an item that are no personal info; an info of such a name is sent, but not shown. */
const OWN_KEYS = 'outcome warnings contactId matchedBy firstItem response error'.split(' ');

/**
 * Flat items with the same keys for all rows of a run, null where there is nothing, so that they read
 * as a table. `error` stands only where a row failed: n8n takes that key on a first item for a failed
 * run, 1.123 even where it is null (n8n-core, execution-engine/workflow-execute, `processRunExecutionData`).
 */
export function flatItems(rows: readonly Row[]): ToItem {
	const all = new Set(rows.flatMap(({ personalInfos }) => personalInfos.map(({ name }) => name)));
	const names = [...all].filter((name) => !OWN_KEYS.includes(name));
	return ({ personalInfos, warnings }, { outcome, ...result }) => {
		const values = new Map(personalInfos.map(({ name, value }) => [name, value]));
		const empty = { outcome, warnings, contactId: null, matchedBy: null, firstItem: null };
		const shown = Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]));
		return { ...empty, ...shown, response: null, ...result } as IDataObject;
	};
}

/** Of a row that is only counted. */
export const outcomeItem: ToItem = (_row, { outcome }) => ({ outcome });

/** The service's answer as it is; where it says nothing, what was sent stands in for it. */
export function plainItem(
	connection: Connection,
	contact: NewContact,
	answer: unknown,
): IDataObject {
	if (isObject(answer) && Object.keys(answer).length > 0) return answer;
	const sent: IDataObject = { contact: contactBody(contact, connection.profileId) };
	return answer === undefined ? sent : { ...sent, response: answer as string };
}
