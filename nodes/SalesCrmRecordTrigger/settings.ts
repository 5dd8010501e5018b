import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { simplifyContact } from '../api/contacts';
import { atLeast, objectIn } from '../polling/settings';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { toUuid } from '../utils/uuid';
import { toList, toSwitch } from '../utils/values';

export interface RecordSettings {
	/** Undefined for quotations, which no audience holds. */
	audienceId: string | undefined;
	watchesChanges: boolean;
	startsWithAll: boolean;
	simplify: boolean;
	/** Names of fields, in order. */
	ignored: string[];
	maxRecords: number;
	/** Undefined where nobody chose one. */
	pageSize: number | undefined;
	concurrency: number;
}

/** @throws UserError naming the parameter that cannot be read. */
export function readRecordSettings(context: IPollFunctions): RecordSettings {
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback as string);
	const options = objectIn(context, 'options');
	const wholeNumber = (value: unknown, field: string) => Math.floor(atLeast(1, value, field));
	const isContact =
		oneOf(['contact', 'quotation'], parameter('record', 'contact'), 'Trigger On') === 'contact';
	const events = ['created', 'createdOrUpdated'];
	const event = oneOf(events, parameter('event', 'created'), 'Quotation Events');
	const start = oneOf(['onlyNew', 'everything'], parameter('start', 'onlyNew'), 'Start With');
	return {
		audienceId: isContact ? toUuid(parameter('audienceId', ''), 'Audience ID') : undefined,
		watchesChanges: !isContact && event === 'createdOrUpdated',
		startsWithAll: start === 'everything',
		simplify: toSwitch(parameter('simplify', true), 'Simplify'),
		ignored: [...new Set(toList(options.ignoreFields, 'Fields to Ignore'))].sort(),
		maxRecords: wholeNumber(options.maxRecords ?? 1000, 'Max Records per Poll'),
		pageSize: options.pageSize ? wholeNumber(options.pageSize, 'Page Size') : undefined,
		concurrency: wholeNumber(options.concurrency ?? 5, 'Requests at a Time'),
	};
}

/** An expression may give any value. */
function oneOf<V extends string>(values: V[], value: unknown, field: string): V {
	const chosen = values.find((one) => one === value);
	if (chosen !== undefined) return chosen;
	throw new UserError(
		`'${field}' knows no ${quoted(value)}`,
		`It must be one of ${values.join(', ')}.`,
	);
}

/** A record as it is handed out, as by Get Many of the action node. */
export const shownRecord = (record: IDataObject, settings: RecordSettings): IDataObject =>
	settings.audienceId !== undefined && settings.simplify ? simplifyContact(record) : record;

/** What counts of a record, whatever is shown of it: infos of a contact by their names, not in their order. */
export const shapeFor =
	({ audienceId }: RecordSettings) =>
	(record: IDataObject): IDataObject =>
		audienceId === undefined ? record : simplifyContact(record);
