import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readFilters } from '../deals/filters';
import { pageSize } from '../descriptions/fields';
import type { Scheme } from '../transport/credential';
import { DAY_MS } from '../utils/dates';
import { withoutInvisible } from '../utils/text';
import { UserError } from '../utils/userError';
import {
	chosenOption,
	chosenValues,
	toJsonObject,
	toList,
	toNumber,
	toSwitch,
} from '../utils/values';
import { DOCUMENT_STATUSES, RECORD_TYPES_FILTER } from './filters';
import { COUNTS_AS_STUCK, START, TRIGGER_ON } from './properties';

export type PollSettings = ReturnType<typeof readPollSettings>;

/** What a person set. An expression may give anything. @throws UserError naming the parameter that cannot be read. */
export function readPollSettings(context: IPollFunctions) {
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback as string);
	const options = toJsonObject(parameter('options', {}), 'Options');
	const filters = toJsonObject(parameter('filters', {}), 'Filters');
	const events = readEvents(parameter('events', []));
	const watched = (event: string, name: string, field: string) =>
		events.includes(event) ? [...new Set(toList(parameter(name, []), field))].sort() : [];
	const watchFields = {
		contacts: watched('contactUpdated', 'watchContactFields', 'Watch Contact Fields'),
		quotations: watched('quotationUpdated', 'watchFields', 'Watch Fields'),
	};
	const size = options.pageSize;
	const isTest = context.getMode() === 'manual';
	const pastDays = toNumber(parameter('pastDays', 7), 'Past Days', { minValue: 0 });
	return {
		scheme: parameter('authentication', 'apiToken') as Scheme,
		companyProfileId: options.companyProfileId,
		events,
		/** Whether existing records start the workflow at the first activation. */
		startsWithAll:
			isTest || chosenOption(parameter('start', 'onlyNew'), START).value === 'everything',
		/** "Fetch Test Event". */
		isTest,
		/** How far back changes of deals then count. */
		pastMs: isTest ? Infinity : DAY_MS * pastDays,
		/** Per source and poll. */
		maxItems: isTest ? Infinity : 1000,
		filters: readFilters(filters),
		recordTypes: chosenValues(filters.recordTypes, RECORD_TYPES_FILTER),
		documentStatuses: toList(filters.documentStatuses, DOCUMENT_STATUSES.displayName),
		days: events.includes('dealStuck') ? readDays(parameter) : undefined,
		requestBody: toJsonObject(options.requestBody, 'Request Body'),
		/** Empty for that of the credential. */
		audienceId: parameter('audienceId', ''),
		simplify: toSwitch(options.simplify ?? true, 'Simplify'),
		/** Sorted; empty if updates are not chosen. */
		watchFields,
		/** The watched fields, and the status of quotations if its change is an event. */
		notedFields: {
			contacts: watchFields.contacts,
			quotations: events.includes('quotationStatusChanged')
				? [...new Set([...watchFields.quotations, 'status'])]
				: watchFields.quotations,
		},
		idField: withoutInvisible(options.idField),
		pageSize: size ? toNumber(size, pageSize.displayName, pageSize.typeOptions) : undefined,
	};
}

function readEvents(value: unknown): string[] {
	const events = chosenValues(value, TRIGGER_ON);
	if (events.length > 0) return [...new Set(events)];
	throw new UserError("'Trigger On' is empty", 'Choose what starts the workflow.');
}

const isNever = (given: unknown): boolean =>
	chosenOption(given ?? COUNTS_AS_STUCK.default, COUNTS_AS_STUCK).value === 'never';

/** After how many days a deal counts as stuck. Statuses may be names. */
function readDays(parameter: (name: string, fallback: unknown) => unknown) {
	const daysOf = (days: unknown, field: string) => toNumber(days, field, { minValue: 0 });
	const { status = [] } = toJsonObject(parameter('daysPerStatus', {}), 'Days per Status');
	return {
		usual: daysOf(parameter('daysInStatus', 14), 'Days in Status'),
		perStatus: ([status].flat() as IDataObject[]).map(({ statusId, days, countsAsStuck }) => ({
			status: withoutInvisible(statusId),
			days: isNever(countsAsStuck) ? 0 : daysOf(days, 'Days per Status'),
		})),
	};
}
