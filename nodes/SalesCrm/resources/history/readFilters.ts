import type { IDataObject } from 'n8n-workflow';

import type { HistoryFilters } from '../../../deals/historyFilters';
import { UserError } from '../../../utils/userError';
import { toList } from '../../../utils/lists';
import { readMoment } from '../../../utils/dates';
import { quoted } from '../../../utils/text';

const DAY_MS = 86_400_000;

/** Where "Minimum Days in Status" is offered. */
const OF_THE_PRESENT = ['currentStatus', 'timeInStatus'];

/**
 * The filters as entered. What an output does not offer may still be saved from another one, or
 * come by an expression: it is passed over.
 * @param zone Time zone of dates that name none.
 * @throws UserError naming the field that cannot be read.
 */
export function readFilters(values: IDataObject, output: string, zone: string): HistoryFilters {
	const looksAtPresent = OF_THE_PRESENT.includes(output);
	return {
		changeTypes: output === 'currentStatus' ? [] : toList(values.changeTypes),
		changedAfter: readMoment(values.changedAfter, 'Changed After', zone),
		changedBefore: readMoment(values.changedBefore, 'Changed Before', zone),
		backlogIds: toList(values.backlogIds),
		statusIds: toList(values.statusIds),
		userIds: toList(values.userIds),
		minMsInStatus: looksAtPresent ? readDays(values.minDaysInStatus) : undefined,
	};
}

/** Milliseconds; undefined for an empty value. */
function readDays(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const days = typeof value === 'string' ? Number(value.trim() || NaN) : value;
	if (typeof days === 'number' && days >= 0 && Number.isFinite(days)) return days * DAY_MS;
	throw new UserError(
		"'Minimum Days in Status' must be a number of at least 0",
		`Got ${quoted(value)}.`,
	);
}
