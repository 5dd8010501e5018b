import { freeFields } from '../api/dealDetails';
import type { DealItem, DealUpdate } from '../api/items';
import { type Field, FIELDS, isSame, UPDATE_LABELS } from './updateFields';

/** What an update did to a deal. */
interface Effect {
	/** Fields that should have changed, and did not. */
	missing: Field[];
	/** Fields that have changed, but not to what they should be. */
	different: Field[];
	/** What has changed, and should not have, or was emptied. */
	unwanted: Array<{ label: string; field?: Field; before: unknown }>;
}

export function effectOf(before: DealItem, update: DealUpdate, after: DealItem): Effect {
	const effect: Effect = { missing: [], different: [], unwanted: [] };
	for (const field of FIELDS) {
		const [old, asked, now] = [before[field], update[field], after[field]];
		const hasChanged = !isSame(field, old, now);
		const isEmptied = asked !== '' && now === '' && old !== '';
		if (hasChanged && (asked === undefined || isEmptied)) {
			effect.unwanted.push({ label: UPDATE_LABELS[field], field, before: old });
		} else if (asked !== undefined && !isSame(field, asked, now)) {
			effect[hasChanged ? 'different' : 'missing'].push(field);
		}
	}
	effect.unwanted.push(...changedFreeFields(before, after));
	return effect;
}

const LABELS: Record<string, string> = {
	cf_lead_value: 'Value',
	email: 'Email',
	phone: 'Phone',
	address: 'Address',
};

/** The service's own fields, whose labels begin with `_`, may change at any time. */
function changedFreeFields(before: DealItem, after: DealItem): Effect['unwanted'] {
	const now = freeFields(after.record);
	return [...(freeFields(before.record) ?? [])]
		.filter(([label]) => !label.startsWith('_'))
		.filter(([label, values]) => JSON.stringify(values) !== JSON.stringify(now?.get(label)))
		.map(([label, [value]]) => ({ label: LABELS[label] ?? label, before: value }));
}
