import { type CrmEvent, dealOf, saysAssignee } from '../api/events';
import { findItem } from '../api/items';
import { needed } from '../api/source';
import { throttledWarning } from '../transport/hints';
import { quoted } from '../utils/text';
import { type WebhookCall, connectFor } from './call';
import {
	type EventFilters,
	filtersFor,
	type IdsOf,
	judge,
	notedIds,
	type Verdict,
} from './eventFilters';
import { idsIn, LISTS_OF } from './filterNames';
import { nameList, namesIn, type Sources } from './nameLists';

/**
 * What is left of an event: itself, with what had to be read of its record, or nothing if a filter holds it back.
 * @throws UserError if the record or a name, without which that cannot be told, cannot be read.
 */
export async function filterEvent(call: WebhookCall, event: CrmEvent): Promise<CrmEvent[]> {
	const { context, settings, subscriber } = call;
	const filters = filtersFor(event, settings.filters);
	const noted = notedIds(subscriber.notes);
	let judged: CrmEvent | undefined = event;
	let verdict = judge(judged, filters, noted);
	if (verdict.is === 'unsaid') {
		judged = await withRecord(call, event, verdict);
		if (!judged) return [];
		verdict = judge(judged, filters, noted);
	}
	if (verdict.is === 'unnamed') verdict = await judgeByLists(call, judged, filters, verdict);
	if (verdict.is === 'passed') return [judged];
	const words = `an event started nothing because of the filter '${verdict.by}'`;
	throttledWarning(context, words, event.name);
	return [];
}

/** The status and assignee that the record has now. @returns Undefined if it no longer exists. */
async function withRecord(
	call: WebhookCall,
	event: CrmEvent,
	{ by }: Verdict,
): Promise<CrmEvent | undefined> {
	const { dealId, pipelineId, statusId } = dealOf(event);
	if (dealId === null || pipelineId === null) return event;
	const scoped = await connectFor(call, event.companyProfileId);
	const item = needed(await findItem(scoped, pipelineId, dealId), notChecked(by));
	if (!item) {
		const words = 'an event started nothing because its record no longer exists';
		throttledWarning(call.context, words, dealId);
		return undefined;
	}
	const { status_label, status_id, status, assignee_id, assignee } = item.record;
	const record = {
		...event.record,
		...(statusId === null && { status_label, status_id, status }),
		...(!saysAssignee(event) && { assignee_id, assignee }),
	};
	return { ...event, record };
}

/** Without what the publication noted, names are looked up now. */
async function judgeByLists(
	call: WebhookCall,
	event: CrmEvent,
	filters: EventFilters,
	unnamed: Verdict,
): Promise<Verdict> {
	const noted = notedIds(call.subscriber.notes);
	const sources: Sources = {};
	const read = new Set<string>();
	const idsOf: IdsOf = (kind, text) => {
		const ids = noted(kind, text);
		if (ids || !read.has(kind)) return ids;
		const listed = idsIn(namesIn(sources), kind, text);
		if (!listed) {
			throttledWarning(call.context, 'a filter names what no longer exists', quoted(text));
		}
		return listed ?? [];
	};
	let verdict = unnamed;
	while (verdict.is === 'unnamed') {
		const kind = verdict.kind!;
		for (const list of LISTS_OF[kind]) {
			const source = await nameList(call, event.companyProfileId, list, () => true);
			if (list !== 'boards' || source.is !== 'notOffered') needed(source, notChecked(verdict.by));
			Object.assign(sources, { [list]: source });
		}
		read.add(kind);
		verdict = judge(event, filters, idsOf);
	}
	return verdict;
}

const notChecked = (filter: string): string => `The filter '${filter}' cannot be checked`;
