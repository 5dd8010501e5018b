import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readFilters } from '../deals/filters';
import { pageSize } from '../descriptions/fields';
import type { Scheme } from '../transport/credential';
import { DAY_MS } from '../utils/dates';
import { withoutInvisible } from '../utils/text';
import { UserError } from '../utils/userError';
import { chosenOption, toList, toNumber, toSwitch, toJsonObject } from '../utils/values';
import { DOCUMENT_STATUSES, RECORD_TYPES_FILTER } from './filters';
import { COUNTS_AS_STUCK, START, TRIGGER_ON } from './properties';

/** What a person set in the trigger. An expression may give anything. */

export type PollSettings = ReturnType<typeof readPollSettings>;

/** @throws UserError naming the parameter that cannot be read. */
export function readPollSettings(context: IPollFunctions) {
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback as string);
	const options = toJsonObject(parameter('options', {}), 'Options');
	const filters = toJsonObject(parameter('filters', {}), 'Filters');
	const events = readEvents(parameter('events', []));
	const includesEvent = (...some: string[]) => some.some((event) => events.includes(event));
	const watched = (event: string, name: string, field: string) =>
		includesEvent(event) ? [...new Set(toList(parameter(name, []), field))].sort() : [];
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
		/** What starts the workflow, as 'Trigger On' names it. */
		events,
		/** The first activation starts with what exists already, instead of noting it. */
		startsWithAll:
			isTest || chosenOption(parameter('start', 'onlyNew'), START).value === 'everything',
		/** "Fetch Test Event". */
		isTest,
		/** How far back the first activation goes then, with moves of deals. */
		pastMs: isTest ? Infinity : DAY_MS * pastDays,
		/** How many items of a source a poll gives. */
		maxItems: isTest ? Infinity : 1000,
		/** Statuses, pipelines and assignees may be names. */
		filters: readFilters(filters),
		recordTypes: toList(filters.recordTypes, RECORD_TYPES_FILTER.displayName).map(
			(one) => chosenOption(one, RECORD_TYPES_FILTER).value,
		),
		documentStatuses: toList(filters.documentStatuses, DOCUMENT_STATUSES.displayName),
		days: includesEvent('dealStuck') ? readDays(parameter) : undefined,
		requestBody: toJsonObject(options.requestBody, 'Request Body'),
		readsContacts: includesEvent('contactCreated', 'contactUpdated'),
		/** Empty for that of the credential. */
		audienceId: parameter('audienceId', ''),
		simplify: toSwitch(options.simplify ?? true, 'Simplify'),
		/** In order; none if updates are not chosen. */
		watchFields,
		/** A change of a quotation's status is an event of its own, for which nobody has to watch it. */
		notedFields: {
			contacts: watchFields.contacts,
			quotations: includesEvent('quotationStatusChanged')
				? [...new Set([...watchFields.quotations, 'status'])]
				: watchFields.quotations,
		},
		idField: withoutInvisible(options.idField),
		/** Undefined if nobody chose one. */
		pageSize: size ? toNumber(size, pageSize.displayName, pageSize.typeOptions) : undefined,
	};
}

function readEvents(value: unknown): string[] {
	const events = toList(value, TRIGGER_ON.displayName).map(
		(one) => chosenOption(one, TRIGGER_ON).value,
	);
	if (events.length > 0) return [...new Set(events)];
	throw new UserError("'Trigger On' is empty", 'Choose what starts the workflow.');
}

const isNever = (given: unknown): boolean =>
	chosenOption(given ?? COUNTS_AS_STUCK.default, COUNTS_AS_STUCK).value === 'never';

/** After how many days a deal counts as stuck: statuses may be names. */
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
