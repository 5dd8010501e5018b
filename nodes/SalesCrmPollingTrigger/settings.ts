import type { IPollFunctions } from 'n8n-workflow';

import { NO_FILTERS } from '../deals/filters';
import type { ValuesOf } from '../parameters/property';
import { readParameters } from '../parameters/trigger';
import { DAY_MS } from '../utils/dates';
import { withoutInvisible } from '../utils/text';
import { UserError } from '../utils/userError';
import { parameters } from './properties';

type Parameters = ValuesOf<typeof parameters>;

/** The lists of records that may be polled. */
export type RecordKey = 'contacts' | 'quotations' | 'invoices' | 'contracts';

export type PollSettings = ReturnType<typeof readPollSettings>;

/** What a person set. @throws UserError naming the parameter that cannot be read. */
export function readPollSettings(context: IPollFunctions) {
	const set = readParameters(context, parameters);
	const { options } = set;
	const { recordTypes = [], documentStatuses = [], ...filters } = set.filters;
	const events = [...new Set(set.events)];
	if (events.length === 0) {
		throw new UserError("'Trigger On' is empty", 'Choose what starts the workflow.');
	}
	const watched = (event: string, fields: readonly string[]) =>
		events.includes(event) ? [...new Set(fields)].sort() : [];
	const watchFields: Record<RecordKey, readonly string[]> = {
		contacts: watched('contactUpdated', set.watchContactFields),
		quotations: watched('quotationUpdated', set.watchFields),
		invoices: [],
		contracts: [],
	};
	const isTest = context.getMode() === 'manual';
	return {
		scheme: set.authentication,
		companyProfileId: options.companyProfileId,
		events,
		/** Whether existing records start the workflow at the first activation. */
		startsWithAll: isTest || set.start === 'everything',
		/** "Fetch Test Event". */
		isTest,
		/** How far back changes of deals then count. */
		pastMs: isTest ? Infinity : DAY_MS * set.pastDays,
		/** Per source and poll. */
		maxItems: isTest ? Infinity : 1000,
		filters: { ...NO_FILTERS, ...filters },
		recordTypes,
		documentStatuses,
		days: events.includes('dealStuck') ? stuckDays(set) : undefined,
		requestBody: options.requestBody ?? {},
		/** Empty for that of the credential. */
		audienceId: set.audienceId,
		simplify: options.simplify ?? true,
		/** Sorted; empty if updates are not chosen. */
		watchFields,
		idField: withoutInvisible(options.idField),
		pageSize: options.pageSize,
	};
}

/** After how many days a deal counts as stuck; 0 for never. Statuses may be names. */
const stuckDays = ({ daysInStatus: usual, daysPerStatus: { status = [] } }: Parameters) => ({
	usual,
	perStatus: status.map(({ statusId, days, countsAsStuck }) => ({
		status: withoutInvisible(statusId),
		days: countsAsStuck === 'never' ? 0 : days,
	})),
});
