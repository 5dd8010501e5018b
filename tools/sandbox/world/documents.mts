import { chanceFor, uuidOf } from './chance.mts';
import type { Deal, Quotation } from './shapes.mts';

/** When a contract without an end expires. */
const NEVER = -1;

/** A quotation, invoice or contract, from which each of its shapes is made. */
export interface Document extends Quotation {
	type: 'QUOTATION' | 'INVOICE' | 'CONTRACT';
	/** The request it belongs to. */
	requestId: string | undefined;
}

/**
 * Which request each quotation belongs to: of some deals there are several quotations, of some none, and
 * some quotations belong to nothing.
 */
export function requestsOf(
	seed: number,
	quotations: Quotation[],
	items: Deal[],
): Map<string, string> {
	const asked = items.slice(0, Math.ceil((items.length * 2) / 3));
	const pairs = quotations.flatMap(({ id }) => {
		const { datatype, helpers } = chanceFor(seed, 'request', id);
		if (asked.length === 0 || datatype.boolean(0.1)) return [];
		return [[id, helpers.arrayElement(asked).leadConfigurationId] as const];
	});
	return new Map(pairs);
}

/** The documents of a profile: its quotations, and an invoice and a contract of each that was accepted. */
export function documentsOf(quotations: Quotation[], requests: Map<string, string>): Document[] {
	return quotations.flatMap((quotation) => {
		const { id, number, status } = quotation;
		const own: Document = { ...quotation, type: 'QUOTATION', requestId: requests.get(id) };
		if (status !== 'ACCEPTED') return [own];
		const following = (type: 'INVOICE' | 'CONTRACT', title: string): Document => ({
			...own,
			id: uuidOf(id, type),
			type,
			title: `${title} #${number}`,
			status: 'SENT',
		});
		const contract = { ...following('CONTRACT', 'Contract'), expiresAt: NEVER };
		return [own, following('INVOICE', 'Factuur'), contract];
	});
}
