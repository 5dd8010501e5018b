import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { type Batch, itemsInTurn } from '../../execution/operation';
import { SeenValues } from './columnValues';
import { columnsOf, NO_MAPPING } from './columns';
import { type RowParser, rowParser, UNREADABLE } from './parseRow';
import {
	EMPTY_PART,
	type Part,
	type Row,
	type Target,
	targetOf,
	type TargetParameters,
} from './rows';
import { isBlank } from './values';

/**
 * The rows of Create: one an input item.
 *
 * 1. Mapped automatically, the keys of an item are its header; what a column is like is seen from all items.
 * 2. Mapped by hand, whatever was mapped is meant to be sent.
 */

const MAX_HEADERS_KEPT = 100;

interface CreateParameters extends TargetParameters {
	/** In automatic mode its value is null. */
	personalInfos: { value?: IDataObject | null };
}

interface Read {
	readonly itemIndex: number;
	readonly values: IDataObject;
	readonly addsOthers: boolean;
	readonly target?: Target;
	readonly problem?: unknown;
}

export async function rowsOfItems(batch: Batch<CreateParameters>): Promise<Part> {
	const { context } = batch;
	const items = context.getInputData();
	const mode = context.getNodeParameter('personalInfos.mappingMode', 0, '');
	const isByHand = mode !== 'autoMapInputData';
	const places = new Map<string, number>();
	const seen = new SeenValues();
	const read: Read[] = [];
	for await (const itemIndex of itemsInTurn(batch)) {
		const { json } = items[itemIndex];
		const one = readItem(batch, itemIndex, isByHand ? undefined : json);
		read.push(one);
		for (const [key, value] of Object.entries(one.values)) {
			const place = places.get(key) ?? places.size;
			places.set(key, place);
			seen.see(place, value);
		}
	}
	const placesOf = (keys: readonly string[]) => keys.map((key) => places.get(key)!);
	const columnsOfKeys = (keys: readonly string[]) =>
		columnsOf(keys, NO_MAPPING, isByHand ? undefined : seen.ofPlaces(placesOf(keys)));
	const parsers = new Map<string, RowParser>();
	const parserOf = (keys: readonly string[], addsOthers: boolean): RowParser => {
		const id = [addsOthers, ...keys].join('\n');
		const parse = parsers.get(id) ?? rowParser(columnsOfKeys(keys), addsOthers);
		if (parsers.size < MAX_HEADERS_KEPT) parsers.set(id, parse);
		return parse;
	};
	const rows: Row[] = [];
	for await (const itemIndex of itemsInTurn(batch)) {
		const { values, addsOthers, target, problem } = read[itemIndex];
		const parsed = parserOf(Object.keys(values), addsOthers)(Object.values(values));
		rows.push({
			...(problem && isByHand ? UNREADABLE : parsed),
			itemIndex,
			number: itemIndex + 1,
			target,
			isEmpty: (!problem || !isByHand) && isAllBlank(values),
			cells: () => Object.entries(items[itemIndex].json),
			problem: problem ?? parsed.problem,
		});
	}
	if (isByHand) return { ...EMPTY_PART, rows, isByHand };
	const adds = read.every(({ addsOthers }) => addsOthers);
	return { ...EMPTY_PART, rows, ...seen.understood(columnsOfKeys([...places.keys()]), adds) };
}

const isAllBlank = (values: IDataObject): boolean =>
	Object.values(values).every((value) => isBlank(textOf(value)));

/** @param json Where it is mapped automatically. */
function readItem(
	batch: Batch<CreateParameters>,
	itemIndex: number,
	json: IDataObject | undefined,
): Read {
	try {
		const call = batch.callOf(itemIndex);
		const { personalInfos, options } = call.parameters;
		const values = json ?? personalInfos.value ?? {};
		if (!json && Object.keys(values).length === 0) throw nothingMapped();
		const addsOthers = !json || options.extraColumns === 'add';
		return { itemIndex, values, addsOthers, target: targetOf(call) };
	} catch (problem) {
		return { itemIndex, values: json ?? {}, addsOthers: false, problem };
	}
}

const nothingMapped = () =>
	new UserError(
		'No field is mapped',
		"Map at least one field of 'Personal Information', or choose 'Map Automatically'.",
	);
