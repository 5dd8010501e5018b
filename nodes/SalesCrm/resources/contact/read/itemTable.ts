import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../../utils/userError';
import { inPieces } from '../../../../transport/waiting';
import { type Batch, itemsInTurn } from '../../../execution/operation';
import { columnsOf } from '../columns/columns';
import { ColumnValues } from '../columns/samples';
import { rowParser } from '../judge/rowValues';
import { EMPTY_PART, type Part, type Row, targetOf, type TargetParameters } from './table';

/**
 * The rows of Create: one an input item.
 *
 * 1. Mapped automatically, the keys of all items are their header. Those that n8n itself adds are not a contact's.
 * 2. Mapped by hand, whatever was mapped is meant to be sent.
 */

interface CreateParameters extends TargetParameters {
	/** In automatic mode its value is null. */
	personalInfos: { value?: IDataObject | null };
}

export async function rowsOfItems(batch: Batch<CreateParameters>): Promise<Part> {
	const { context } = batch;
	const items = context.getInputData();
	const mode = context.getNodeParameter('personalInfos.mappingMode', 0, '');
	const isByHand = mode !== 'autoMapInputData';
	const header = new Set<string>();
	const places = new Map<string, number>();
	const seen = new ColumnValues();
	const read: Array<ReturnType<typeof readItem>> = [];
	for await (const itemIndex of itemsInTurn(batch)) {
		const { json } = items[itemIndex];
		const one = readItem(batch, itemIndex, isByHand ? undefined : json);
		read.push(one);
		for (const key of Object.keys(json)) header.add(key);
		for (const [name, value] of Object.entries(one.values)) {
			if (N8N_KEYS.has(name)) continue;
			const place = places.get(name) ?? places.size;
			places.set(name, place);
			seen.see(place, value);
		}
	}
	const names = [...places.keys()];
	const columns = columnsOf(names, isByHand ? () => true : seen.mayBeName);
	const [parse, parseAll] = [rowParser(columns, false), rowParser(columns, true)];
	const rows: Row[] = [];
	for await (const one of inPieces(read, batch.connection.signal)) {
		const { itemIndex, values, addsOthers, target, problem } = one;
		const parsed = (addsOthers ? parseAll : parse)(valuesOf(values, names));
		rows.push({
			...parsed,
			itemIndex,
			number: itemIndex + 1,
			target,
			isEmpty: parsed.isEmpty && !(problem && isByHand),
			values: () => valuesOf(items[itemIndex].json, header),
			problem: problem ?? parsed.problem,
		});
	}
	const understood = isByHand ? {} : seen.understood(columns);
	return { ...EMPTY_PART, rows, header: [...header], isByHand, ...understood };
}

/** Keys of items of n8n's triggers, of Google Sheets and of Data Tables, and of files that are kept in the JSON. */
const N8N_KEYS: ReadonlySet<string> = new Set(
	`submittedAt formMode formQueryParameters headers params query body webhookUrl executionMode row_number createdAt
	updatedAt _files`.split(/\s+/),
);

/** An item may lack a key, and a key may be called like a part of every object. */
const valuesOf = (json: IDataObject, names: Iterable<string>): unknown[] =>
	Array.from(names, (name) => (Object.hasOwn(json, name) ? json[name] : undefined));

/** @param json Where it is mapped automatically. */
function readItem(
	batch: Batch<CreateParameters>,
	itemIndex: number,
	json: IDataObject | undefined,
) {
	try {
		const call = batch.callOf(itemIndex);
		const { personalInfos, options } = call.parameters;
		const values = json ?? personalInfos.value ?? {};
		if (!json && Object.keys(values).length === 0) {
			throw new UserError(
				'No field is mapped',
				"Map at least one field of 'Personal Information', or choose 'Map Automatically'.",
			);
		}
		const addsOthers = !json || options.extraColumns === 'add';
		return { itemIndex, values, addsOthers, target: targetOf(call), problem: undefined };
	} catch (problem) {
		return { itemIndex, values: json ?? {}, addsOthers: false, target: undefined, problem };
	}
}
