import { ok } from '../../answer.mts';
import type { BoardItemChange } from '../../openapi.ts';
import type { Profile } from '../../world/profile.mts';
import { boardItemOf, itemOf } from '../../world/published/items.mts';
import { contactPersonIdOf } from '../../world/published/people.mts';
import type { Deal } from '../../world/shapes.mts';
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
	return ok({ message: 'OK', item: itemOf(profile, item) });
};

const notAwaited = (delivery: Promise<unknown>) =>
	void delivery.catch((error) => console.error('Sandbox fault in an event:', error));

/** Fields that are left out stay. After a move or an assignment the webhooks are called, but not awaited. */
function change(call: Call, profile: Profile, item: Deal, wanted: BoardItemChange) {
	const { service, switches } = call;
	const { status, assignee, summary, description, item_archived: isArchived } = wanted;
	if (switches.patchEffect === 'nothing') return;
	const to = status && profile.status(lower(status.id));
	if (status && !to) throw unknownId(call);
	if (description !== undefined) item.description = description;
	if (summary !== undefined) item.summary = summary;
	if (switches.patchEffect === 'more') item.summary += ' (gewijzigd)';
	if (isArchived) item.labels.push({ timestamp: Date.now(), type: 'ITEM_ARCHIVED' });
	item.updatedAt = Date.now();
	if (assignee !== undefined) notAwaited(service.assign(profile, item, assignee?.id ?? null));
	if (to) notAwaited(service.move(profile, item, to));
	// An automation of the product moves it on at once.
	const next = profile.allStatuses.find(
		({ id, backlog_id }) => backlog_id === to?.backlog_id && id !== to?.id,
	);
	if (next && switches.patchEffect === 'movedOn') notAwaited(service.move(profile, item, next));
}

const updateItem: Route = (call) => {
	const { profile, item } = itemOfPath(call);
	const { status_id: id, description } = call.body.item;
	const status = id === undefined ? undefined : { type: 'STATUS' as const, id };
	change(call, profile, item, { status, description });
	return ok({ message: 'OK', item: itemOf(profile, item) });
};

const updateBoardItem: Route = (call) => {
	const { profile, item } = itemOfPath(call);
	change(call, profile, item, call.body.item);
	return ok({ message: 'OK', item: boardItemOf(profile, item) });
};

export const itemRoutes = { listBoardItems, listItems, getItem, updateItem, updateBoardItem };
