import { type DealItem, type DealUpdate, findInPipelines, updateItem } from '../../../api/items';
import { assigneeFields, type FoundNames, statusFields } from '../../../api/names';
import { effectOf, NOBODY, UPDATE_LABELS } from '../../../deals/update';
import type { Connection } from '../../../transport/connection';
import { CancelledError, ServiceError } from '../../../transport/errors';
import { warn } from '../../../transport/hints';
import { pause } from '../../../transport/waiting';
import { inOrderOf, recordOf } from '../../../utils/lists';
import { quoted } from '../../../utils/text';
import { UserError, wholeError } from '../../../utils/userError';

/**
 * One request changes a deal, and it is never sent twice. Then the deal is read again, because the service is known to
 * confirm changes that it does not make.
 */

/** The connection must have a profile. */
interface Target {
	connection: Connection;
	id: string;
	found: FoundNames;
}

/** @param first The ID of the pipeline to ask first. @throws UserError if none has the deal, or there are no boards. */
export async function findDeal(
	{ connection, id, found: { names, missing } }: Target,
	first?: string,
): Promise<DealItem> {
	const offered = [...names.pipelines.values()].filter(({ boardId }) => boardId !== null);
	if (offered.length === 0) {
		const why = missing.find(({ of }) => of === 'pipelines')?.error;
		const reason = why ? wholeError(why) : 'your Sales CRM does not offer it';
		throw new UserError(`Deals cannot be updated: ${reason}`, 'Change the deal in your Sales CRM.');
	}
	const inTurn = inOrderOf(offered, (one) => (one.id === first ? 0 : null));
	return await findInPipelines(connection, inTurn, id);
}

/**
 * @returns The deal after the update.
 * @throws ServiceError if the update was refused, did nothing, or may have been carried out.
 */
export async function carryOut(
	target: Target,
	before: DealItem,
	update: DealUpdate,
): Promise<DealItem> {
	const { connection, id, found } = target;
	const { pipelineId } = before;
	const { boardId = null } = recordOf(found.names.pipelines, pipelineId) ?? {};
	const pipeline = { id: pipelineId, boardId };
	const unconfirmed = await updateItem(connection, pipeline, id, update).catch((error: unknown) => {
		if (error instanceof ServiceError && error.mayHaveHappened) return error;
		throw error;
	});
	if (unconfirmed) return await readWithoutConfirmation(target, before, update, unconfirmed);
	const after = await findDeal(target, pipelineId).catch((reason: unknown) => {
		if (reason instanceof CancelledError) throw reason;
		throw new ServiceError(
			'The Sales CRM confirmed the update, but the deal could not be read afterwards',
			wholeError(reason),
			{ mayHaveHappened: true },
		);
	});
	const { missing } = effectOf(before, update, after);
	if (missing.length > 0) {
		const isNothingChanged = missing.length === Object.keys(update).length;
		throw new ServiceError(
			`The Sales CRM confirmed the update, but ${isNothingChanged ? 'the deal is as before' : `${labelsOf(missing)} is as before`}`,
			'It was not sent again. Look at the deal in your Sales CRM: the credential may lack the permission for this change.',
			{ mayHaveHappened: true },
		);
	}
	warnOfUnwantedChanges(target, before, update, after);
	return after;
}

/** How long to wait before each read, if the answer to the update was lost. */
const WAITS_MS = [3_000, 7_000];

async function readWithoutConfirmation(
	target: Target,
	before: DealItem,
	update: DealUpdate,
	unconfirmed: ServiceError,
): Promise<DealItem> {
	for (const ms of WAITS_MS) {
		await pause(ms, target.connection.signal);
		const after = await findDeal(target, before.pipelineId).catch((reason: unknown) => {
			if (reason instanceof CancelledError) throw reason;
			return undefined;
		});
		if (!after || effectOf(before, update, after).missing.length > 0) continue;
		warnOfUnwantedChanges(target, before, update, after);
		return after;
	}
	throw unconfirmed;
}

type Field = keyof typeof UPDATE_LABELS;

const labelsOf = (fields: readonly Field[]): string =>
	fields.map((field) => `'${UPDATE_LABELS[field]}'`).join(', ');

function warnOfUnwantedChanges(
	{ connection, found: { names } }: Target,
	before: DealItem,
	update: DealUpdate,
	after: DealItem,
): void {
	const { different, additional } = effectOf(before, update, after);
	const shown = (field: Field) => {
		const value = after[field];
		if (field === 'statusId') return quoted(statusFields(names, value).status ?? value);
		if (field === 'assigneeId')
			return quoted(assigneeFields(names, value).assignee ?? value ?? NOBODY);
		return quoted(value);
	};
	for (const field of different) {
		warn(
			connection,
			`${labelsOf([field])} of ${quoted(after.title)} is ${shown(field)} now: an automation of your Sales CRM may have changed it after the update`,
		);
	}
	if (additional.length > 0) {
		warn(
			connection,
			`Changed as well with the update of ${quoted(after.title)}: ${labelsOf(additional)}`,
		);
	}
}
