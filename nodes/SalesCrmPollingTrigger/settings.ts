import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { ChangeFilters } from '../deals/change';
import type { Scheme } from '../transport/connection';
import { DAY_MS } from '../utils/dates';
import { isObject, toJsonObject } from '../utils/json';
import { toList } from '../utils/lists';
import { quoted, textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { toUuid } from '../utils/uuid';

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
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback as string);
	const options = objectOrNone(parameter('options', {}));
	const filters = objectOrNone(parameter('filters', {}));
	const events = oneOrMore(parameter('events', []));
	const isChosen = (event: string) => events.includes(event);
	return {
		scheme: parameter('authentication', 'apiToken') as Scheme,
		companyProfileId: options.companyProfileId,
		events,
		startsWithAll: startIn(parameter('start', 'onlyNew')) === 'everything',
		deals: {
			filters: {
				toStatusIds: toList(filters.toStatusIds),
				fromStatusIds: toList(filters.fromStatusIds),
				pipelineIds: toList(filters.pipelineIds),
				assigneeIds: toList(filters.assigneeIds),
			},
			stuckAfterMs: isChosen('dealStuck') ? stuckAfter(parameter) : () => Infinity,
			pastMs: DAY_MS * atLeast(0, parameter('pastDays', 7), 'Past Days'),
			requestBody: toJsonObject(options.requestBody, 'Request Body'),
		},
		records: {
			audienceId: isChosen('contactCreated')
				? toUuid(parameter('audienceId', ''), 'Audience ID')
				: '',
			simplify: switchIn(options.simplify ?? true, 'Simplify'),
			watchFields: isChosen('quotationUpdated')
				? [...new Set(toList(parameter('watchFields', [])))].sort()
				: [],
			idField: textOf(options.idField).trim(),
			pageSize: options.pageSize
				? Math.floor(atLeast(1, options.pageSize, 'Page Size'))
				: undefined,
		},
	};
}

const objectOrNone = (value: unknown): IDataObject => (isObject(value) ? value : {});

const EVENTS = [...DEAL_EVENTS, ...CONTACT_EVENTS, ...QUOTATION_EVENTS];

function oneOrMore(value: unknown): string[] {
	const events = [...new Set(toList(value))];
	const unknown = events.find((event) => !EVENTS.includes(event));
	if (events.length > 0 && unknown === undefined) return events;
	throw new UserError(
		unknown === undefined ? "'Trigger On' is empty" : `'Trigger On' knows no ${quoted(unknown)}`,
		`Choose what starts the workflow, or let an expression give any of ${EVENTS.join(', ')}.`,
	);
}

function startIn(value: unknown): string {
	const chosen = ['onlyNew', 'everything'].find((one) => one === value);
	if (chosen !== undefined) return chosen;
	throw new UserError(
		`'What Is There Already' knows no ${quoted(value)}`,
		'It must be onlyNew or everything.',
	);
}

function switchIn(value: unknown, field: string): boolean {
	const text = textOf(value).trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw new UserError(`'${field}' must be true or false`, `Got ${quoted(value)}.`);
}

function stuckAfter(parameter: (name: string, fallback: unknown) => unknown) {
	const usual = msOf(parameter('daysInStatus', 14), 'Days in Status');
	const { status = [] } = objectOrNone(parameter('daysPerStatus', {}));
	const rows = (Array.isArray(status) ? status : [status]) as IDataObject[];
	const byStatus = new Map(
		rows.map(({ statusId, days }) => [idOf(statusId), msOf(days, 'Days per Status')]),
	);
	return (statusId: string | null) => byStatus.get(idOf(statusId)) ?? usual;
}

const idOf = (id: unknown): string => textOf(id).trim().toLowerCase();

/** Zero days: never. */
const msOf = (days: unknown, field: string): number =>
	Math.round(atLeast(0, days, field) * DAY_MS) || Infinity;

function atLeast(least: number, value: unknown, field: string): number {
	const number = textOf(value).trim() === '' ? NaN : Number(value);
	if (Number.isFinite(number) && number >= least) return number;
	throw new UserError(`'${field}' must be a number of at least ${least}`, `Got ${quoted(value)}.`);
}
