import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../../utils/userError';
import { type Batch, itemsInTurn } from '../../../execution/operation';
import type { ImportSource } from './rows';
import { readTable, targetOf, type TargetParameters } from './table';

interface CreateParameters extends TargetParameters {
	/** In automatic mode its value is null. */
	personalInfos: { value?: IDataObject | null };
}

/** The rows of Create, one for each input item. @throws UserError if no field is mapped. */
export async function rowsOfItems(batch: Batch<CreateParameters>): Promise<ImportSource> {
	const { context, connection } = batch;
	const items = context.getInputData();
	const isByHand =
		context.getNodeParameter('personalInfos.mappingMode', 0, '') !== 'autoMapInputData';
	const [header, names] = [new Set<string>(), new Set<string>()];
	const read: Array<ReturnType<typeof readItem>> = [];
	for await (const itemIndex of itemsInTurn(batch)) {
		const { json } = items[itemIndex];
		const one = readItem(batch, itemIndex, isByHand ? undefined : json);
		read.push(one);
		for (const key of Object.keys(json)) header.add(key);
		for (const name of Object.keys(one.values)) if (!N8N_KEYS.has(name)) names.add(name);
	}
	if (isByHand && names.size === 0 && read.every(({ problem }) => !problem)) {
		throw new UserError(
			'No field is mapped',
			"Map at least one field of 'Personal Information', or choose 'Map Automatically'.",
		);
	}
	const records = function* () {
		for (const { itemIndex, values, ...one } of read) {
			const [number, cells] = [itemIndex + 1, valuesOf(values, names)];
			const original = () => valuesOf(items[itemIndex].json, header);
			yield { ...one, itemIndex, number, cells, original };
		}
	};
	const table = { header: [...header], names: [...names], isByHand, records };
	return await readTable(table, connection.signal);
}

/** Keys that n8n's triggers, Google Sheets and Data Tables add to items, and n8n's key for files in the JSON. */
const N8N_KEYS: ReadonlySet<string> = new Set(
	`submittedAt formMode formQueryParameters headers params query body webhookUrl executionMode row_number createdAt
	updatedAt _files`.split(/\s+/),
);

/** An item may lack a key, and a key may have the name of an object's own method. */
const valuesOf = (json: IDataObject, names: Iterable<string>): unknown[] =>
	Array.from(names, (name) => (Object.hasOwn(json, name) ? json[name] : undefined));

/** @param json In automatic mode, the item itself. */
function readItem(batch: Batch<CreateParameters>, itemIndex: number, json?: IDataObject) {
	try {
		const call = batch.callOf(itemIndex);
		const { personalInfos, options } = call.parameters;
		const values = json ?? personalInfos.value ?? {};
		// A person who maps a field by hand wants it to be sent.
		const addsOthers = !json || options.extraColumns === 'add';
		return { itemIndex, values, addsOthers, target: targetOf(call) };
	} catch (problem) {
		return { itemIndex, values: json ?? {}, addsOthers: false, target: undefined, problem };
	}
}
