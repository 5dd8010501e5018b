import type { IDataObject } from 'n8n-workflow';

import type { DealItem, DealUpdate } from '../api/items';
import { type Directory, statusFields } from '../api/names';
import { isChosen, recordOf } from '../utils/lists';
import { normalized, quoted, textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { idsNamed } from './namedIds';
import { appended, type Field, FIELDS, isSame, NOBODY, UPDATE_LABELS } from './updateFields';

/** What a person entered. A field that is undefined, null or empty stays as it is. */
interface EnteredUpdate {
	statusId?: unknown;
	assigneeId?: unknown;
	title?: unknown;
	description?: unknown;
	descriptionMode?: 'append' | 'replace';
	archived?: boolean;
}

/** What is to be changed, before names are looked up. */
interface AskedUpdate {
	readonly statusId?: string;
	readonly assigneeId?: string;
	readonly title?: string;
	readonly description?: string;
	/** Whether the description is added to the one that the deal has. */
	readonly appends?: boolean;
	readonly archived?: boolean;
}

const isBlank = (value: unknown): boolean => textOf(value).trim() === '';

/** A model writes this in place of an empty text, which it also sends for what it does not mean. */
const CLEAR = 'clear';

/**
 * @param restore `before` of an earlier update; undefined if that option is not set.
 * @throws UserError if nothing is set, or both, or `restore` is no such value.
 */
export function askedUpdate(
	entered: EnteredUpdate,
	restore: IDataObject | undefined,
	isTool: boolean,
): AskedUpdate {
	const { archived } = entered;
	const asked: AskedUpdate = {
		...textIn(entered, 'statusId'),
		...textIn(entered, 'assigneeId'),
		...textIn(entered, 'title'),
		...askedDescription(entered, isTool),
		...(typeof archived === 'boolean' && { archived }),
	};
	const isSet = Object.keys(asked).length > 0;
	if (restore && isSet) {
		throw new UserError(
			"'Put Back' takes the place of 'Update Fields', but both are set",
			"Remove the fields from 'Update Fields', or the option 'Put Back'.",
		);
	}
	if (restore) return askedRestore(restore);
	if (isSet) return asked;
	throw new UserError(
		'Nothing to update',
		"Add what to change to 'Update Fields', or the option 'Put Back'.",
	);
}

const textIn = (entered: EnteredUpdate, field: 'statusId' | 'assigneeId' | 'title') =>
	isBlank(entered[field]) ? {} : { [field]: textOf(entered[field]).trim() };

function askedDescription(
	{ description, descriptionMode = 'append' }: EnteredUpdate,
	isTool: boolean,
): Pick<AskedUpdate, 'description' | 'appends'> {
	if (description === undefined || description === null) return {};
	const text = textOf(description);
	if (isTool && text.trim().toLowerCase() === CLEAR) return { description: '' };
	const appends = descriptionMode === 'append';
	if (isBlank(text)) return appends || isTool ? {} : { description: '' };
	return { description: text, appends };
}

/** Each value is set as it is; null clears or unassigns. */
function askedRestore(restore: IDataObject): AskedUpdate {
	const wrong = (words: string) =>
		new UserError(
			`'Put Back' ${words}`,
			"Enter 'before' of an item that Deal: Update returned, such as {{ $json.before }}.",
		);
	for (const [key, value] of Object.entries(restore)) {
		if (!FIELDS.includes(key as Field)) throw wrong(`contains ${quoted(key)}, which is unknown`);
		const isText = typeof value === 'string';
		const fits = key === 'archived' ? typeof value === 'boolean' : isText;
		if (value !== null && !fits) throw wrong(`has an unusable value of ${quoted(key)}`);
	}
	const { statusId, assigneeId, title, description, archived } = restore;
	if (statusId === null) throw wrong('cannot leave a deal without a status');
	return {
		...(statusId !== undefined && { statusId: statusId as string }),
		...(assigneeId !== undefined && { assigneeId: (assigneeId ?? NOBODY) as string }),
		...(title !== undefined && { title: (title ?? '') as string }),
		...(description !== undefined && { description: (description ?? '') as string }),
		...(archived !== undefined && { archived: (archived ?? false) as boolean }),
	};
}

/** With IDs in place of names. @throws UserError for a name that is unknown, or that several have. */
export function readUpdate(asked: AskedUpdate, deal: DealItem, found: Directory): DealUpdate {
	const { statusId, assigneeId, title, description, appends, archived } = asked;
	return {
		...(statusId !== undefined && { statusId: statusOf(statusId, deal, found) }),
		...(assigneeId !== undefined && { assigneeId: assigneeOf(assigneeId, found) }),
		...(title !== undefined && { title }),
		...(description !== undefined && {
			description: appends ? appended(deal.description, description) : description,
		}),
		...(archived !== undefined && { archived }),
	};
}

/** Several pipelines may have the same label, but only a status of the deal's own pipeline is meant. */
function statusOf(text: string, { pipelineId }: DealItem, found: Directory): string {
	const { statuses, pipelines } = found.names;
	const ids = idsNamed([text], 'statuses', UPDATE_LABELS.statusId, found, () => {});
	const inPipeline = ids.filter((id) => {
		const pipeline = recordOf(statuses, id)?.backlog_id ?? pipelineId;
		return pipeline.toLowerCase() === pipelineId.toLowerCase();
	});
	if (inPipeline.length === 1) return inPipeline[0];
	const { name, statuses: all = [] } = recordOf(pipelines, pipelineId) ?? {};
	const of = name ? `the pipeline ${quoted(name)}` : 'its pipeline';
	const [label = text] = ids.map((id) => recordOf(statuses, id)?.label);
	if (inPipeline.length > 1) {
		throw new UserError(
			`${quoted(label)} means ${inPipeline.length} statuses of ${of}`,
			`Enter the ID of one: ${inPipeline.join(', ')}.`,
		);
	}
	const others = [...new Set(ids.map((id) => statusFields(found.names, id).pipeline))];
	const where = others.filter((one) => one !== null).map(quoted);
	throw new UserError(
		`The deal cannot be moved to ${quoted(label)}: that is a status of ${where.join(', ') || 'another pipeline'}, and the deal is in ${of}`,
		`Available: ${all.map((status) => status.label).join(', ')}.`,
	);
}

function assigneeOf(text: string, found: Directory): string | null {
	if (text.trim().toLowerCase() === NOBODY) return null;
	const ids = idsNamed([text], 'users', UPDATE_LABELS.assigneeId, found, () => {});
	if (ids.length === 1) return ids[0];
	const emails = ids.map((id) => recordOf(found.names.users, id)?.email ?? id);
	throw new UserError(
		`${quoted(text)} means ${ids.length} users`,
		`Enter the email or ID of one: ${emails.join(', ')}.`,
	);
}

/** The part of an update that the deal does not have yet. */
export const neededChanges = (deal: DealItem, update: DealUpdate): DealUpdate =>
	Object.fromEntries(
		FIELDS.filter((field) => update[field] !== undefined)
			.filter((field) => !isSame(field, deal[field], update[field]!))
			.map((field) => [field, update[field]]),
	);

/** The values that an update replaces, as 'Put Back' takes them; null where there was none. */
export const valuesBefore = (deal: DealItem, update: DealUpdate): IDataObject =>
	Object.fromEntries(
		FIELDS.filter((field) => update[field] !== undefined).map((field) => [
			field,
			deal[field] === '' ? null : deal[field],
		]),
	);

interface Conditions {
	onlyIfStatusIds?: readonly string[];
	onlyIfTitle?: unknown;
}

/** Why a deal is not the one that was meant; null if it is. @throws UserError for an unknown status. */
export function reasonToSkip(
	{ onlyIfStatusIds = [], onlyIfTitle }: Conditions,
	{ title, statusId }: DealItem,
	found: Directory,
): string | null {
	const expected = comparableTitle(textOf(onlyIfTitle));
	if (expected && expected !== comparableTitle(title)) return `The title is ${quoted(title)}`;
	if (onlyIfStatusIds.length === 0) return null;
	const ids = idsNamed(onlyIfStatusIds, 'statuses', 'Only If Status Is', found, () => {});
	if (statusId && isChosen(ids, statusId)) return null;
	return `The status is ${quoted(statusFields(found.names, statusId).status ?? statusId ?? '')}`;
}

const comparableTitle = (title: string): string => normalized(title, 'NFC').trim().toLowerCase();
