import { ok } from '../../answer.mts';
import type { BoardItemChange, Item } from '../../openapi.ts';
import type { Switches } from '../../switches.mts';
import type { Profile } from '../../world/profile.mts';
import { boardItemOf, itemOf, keepHistory } from '../../world/published/items.mts';
import { contactPersonIdOf } from '../../world/published/people.mts';
import type { Deal, Status } from '../../world/shapes.mts';
import { type Call, type Route, unknownId } from '../call.mts';

/** Leads and deals of a pipeline. */

const lower = (id: string) => id.toLowerCase();

/** The pipeline in the path, which must be on the board in the path, if any. */
function pipelineOf(call: Call) {
	const { companyProfileId, boardId, backlogId } = call.params;
	const profile = call.profile(companyProfileId);
	const backlog = profile.backlog(lower(backlogId));
	if (!backlog || (boardId && backlog.boardId !== lower(boardId))) throw unknownId(call);
	return { profile, backlog };
}

function itemOfPath(call: Call) {
	const { profile, backlog } = pipelineOf(call);
	const id = lower(call.params.itemId);
	const item = profile.items.find((one) => one.id === id && one.backlogId === backlog.id);
	if (!item) throw unknownId(call);
	return { profile, item };
}

/** Lists everything at once, unless the query has a page and a size. */
const listBoardItems: Route = (call) => {
	const { profile, backlog } = pipelineOf(call);
	const page = Number(call.query.page ?? -1);
	const size = Number(call.query.per_page ?? 0);
	const all = profile.items.filter(({ backlogId }) => backlogId === backlog.id);
	const shown = page < 0 || size === 0 ? all : all.slice(page * size, (page + 1) * size);
	return ok({ message: 'OK', items: shown.map((item) => boardItemOf(profile, item)) });
};

/** Of a request or a contact person, those changed last first. */
const listItems: Route = (call) => {
	const { profile, backlog } = pipelineOf(call);
	const { lead_configuration_id: requestId, contact_person_id: personId } = call.query;
	const isIgnored = call.switches.personFilter === 'ignored';
	const shown = profile.items.filter(
		({ backlogId, leadConfigurationId }) =>
			backlogId === backlog.id &&
			(!requestId || leadConfigurationId === lower(requestId)) &&
			(!personId ||
				isIgnored ||
				contactPersonIdOf(profile, leadConfigurationId) === lower(personId)),
	);
	const inOrder = shown.toSorted((a, b) => b.updatedAt - a.updatedAt);
	return ok({ message: 'OK', items: inOrder.map((item) => itemOf(profile, item)) });
};

const getItem: Route = (call) => {
	const { profile, item } = itemOfPath(call);
	const read = lateReads.get(item);
	if (!read || read.left === 0) return ok({ message: 'OK', item: itemOf(profile, item) });
	read.left--;
	return ok({ message: 'OK', item: read.shown });
};

/** How deals looked before their last change, and how often they are still shown that way. */
const lateReads = new WeakMap<Deal, { left: number; shown: Item }>();

const notAwaited = (delivery: Promise<unknown>) =>
	void delivery.catch((error) => console.error('Sandbox fault in an event:', error));

/** Fields that are left out stay. After a move or an assignment the webhooks are called, but not awaited. */
function change(call: Call, profile: Profile, item: Deal, wanted: BoardItemChange) {
	const { service, switches } = call;
	const { status, assignee, item_archived: isArchived } = wanted;
	if (switches.patchEffect === 'nothing') return;
	const to = status && profile.status(lower(status.id));
	if (status && !to) throw unknownId(call);
	lateReads.set(item, { left: switches.patchLateReads, shown: itemOf(profile, item) });
	if (switches.historyLate) keepHistory(item);
	changeTexts(switches, item, wanted);
	if (isArchived) item.labels.push({ timestamp: Date.now(), type: 'ITEM_ARCHIVED' });
	else if (isArchived === false)
		item.labels = item.labels.filter(({ type }) => type !== 'ITEM_ARCHIVED');
	item.updatedAt = Date.now();
	if (assignee !== undefined) notAwaited(service.assign(profile, item, assignee?.id ?? null));
	if (to) notAwaited(service.move(profile, item, to));
	// An automation of the product moves it on at once.
	const { backlogId, statusId } = item;
	const isNext = {
		movedOn: (one: Status) => one.backlog_id === backlogId && one.id !== statusId,
		elsewhere: (one: Status) => one.backlog_id !== backlogId,
	}[switches.patchEffect as string];
	const next = isNext && profile.statuses.find(isNext);
	if (next) notAwaited(service.move(profile, item, next));
}

function changeTexts({ patchEffect }: Switches, item: Deal, wanted: BoardItemChange) {
	const written = (text: string) =>
		patchEffect === 'rewritten' ? text.trim().replace(/\n/g, '\r\n') : text;
	if (patchEffect === 'emptied') {
		Object.assign(item, { value: null, description: '', person: { ...item.person, email: '' } });
		delete item.person.phone;
	}
	if (wanted.description !== undefined) item.description = written(wanted.description);
	if (wanted.summary !== undefined) item.summary = written(wanted.summary);
	if (patchEffect === 'more') item.summary += ' (gewijzigd)';
}

/** The item, or an empty answer that only accepts the change. */
const changed = ({ switches }: Call, item: unknown) =>
	switches.patchAnswer === 'accepted' ? { status: 202 } : ok({ message: 'OK', item });

const updateItem: Route = (call) => {
	const { profile, item } = itemOfPath(call);
	const { status_id: id, description } = call.body.item;
	const status = id === undefined ? undefined : { type: 'STATUS' as const, id };
	change(call, profile, item, { status, description });
	return changed(call, itemOf(profile, item));
};

const updateBoardItem: Route = (call) => {
	const { profile, item } = itemOfPath(call);
	change(call, profile, item, call.body.item);
	return changed(call, boardItemOf(profile, item));
};

export const itemRoutes = { listBoardItems, listItems, getItem, updateItem, updateBoardItem };
