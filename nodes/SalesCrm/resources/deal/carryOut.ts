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
 * A deal is changed by one request that is never sent twice. Then it is read back, because the service is known to confirm
 * changes that it does not make.
 */

/** The deal to change. The connection must have a profile. */
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
		const reason = why ? `: ${wholeError(why)}` : '';
		throw new UserError(
			`Deals cannot be updated${reason || ': your Sales CRM does not offer it'}`,
			'Change the deal in your Sales CRM.',
		);
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
	const lost = await updateItem(connection, pipeline, id, update).catch((error: unknown) => {
		if (error instanceof ServiceError && error.mayHaveHappened) return error;
		throw error;
	});
	if (lost) return await readAfterLoss(target, before, update, lost);
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
		const isWhole = missing.length === Object.keys(update).length;
		throw new ServiceError(
			`The Sales CRM confirmed the update, but ${isWhole ? 'the deal is as before' : `${listed(missing)} is as before`}`,
			'It was not sent again. Look at the deal in your Sales CRM: the credential may lack the permission for this change.',
			{ mayHaveHappened: true },
		);
	}
	warnOfOthers(target, before, update, after);
	return after;
}

/** After a lost answer, how long to wait before each reading. */
const WAITS_MS = [3_000, 7_000];

async function readAfterLoss(
	target: Target,
	before: DealItem,
	update: DealUpdate,
	lost: ServiceError,
): Promise<DealItem> {
	for (const ms of WAITS_MS) {
		await pause(ms, target.connection.signal);
		const after = await findDeal(target, before.pipelineId).catch((reason: unknown) => {
			if (reason instanceof CancelledError) throw reason;
			return undefined;
		});
		if (!after || effectOf(before, update, after).missing.length > 0) continue;
		warnOfOthers(target, before, update, after);
		return after;
	}
	throw lost;
}

type Field = keyof typeof UPDATE_LABELS;

const listed = (fields: readonly Field[]): string =>
	fields.map((field) => `'${UPDATE_LABELS[field]}'`).join(', ');

/** Warns of changes that were not asked for. */
function warnOfOthers(
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
			`${listed([field])} of ${quoted(after.title)} is ${shown(field)} now: an automation of your Sales CRM may have changed it after the update`,
		);
	}
	if (additional.length > 0) {
		warn(
			connection,
			`Changed as well with the update of ${quoted(after.title)}: ${listed(additional)}`,
		);
	}
}
