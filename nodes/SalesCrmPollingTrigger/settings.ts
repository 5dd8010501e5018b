import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { ChangeFilters } from '../deals/change';
import { pageSize } from '../descriptions/fields';
import type { Scheme } from '../transport/connection';
import { DAY_MS } from '../utils/dates';
import { toJsonObject } from '../utils/json';
import { quoted, textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { toUuid } from '../utils/uuid';
import { chosenOption, toList, toNumber, toSwitch } from '../utils/values';
import { START } from './properties';

/** What a person set in the trigger. An expression may give anything. */

export const DEAL_EVENTS = ['dealStatusChanged', 'dealCreated', 'dealAssigned', 'dealStuck'];
export const CONTACT_EVENTS = ['contactCreated'];
export const QUOTATION_EVENTS = ['quotationCreated', 'quotationUpdated'];

export interface PollSettings {
	scheme: Scheme;
	companyProfileId: unknown;
	/** What starts the workflow, as 'Trigger On' names it. */
	events: string[];
	/** The first activation starts with what is there already, in place of noting it. */
	startsWithAll: boolean;
	deals: DealSettings;
	records: RecordSettings;
}

export interface DealSettings {
	filters: ChangeFilters;
	/** After how many milliseconds in a status a deal is stuck; Infinity for never. */
	stuckAfterMs(statusId: string | null): number;
	/** How far back the first activation goes, where it starts with what is there. */
	pastMs: number;
	requestBody: IDataObject;
}

export interface RecordSettings {
	/** Empty where no event of contacts is chosen. */
	audienceId: string;
	simplify: boolean;
	/** In order. */
	watchFields: string[];
	idField: string;
	/** Undefined where nobody chose one. */
	pageSize: number | undefined;
}

/** @throws UserError naming the parameter that cannot be read. */
export function readPollSettings(context: IPollFunctions): PollSettings {
	const parameter: Parameter = (name, fallback) =>
		context.getNodeParameter(name, fallback as string);
	const options = toJsonObject(parameter('options', {}), 'Options');
	const events = oneOrMore(parameter('events', []));
	return {
		scheme: parameter('authentication', 'apiToken') as Scheme,
		companyProfileId: options.companyProfileId,
		events,
		startsWithAll: chosenOption(parameter('start', 'onlyNew'), START) === 'everything',
		deals: readDealSettings(parameter, events, options),
		records: readRecordSettings(parameter, events, options),
	};
}

type Parameter = (name: string, fallback: unknown) => unknown;

const EVENTS = [...DEAL_EVENTS, ...CONTACT_EVENTS, ...QUOTATION_EVENTS];

function oneOrMore(value: unknown): string[] {
	const events = [...new Set(toList(value, 'Trigger On'))];
	const unknown = events.find((event) => !EVENTS.includes(event));
	if (events.length > 0 && unknown === undefined) return events;
	throw new UserError(
		unknown === undefined ? "'Trigger On' is empty" : `'Trigger On' knows no ${quoted(unknown)}`,
		`Choose what starts the workflow, or let an expression give any of ${EVENTS.join(', ')}.`,
	);
}

function readDealSettings(
	parameter: Parameter,
	events: string[],
	{ requestBody }: IDataObject,
): DealSettings {
	const filters = toJsonObject(parameter('filters', {}), 'Filters');
	const pastDays = toNumber(parameter('pastDays', 7), 'Past Days', { minValue: 0 });
	return {
		filters: {
			toStatusIds: toList(filters.toStatusIds, 'To Status'),
			fromStatusIds: toList(filters.fromStatusIds, 'From Status'),
			pipelineIds: toList(filters.pipelineIds, 'Pipeline'),
			assigneeIds: toList(filters.assigneeIds, 'Assignee'),
		},
		stuckAfterMs: events.includes('dealStuck') ? stuckAfter(parameter) : () => Infinity,
		pastMs: DAY_MS * pastDays,
		requestBody: toJsonObject(requestBody, 'Request Body'),
	};
}

function stuckAfter(parameter: Parameter): DealSettings['stuckAfterMs'] {
	const usual = msOf(parameter('daysInStatus', 14), 'Days in Status');
	const { status = [] } = toJsonObject(parameter('daysPerStatus', {}), 'Days per Status');
	const rows = [status].flat() as IDataObject[];
	const byStatus = new Map(
		rows.map(({ statusId, days }) => [statusKey(statusId), msOf(days, 'Days per Status')]),
	);
	return (statusId) => byStatus.get(statusKey(statusId)) ?? usual;
}

const statusKey = (id: unknown): string => textOf(id).trim().toLowerCase();

/** Zero days: never. */
const msOf = (days: unknown, field: string): number =>
	Math.round(toNumber(days, field, { minValue: 0 }) * DAY_MS) || Infinity;

function readRecordSettings(
	parameter: Parameter,
	events: string[],
	{ simplify, idField, pageSize: size }: IDataObject,
): RecordSettings {
	const audienceId = () => toUuid(parameter('audienceId', ''), 'Audience ID');
	const watchFields = () => toList(parameter('watchFields', []), 'Watch Fields');
	return {
		audienceId: events.includes('contactCreated') ? audienceId() : '',
		simplify: toSwitch(simplify ?? true, 'Simplify'),
		watchFields: events.includes('quotationUpdated') ? [...new Set(watchFields())].sort() : [],
		idField: textOf(idField).trim(),
		pageSize: size ? toNumber(size, pageSize.displayName, pageSize.typeOptions) : undefined,
	};
}
