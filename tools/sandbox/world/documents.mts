import { chanceFor, uuidOf } from './chance.mts';
import type { Deal, Quotation } from './shapes.mts';

const WORDS: Record<string, string> = {
	Concept: 'DRAFT',
	Verstuurd: 'SENT',
	Geaccepteerd: 'ACCEPTED',
	Afgewezen: 'REJECTED',
	// There is no status for it: it was sent, and its time is over.
	Verlopen: 'SENT',
};

/** A quotation, invoice or contract, from which each of its shapes is made. */
export interface Document {
	id: string;
	type: 'QUOTATION' | 'INVOICE' | 'CONTRACT';
	status: string;
	/** Year and sequence. */
	number: string;
	title: string;
	createdAt: number;
	/** -1: never. */
	expiresAt: number;
	/** The request it belongs to. */
	requestId: string | undefined;
	quotation: Quotation;
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
		const { id, number, created_at, valid_until, status } = quotation;
		const digits = number.replace(/\D/g, '');
		const shared = {
			createdAt: Date.parse(created_at),
			expiresAt: Date.parse(valid_until),
			requestId: requests.get(id),
			quotation,
		};
		const own = {
			id,
			number: digits,
			title: `Offerte #${digits}`,
			status: WORDS[status] ?? status,
		};
		const documents: Document[] = [{ ...shared, ...own, type: 'QUOTATION' }];
		if (own.status !== 'ACCEPTED') return documents;
		const following = (type: 'INVOICE' | 'CONTRACT', title: string, from: Partial<Document>) => ({
			...{ ...shared, id: uuidOf(id, type), type, number: digits, title: `${title} #${digits}` },
			...{ status: 'SENT', ...from },
		});
		const invoice = following('INVOICE', 'Factuur', {});
		return [...documents, invoice, following('CONTRACT', 'Contract', { expiresAt: -1 })];
	});
}
