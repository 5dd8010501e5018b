import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../../../contacts/cell';
import { oneLine } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { isObject } from '../../../../utils/values';
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
		for (const own of isByHand ? [json] : recordsOfItem(json)) {
			const one = readItem(batch, itemIndex, own, isByHand);
			read.push(one);
			for (const key of Object.keys(own)) header.add(key);
			for (const name of Object.keys(one.values)) if (!N8N_KEYS.has(name)) names.add(name);
		}
	}
	if (isByHand && names.size === 0 && read.every(({ problem }) => !problem)) {
		throw new UserError(
			'No field is mapped',
			"Enter a value under 'Values to Send', or choose 'Map Automatically'.",
		);
	}
	const records = function* () {
		for (const [index, { values, own, ...one }] of read.entries()) {
			const [number, cells] = [index + 1, valuesOf(values, names)];
			yield { ...one, number, cells, original: () => valuesOf(own, header) };
		}
	};
	const table = { header: [...header], names: [...names], isByHand, records };
	return await readTable(table, connection.signal);
}

/** Keys that n8n's triggers, Google Sheets and Data Tables add to items, and n8n's key for files in the JSON. */
const N8N_KEYS: ReadonlySet<string> = new Set(
	`submittedAt formMode formQueryParameters headers params query webhookUrl executionMode jwtPayload row_number createdAt
	updatedAt _files`.split(/\s+/),
);

const OF_WEBHOOK = ['body', 'headers', 'params', 'query'];
const ALSO_OF_WEBHOOK = ['webhookUrl', 'executionMode', 'jwtPayload'];

/** The item itself, or what n8n's Webhook node received: its body, each entry of a list, or its query. */
function recordsOfItem(json: IDataObject): IDataObject[] {
	const keys = Object.keys(json).filter((key) => !ALSO_OF_WEBHOOK.includes(key));
	if (keys.toSorted().join() !== OF_WEBHOOK.join()) return [json];
	const received = [json.body].flat().filter(isObject);
	const filled = received.filter((one) => Object.keys(one).length > 0);
	return filled.length > 0 ? filled : [isObject(json.query) ? json.query : {}];
}

/** @throws UserError that says where the values of an item are, if all of them are one level deeper. */
function refuseNested(json: IDataObject): void {
	const own = Object.entries(json).filter(([key]) => !N8N_KEYS.has(key));
	const isDeeper = (value: unknown) => isObject(value) && toText(value) === undefined;
	const isNested = ([, value]: [string, unknown]) =>
		[value].flat().length > 0 && [value].flat().every(isDeeper);
	if (own.length === 0 || !own.every(isNested)) return;
	throw new UserError(
		`All values of the item are inside '${oneLine(own[0][0])}', where no column is looked for`,
		`Move them up first: with Split Out for a list, otherwise with Edit Fields. Or map the fields by hand.`,
	);
}

/** An item may lack a key, and a key may have the name of an object's own method. */
const valuesOf = (json: IDataObject, names: Iterable<string>): unknown[] =>
	Array.from(names, (name) => (Object.hasOwn(json, name) ? json[name] : undefined));

function readItem(
	batch: Batch<CreateParameters>,
	itemIndex: number,
	own: IDataObject,
	isByHand: boolean,
) {
	const row = { itemIndex, own, values: isByHand ? {} : own };
	try {
		if (!isByHand) refuseNested(own);
		const call = batch.callOf(itemIndex);
		const { personalInfos, options } = call.parameters;
		const values = isByHand ? (personalInfos.value ?? {}) : own;
		// A person who maps a field by hand wants it to be sent.
		const addsOthers = isByHand || options.extraColumns === 'add';
		return { ...row, values, addsOthers, target: targetOf(call), problem: undefined };
	} catch (problem) {
		return { ...row, addsOthers: false, target: undefined, problem };
	}
}
