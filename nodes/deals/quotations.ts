import type { IDataObject } from 'n8n-workflow';

import { quotationOfDeal, type RequestQuotation } from '../api/requestQuotations';
import { DAY_MS, toDays } from '../utils/dates';
import { isChosen } from '../utils/lists';
import type { Filters } from './filters';

/** The quotations of a deal's request, and the one of them that counts. */
export interface DealQuotations {
	/** Newest first. */
	readonly all: readonly RequestQuotation[];
	/** Null if there is none, or if it is unclear which one counts. */
	readonly counting: RequestQuotation | null;
	readonly isUnclear: boolean;
	/** When they were read, in milliseconds since the Unix epoch. */
	readonly now: number;
}

export function dealQuotations(
	quotations: readonly RequestQuotation[],
	now: number,
): DealQuotations {
	const all = quotations.toSorted((a, b) => (b.createdMs || 0) - (a.createdMs || 0));
	const counting = countingQuotation(all);
	return { all, counting, isUnclear: counting === null && all.length > 0, now };
}

/**
 * The newest accepted one, otherwise the only sent one, otherwise the only one. The newest of several sent ones is often not
 * the one that the customer has, so none of them counts.
 */
function countingQuotation(all: readonly RequestQuotation[]): RequestQuotation | null {
	const accepted = all.filter(({ status }) => status === 'ACCEPTED');
	if (accepted.length > 0) return onlyOne(newestOf(accepted));
	const sent = all.filter(({ status }) => status === 'SENT');
	return onlyOne(sent.length > 0 ? sent : all);
}

/** Several if they were created in the same millisecond; none if one of several has no time. */
function newestOf(quotations: readonly RequestQuotation[]): readonly RequestQuotation[] {
	if (quotations.length === 1) return quotations;
	const newestMs = Math.max(...quotations.map(({ createdMs }) => createdMs));
	return quotations.filter(({ createdMs }) => createdMs === newestMs);
}

const onlyOne = <T>(list: readonly T[]): T | null => (list.length === 1 ? list[0] : null);

/** How long the customer has not answered. Null unless the quotation that counts was sent. */
const openMs = ({ counting, now }: DealQuotations): number | null =>
	counting?.status === 'SENT' && Number.isFinite(counting.createdMs)
		? now - counting.createdMs
		: null;

export const hasQuotationFilters = ({
	quotationStatuses,
	minQuotationDaysOpen,
}: Filters): boolean => quotationStatuses.length > 0 || minQuotationDaysOpen !== undefined;

export function wantsQuotation(filters: Filters, quotations: DealQuotations): boolean {
	const { quotationStatuses, minQuotationDaysOpen: days } = filters;
	const open = openMs(quotations);
	return (
		isChosen(quotationStatuses, quotations.counting?.status ?? null) &&
		(days === undefined || (open !== null && open >= days * DAY_MS))
	);
}

/** Fields about the quotation that counts. @param known Null if the quotations could not be read. */
export function countingFields(known: DealQuotations | null): IDataObject {
	const { number, status, total } = known?.counting ?? {};
	const open = known ? openMs(known) : null;
	return {
		quotationNumber: number ?? null,
		quotationStatus: status ?? null,
		quotationTotal: total ?? null,
		quotationDaysOpen: open === null ? null : toDays(open),
		quotationUnclear: known?.isUnclear ?? null,
	};
}

export const quotationList = (known: DealQuotations | null): IDataObject[] | null =>
	known ? known.all.map(quotationOfDeal) : null;
