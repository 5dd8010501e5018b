import type { IDataObject } from 'n8n-workflow';

import { jsonOf, textOf, textOrNull } from '../utils/text';
import { isObject } from '../utils/values';

/** What a deal or lead contains besides its changes. A value that the record does not have is null. */
interface DealDetails {
	value: number | null;
	/** Such as `EUR`. */
	currency: string | null;
	email: string | null;
	phone: string | null;
	result: 'won' | 'lost' | null;
	/** On one line, such as `Dorpsstraat 12, 1234AB Ergenshuizen`. */
	address: string | null;
	archived: boolean | null;
	/** All other fields by label, with a list for a label that occurs twice: `{ Source: ['site', 'fair'] }`. */
	custom: IDataObject | null;
	/** Whether a person entered it, rather than a form. */
	enteredManually: boolean | null;
	description: string | null;
	requestId: string | null;
}

/**
 * @param record Of the history (`freeFields`), of an event, or of an item route (`free_fields`, `fields`).
 * @param until Labels that were set later do not count. Milliseconds since the Unix epoch.
 */
export function dealDetails(record: IDataObject, until = Infinity): DealDetails {
	const values = freeFields(record);
	const first = (label: string) => textOrNull(values?.get(label)?.find((one) => textOrNull(one)));
	const manual = values?.get('_internalConfigurator')?.[0];
	const { value, currency } = moneyOf(values?.get('cf_lead_value'));
	const { result, archived } = marksOf(record, until);
	return {
		value,
		currency,
		email: first('email'),
		phone: first('phone'),
		address: first('address'),
		custom: values && customOf(values),
		enteredManually: typeof manual === 'boolean' ? manual : null,
		description: typeof record.description === 'string' ? record.description : null,
		requestId: requestIdOf(record),
		result,
		archived,
	};
}

export const requestIdOf = (record: IDataObject): string | null =>
	textOrNull(Object(record.item_subject ?? record.itemSubject).id);

const OWN_LABELS = ['email', 'phone', 'address', 'cf_lead_value'];

/** The values of both kinds of fields by label; null if the record has neither kind. */
export function freeFields(record: IDataObject): Map<string, unknown[]> | null {
	const free = record.free_fields ?? record.freeFields;
	if (!isObject(record.fields) && !Array.isArray(free)) return null;
	const labelled = (Array.isArray(free) ? free : []).filter(isObject);
	/** By label, each value once: by its JSON, or as it is if it has none. */
	const values = new Map<string, Map<unknown, unknown>>();
	for (const [label, value] of [
		...Object.entries(isObject(record.fields) ? record.fields : {}),
		...labelled.map((one) => [textOf(one.label), one.value ?? null] as const),
	]) {
		const ofLabel = values.get(label) ?? new Map<unknown, unknown>();
		values.set(label, ofLabel.set(jsonOf(value) ?? value, value));
	}
	return new Map([...values].map(([label, ofLabel]) => [label, [...ofLabel.values()]]));
}

/** Leaves out the service's own fields, whose labels begin with `_`. */
const customOf = (values: ReadonlyMap<string, unknown[]>): IDataObject =>
	Object.fromEntries(
		[...values]
			.filter(([label]) => label.trim() && !label.startsWith('_') && !OWN_LABELS.includes(label))
			.map(([label, all]) => [label, all.length === 1 ? all[0] : all]),
	) as IDataObject;

/** From an amount such as `{ iso_currency: 'EUR', amount: 2420 }`, also with `isoCurrency`, or from a bare number. */
function moneyOf(values: unknown[] = []): Pick<DealDetails, 'value' | 'currency'> {
	const money = values.find((one) => numberOf(amountIn(one)) !== null);
	const { iso_currency: published, isoCurrency: described } = Object(money);
	return { value: numberOf(amountIn(money)), currency: textOrNull(published ?? described) };
}

const amountIn = (money: unknown): unknown => (isObject(money) ? money.amount : money);

const numberOf = (value: unknown): number | null => {
	const isCount = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	return isCount && Number.isFinite(Number(value)) ? Number(value) : null;
};

/** If a deal was both won and lost, the later label counts. */
function marksOf(record: IDataObject, until: number): Pick<DealDetails, 'result' | 'archived'> {
	const labels = technicalLabels(record, until);
	if (!labels) return { result: null, archived: null };
	const latest = marksIn(labels).at(-1);
	const archived = labels.some(({ type }) => type === 'ITEM_ARCHIVED');
	return { result: latest?.result ?? null, archived };
}

/** A mark of a deal as won or lost, and its time in milliseconds since the Unix epoch; NaN if it is not known. */
export interface ResultMark {
	result: 'won' | 'lost';
	at: number;
}

/** Oldest first; undefined if the record does not show how deals are marked. */
export function resultMarks(record: IDataObject): ResultMark[] | undefined {
	const labels = technicalLabels(record, Infinity);
	return labels && marksIn(labels);
}

const marksIn = (labels: readonly IDataObject[]): ResultMark[] =>
	labels
		.flatMap(({ type, timestamp }): ResultMark[] => {
			const result = RESULT_OF_LABEL[type as string];
			return result ? [{ result, at: Number(timestamp) }] : [];
		})
		.sort((one, other) => one.at - other.at);

const RESULT_OF_LABEL: Record<string, ResultMark['result'] | undefined> = {
	DEAL_WON: 'won',
	DEAL_LOST: 'lost',
};

function technicalLabels(record: IDataObject, until: number): IDataObject[] | undefined {
	const labels = record.technical_labels ?? record.technicalLabels;
	if (!Array.isArray(labels)) return undefined;
	return labels.filter(isObject).filter(({ timestamp }) => !(Number(timestamp) > until));
}
