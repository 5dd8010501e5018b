import { type DealItem, type DealUpdate, updateItem } from '../../../api/items';
import { assigneeFields, type Names, statusFields } from '../../../api/names';
import { effectOf } from '../../../deals/updateEffect';
import { type Field, NOBODY, UPDATE_LABELS } from '../../../deals/updateFields';
import { CancelledError, ServiceError } from '../../../transport/errors';
import { warn } from '../../../transport/hints';
import { pause } from '../../../transport/waiting';
import { recordOf } from '../../../utils/lists';
import { quoted, textOf } from '../../../utils/text';
import { UserError, wholeError } from '../../../utils/userError';
import { findDeal, type DealTarget } from './findDeal';

/** An update that was sent. It is never sent again, only looked at. */
export interface SentUpdate {
	readonly before: DealItem;
	readonly update: DealUpdate;
	/** If it was not confirmed: why. */
	readonly unconfirmed?: ServiceError;
}

/** Sends an update once. @throws ServiceError if it was plainly refused. */
export async function sendUpdate(
	target: DealTarget,
	before: DealItem,
	update: DealUpdate,
): Promise<SentUpdate> {
	const { connection, id, found } = target;
	const { pipelineId } = before;
	const { boardId = null } = recordOf(found.names.pipelines, pipelineId) ?? {};
	const failure = await updateItem(connection, { id: pipelineId, boardId }, id, update).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (failure === undefined) return { before, update };
	if (!(failure instanceof ServiceError)) throw failure as Error;
	if (failure.mayHaveHappened) return { before, update, unconfirmed: failure };
	const moved = failure.isNoSuchRoute ? await movedError(target, pipelineId) : undefined;
	throw moved ?? failure;
}

/** A pipeline that does not have a deal refuses it like one that may not be changed. */
async function movedError(target: DealTarget, pipelineId: string): Promise<UserError | undefined> {
	const deal = await findDeal(target, pipelineId).catch(() => undefined);
	if (!deal || deal.pipelineId.toLowerCase() === pipelineId.toLowerCase()) return undefined;
	const { name = null } = recordOf(target.found.names.pipelines, deal.pipelineId) ?? {};
	return new UserError(
		`The deal was moved to ${name ? `the pipeline ${quoted(name)}` : 'another pipeline'} in the meantime`,
		'This run changed nothing of it. Run the item again if it is still to be updated.',
	);
}

/** How long to wait before each look at the deal: the service may be slow to show a change. */
const WAITS_MS = { confirmed: [0, 3_000], unconfirmed: [3_000, 7_000] };

/** An update changed what it should not have, so no further one may be sent. */
export class UnwantedChangeError extends ServiceError {}

/**
 * Reads the deal after an update, because the service is known to confirm changes that it does not make.
 * @throws UnwantedChangeError; ServiceError if the update did not do what was asked, or this is not known.
 */
export async function lookAtUpdate(target: DealTarget, sent: SentUpdate): Promise<DealItem> {
	const { before, update, unconfirmed } = sent;
	let undone: readonly Field[] = [];
	let unread: unknown;
	for (const ms of WAITS_MS[unconfirmed ? 'unconfirmed' : 'confirmed']) {
		await pause(ms, target.connection.signal);
		const after = await findDeal(target, before.pipelineId).catch((reason: unknown) => {
			if (reason instanceof CancelledError) throw reason;
			unread = reason;
			return undefined;
		});
		if (!after) continue;
		const { missing, different, unwanted } = effectOf(before, update, after);
		if (unwanted.length > 0) throw unwantedChange(target, after, unwanted);
		// Somebody else may have made another change, so it does not confirm this one.
		undone = unconfirmed ? [...missing, ...different] : missing;
		if (undone.length === 0) {
			for (const field of different) warnOfOtherValue(target, after, field);
			return after;
		}
	}
	throw notDone(sent, undone, unread);
}

const quotedLabels = (fields: readonly Field[]): string =>
	fields.map((field) => `'${UPDATE_LABELS[field]}'`).join(', ');

function notDone(
	{ update, unconfirmed }: SentUpdate,
	undone: readonly Field[],
	unread: unknown,
): ServiceError {
	const isPart = undone.length > 0 && undone.length < Object.keys(update).length;
	const fields = `${quotedLabels(undone)} ${undone.length === 1 ? 'is' : 'are'} not as asked`;
	if (unconfirmed) {
		if (!isPart) return unconfirmed;
		const { message, description, status } = unconfirmed;
		return new ServiceError(`${message}; ${fields}`, description, {
			...{ status, mayHaveHappened: true },
		});
	}
	if (undone.length === 0) {
		return new ServiceError(
			'The Sales CRM confirmed the update, but the deal could not be read afterwards',
			wholeError(unread),
			{ mayHaveHappened: true },
		);
	}
	return new ServiceError(
		`The Sales CRM confirmed the update, but 3 seconds later ${isPart ? fields : 'the deal is as before'}`,
		'It was not sent again. Look at the deal in your Sales CRM: the change may take longer, or the credential may lack the permission for it.',
		{ mayHaveHappened: true },
	);
}

function valueFor(names: Names, field: Field | undefined, value: unknown) {
	if (field === 'statusId') return statusFields(names, textOf(value)).status ?? value;
	if (field === 'assigneeId')
		return assigneeFields(names, textOf(value)).assignee ?? (value || NOBODY);
	return value;
}

function warnOfOtherValue({ connection, found }: DealTarget, after: DealItem, field: Field): void {
	const now = quoted(valueFor(found.names, field, after[field]));
	warn(
		connection,
		`${quotedLabels([field])} of ${quoted(after.title)} is ${now} now: an automation of your Sales CRM may have changed it after the update`,
	);
}

/** The values are not cut, because nobody else may have them. */
function unwantedChange(
	{ found }: DealTarget,
	{ title }: DealItem,
	unwanted: ReturnType<typeof effectOf>['unwanted'],
): UnwantedChangeError {
	const labels = unwanted.map(({ label }) => `'${label}'`).join(', ');
	const values = unwanted.map(({ label, field, before }) => {
		const value = valueFor(found.names, field, before);
		return `'${label}' was ${JSON.stringify(value)}`;
	});
	return new UnwantedChangeError(
		`The update of ${quoted(title)} also changed ${labels}`,
		`Before: ${values.join('; ')}. No further update is sent in this run. Correct the deal in your Sales CRM, and ask its support why this happens.`,
		{ mayHaveHappened: true },
	);
}
