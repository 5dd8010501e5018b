import { isObject } from '../values/json';
import { type CrmEvent, STATUS_CHANGE_EVENT } from '../service/api/types';

/**
 * The event in a delivery's body (interface.md, "Events"); undefined when it is none. Of an event
 * the interface does not describe no more than its name is expected.
 */
export function readEvent(body: unknown): CrmEvent | undefined {
	if (!isObject(body) || typeof body.eventName !== 'string' || body.eventName === '') {
		return undefined;
	}
	const { payload = {}, metadata = {} } = body;
	if (!isObject(payload) || !isObject(metadata) || !isHarmless(body)) return undefined;
	const event = { ...body, payload, metadata } as CrmEvent;
	if (event.eventName !== STATUS_CHANGE_EVENT) return event;
	const { dealId, statusId } = subjectOf(event);
	return dealId !== null && statusId !== null ? event : undefined;
}

/** No event needs more; n8n itself fails on data nested some thousand levels deep. */
const DEEPEST = 100;

/** Whether nodes after this one can handle the body: not nested without end, no `__proto__` key. */
function isHarmless(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return true;
	if (depth > DEEPEST || Object.hasOwn(value, '__proto__')) return false;
	return Object.values(value).every((inner) => isHarmless(inner, depth + 1));
}

/** The ids an event is about. Where payload and metadata both say one, metadata is the change. */
export function subjectOf({ payload, metadata }: CrmEvent) {
	return {
		dealId: text(payload.id),
		statusId: text(metadata.status_id) ?? text(payload.status_id) ?? inner(payload.status),
		previousStatusId: text(metadata.old_status_id),
		assigneeId: text(payload.assignee_id) ?? inner(payload.assignee),
		boardId: text(metadata.board_id),
		backlogId: text(metadata.backlog_id) ?? text(payload.backlog_id),
		companyProfileId: text(metadata.company_profile_id),
	};
}

const text = (value: unknown): string | null =>
	typeof value === 'string' && value !== '' ? value : null;

const inner = (reference: unknown): string | null =>
	isObject(reference) ? text(reference.id) : null;
