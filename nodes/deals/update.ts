import type { DealItem, DealUpdate } from '../api/items';
import type { FoundNames } from '../api/names';
import { quoted, textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { recordOf } from '../utils/lists';
import { idsNamed } from './namedIds';

export const UPDATE_LABELS = {
	title: 'Title',
	statusId: 'Status',
	assigneeId: 'Assignee',
	description: 'Description',
} as const;

type Field = keyof typeof UPDATE_LABELS;

const FIELDS = Object.keys(UPDATE_LABELS) as Field[];

/** What a person enters to unassign a deal. */
export const NOBODY = 'none';

/** What a person entered. Undefined and null leave a field as it is. */
type EnteredUpdate = Partial<Record<'statusId' | 'assigneeId' | 'description', unknown>>;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** @throws UserError if nothing is set, or a status or assignee is empty. */
export function checkUpdate(entered: EnteredUpdate): void {
	if (!Object.values(entered).some(isGiven)) {
		throw new UserError(
			'Nothing to update',
			"Add Status, Assignee or Description to 'Update Fields'.",
		);
	}
	for (const field of ['statusId', 'assigneeId'] as const) {
		if (!isGiven(entered[field]) || textOf(entered[field]).trim() !== '') continue;
		const nobody = field === 'assigneeId' ? ` To unassign the deal, enter ${NOBODY}.` : '';
		throw new UserError(
			`'${UPDATE_LABELS[field]}' is empty`,
			`Fill it in, or remove it from 'Update Fields'.${nobody}`,
		);
	}
}

/** Replaces names by IDs. @throws UserError for a name that is unknown, or that several have. */
export function readUpdate(entered: EnteredUpdate, deal: DealItem, found: FoundNames): DealUpdate {
	const { statusId, assigneeId, description } = entered;
	return {
		...(isGiven(statusId) && { statusId: statusOf(textOf(statusId), deal, found) }),
		...(isGiven(assigneeId) && { assigneeId: assigneeOf(textOf(assigneeId), found) }),
		...(isGiven(description) && { description: textOf(description) }),
	};
}

/** Several pipelines may have the same label, but only a status of the deal's own pipeline is meant. */
function statusOf(text: string, { pipelineId }: DealItem, found: FoundNames): string {
	const { statuses, pipelines } = found.names;
	const ids = idsNamed([text], 'statuses', UPDATE_LABELS.statusId, found, () => {});
	const own = ids.filter((id) => {
		const pipeline = recordOf(statuses, id)?.backlog_id ?? pipelineId;
		return pipeline.toLowerCase() === pipelineId.toLowerCase();
	});
	if (own.length === 1) return own[0];
	const { name, statuses: all = [] } = recordOf(pipelines, pipelineId) ?? {};
	const of = name ? `the pipeline ${quoted(name)}` : 'its pipeline';
	if (own.length > 1) {
		throw new UserError(
			`${quoted(text)} means ${own.length} statuses of ${of}`,
			`Enter the ID of one: ${own.join(', ')}.`,
		);
	}
	throw new UserError(
		`The deal cannot be moved to ${quoted(text)}: that is not a status of ${of}`,
		`Available: ${all.map(({ label }) => label).join(', ')}.`,
	);
}

function assigneeOf(text: string, found: FoundNames): string | null {
	if (text.trim().toLowerCase() === NOBODY) return null;
	const ids = idsNamed([text], 'users', UPDATE_LABELS.assigneeId, found, () => {});
	if (ids.length === 1) return ids[0];
	const emails = ids.map((id) => recordOf(found.names.users, id)?.email ?? id);
	throw new UserError(
		`${quoted(text)} means ${ids.length} users`,
		`Enter the email or ID of one: ${emails.join(', ')}.`,
	);
}

/** The service may write an ID in another case. */
const isSame = (field: Field, one: string | null, other: string | null): boolean =>
	field.endsWith('Id') ? one?.toLowerCase() === other?.toLowerCase() : one === other;

/** The part of an update that the deal does not have yet. */
export const neededChanges = (deal: DealItem, update: DealUpdate): DealUpdate =>
	Object.fromEntries(
		Object.entries(update).filter(([name, value]) => {
			const field = name as keyof DealUpdate;
			return !isSame(field, deal[field], value);
		}),
	);

interface Effect {
	/** Fields that should have changed, and did not. */
	missing: Field[];
	/** Fields that have changed, but not to what they should be. */
	different: Field[];
	/** Fields that have changed, and should not have. */
	additional: Field[];
}

export function effectOf(before: DealItem, update: DealUpdate, after: DealItem): Effect {
	const effect: Effect = { missing: [], different: [], additional: [] };
	for (const field of FIELDS) {
		const asked = (update as Partial<DealItem>)[field];
		const hasChanged = !isSame(field, before[field], after[field]);
		if (asked === undefined) {
			if (hasChanged) effect.additional.push(field);
		} else if (!isSame(field, asked, after[field])) {
			effect[hasChanged ? 'different' : 'missing'].push(field);
		}
	}
	return effect;
}
