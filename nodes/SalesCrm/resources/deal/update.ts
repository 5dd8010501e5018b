import type { IDataObject } from 'n8n-workflow';

import type { DealItem } from '../../../api/items';
import { type Deal, dealOfItem, dealRecord, withItem } from '../../../deals/present';
import {
	askedUpdate,
	neededChanges,
	readUpdate,
	reasonToSkip,
	valuesBefore,
} from '../../../deals/update';
import { checkProfileOfWrite } from '../../../transport/connection';
import { CancelledError, ServiceError } from '../../../transport/errors';
import { warn } from '../../../transport/hints';
import { UserError, wholeError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { type ItemCall, operation, type Outputs } from '../../execution/operation';
import type { ValuesOf } from '../../../parameters/property';
import { runMemory } from '../../execution/runMemory';
import { isTool } from '../../execution/tool';
import { type HistoryRead, historyRead } from '../history/historyReads';
import { lookAtUpdate, type SentUpdate, sendUpdate, UnwantedChangeError } from './carryOut';
import { findDeal, likelyPipeline, type DealTarget } from './findDeal';
import { updateProperties } from './updateProperties';

type UpdateCall = ItemCall<ValuesOf<typeof updateProperties>>;

export const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update deal',
	description:
		'Move, assign, rename or archive a deal, or add to its description. This may start automations such as emails.',
	kind: 'single',
	properties: updateProperties,
	async run(call) {
		const { updateFields, options, dealId } = call.parameters;
		const asked = askedUpdate(updateFields, options.restore, isTool(call.context));
		checkProfileOfWrite(call.connection);
		const id = toIdentifier(dealId, 'Deal');
		const read = await historyRead(call);
		const found = await read.names();
		const target = { connection: read.connection, id, found };
		const result = await inTurn(call, id, async () => await updateDeal(call, target, asked));
		// The history is read after all deals have been updated, so that it shows the result.
		await call.barrier();
		return await itemsOf(result, target, read);
	},
});

/** What all tries of a run share: an update that was sent is never sent again, and an unwanted change stops all others. */
interface RunMemory {
	/** By the index of the input item. */
	readonly sent: Map<number, SentUpdate>;
	stoppedBy?: UnwantedChangeError;
}

const memoryOf = ({ context }: UpdateCall): RunMemory =>
	runMemory(context, () => ({ sent: new Map() }));

/**
 * Each update compares the deal before and after, so two items about one deal take turns.
 * @throws UserError if it is not known what became of an earlier update of the deal.
 */
async function inTurn<T>(call: UpdateCall, id: string, work: () => Promise<T>): Promise<T> {
	const turns = call.once('turns', () => new Map<string, Promise<unknown>>());
	const key = id.toLowerCase();
	const earlier = turns.get(key);
	const turn = (async () => {
		const doubt = await earlier?.then(
			() => undefined,
			(reason: unknown) => reason,
		);
		const isInDoubt = doubt instanceof ServiceError && doubt.mayHaveHappened;
		if (isInDoubt && !memoryOf(call).sent.has(call.itemIndex)) {
			throw new ServiceError(
				'Not sent: another item of this run updated the same deal, and the outcome is not known',
				`Of that item: ${doubt.message}`,
				{ mayHaveHappened: true },
			);
		}
		return await work();
	})();
	turns.set(key, turn);
	return await turn;
}

interface Result {
	/** The deal as it is now. */
	deal: DealItem;
	outcome: 'updated' | 'unchanged' | 'wouldUpdate' | 'skipped';
	reason?: string;
	/** The values that were replaced. */
	before?: IDataObject;
}

async function updateDeal(
	call: UpdateCall,
	target: DealTarget,
	asked: ReturnType<typeof askedUpdate>,
): Promise<Result> {
	const { options } = call.parameters;
	const memory = memoryOf(call);
	const sent = memory.sent.get(call.itemIndex);
	if (sent) return await resultOf(memory, target, sent);
	const deal = await findDeal(target, await likelyPipeline(call, target));
	const reason = reasonToSkip(options, deal, target.found);
	if (reason) return { deal, outcome: 'skipped', reason };
	const wanted = neededChanges(deal, readUpdate(asked, deal, target.found));
	if (Object.keys(wanted).length === 0) return { deal, outcome: 'unchanged' };
	if (options.dryRun) return { deal, outcome: 'wouldUpdate' };
	return await afterFirst(call, async () => {
		checkNotStopped(memory);
		const update = await sendUpdate(target, deal, wanted);
		memory.sent.set(call.itemIndex, update);
		return await resultOf(memory, target, update);
	});
}

/** The first update of a run is looked at before the others are sent, in case the service changes more than was asked. */
async function afterFirst<T>(call: UpdateCall, work: () => Promise<T>): Promise<T> {
	const run = call.once('firstUpdate', (): { ended?: Promise<unknown> } => ({}));
	if (run.ended) await run.ended.catch(() => undefined);
	const working = work();
	run.ended ??= working;
	return await working;
}

function checkNotStopped({ stoppedBy }: RunMemory): void {
	if (!stoppedBy) return;
	throw new UserError(
		'Not sent: an earlier update of this run changed more than was asked',
		stoppedBy.message,
	);
}

async function resultOf(memory: RunMemory, target: DealTarget, sent: SentUpdate): Promise<Result> {
	const deal = await lookAtUpdate(target, sent).catch((reason: unknown) => {
		if (reason instanceof UnwantedChangeError) memory.stoppedBy ??= reason;
		throw reason;
	});
	return { deal, outcome: 'updated', before: valuesBefore(sent.before, sent.update) };
}

async function itemsOf(
	{ deal, outcome, reason, before = {} }: Result,
	{ connection, id, found }: DealTarget,
	read: HistoryRead,
): Promise<Outputs> {
	const listed = await read.deal(id).catch((error: unknown) => {
		if (error instanceof CancelledError) throw error;
		// The update was made, so it must not look as if it had failed.
		warn(connection, `${wholeError(error)}. Updated deals are returned without times and days.`);
		return null;
	});
	const isLate = listed !== null && !(listed && isUpToDate(listed, deal));
	if (isLate) {
		warn(
			connection,
			'Times and days of a deal are empty: the history does not show its latest change',
		);
	}
	const shown = listed && !isLate ? withItem(listed, deal) : dealOfItem(deal, id);
	const item = { ...shown.item, summary: deal.title, backlogId: deal.pipelineId };
	const known = { names: found.names, companyProfileId: connection.profileId };
	return [
		{ json: { outcome, reason: reason ?? null, before, ...dealRecord({ ...shown, item }, known) } },
	];
}

/** Whether the history shows a deal as it is. It cannot show that nobody is assigned. */
function isUpToDate({ statusId, assigneeId }: Deal, deal: DealItem): boolean {
	const isAlike = (one: string | null, other: string | null) =>
		one?.toLowerCase() === other?.toLowerCase();
	return (
		isAlike(statusId, deal.statusId) &&
		(deal.assigneeId === null || isAlike(assigneeId, deal.assigneeId))
	);
}
