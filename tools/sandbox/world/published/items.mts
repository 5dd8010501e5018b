import type { BoardItem, FreeField, HistoryItemAsPublished, Item } from '../../openapi.ts';
import { uuidOf } from '../chance.mts';
import type { Profile } from '../profile.mts';
import type { Deal } from '../shapes.mts';

/** Leads and deals in the three shapes that are published. */

const EURO = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

const address = ({ person }: Deal) => {
	const postcode = person.postcode.replace(/\s/g, '');
	return `${person.street} ${person.number}, ${postcode} ${person.place}`;
};

/** What somebody entered, and what the service adds under labels that begin with "_". */
function freeFieldsOf(deal: Deal): FreeField[] {
	const { person, value, house, enteredManually } = deal;
	const money = value === null ? null : { iso_currency: 'EUR', amount: value, type: 'currency' };
	const fields: Array<[label: string, value: unknown]> = [
		['address', address(deal)],
		['email', person.email],
		...(person.phone ? [['phone', person.phone] as [string, string]] : []),
		...(money ? [['cf_lead_value', money] as [string, object]] : []),
		['Type woning', house],
		['_internalConfigurator', enteredManually],
	];
	return fields.map(([label, held]) => ({ label, value: held }));
}

const shown = ([label]: [string, unknown]) => !label.startsWith('_');

export const subjectOf = ({ leadConfigurationId, person }: Deal) => ({
	type: 'LEAD_CONFIGURATION' as const,
	id: leadConfigurationId,
	identifier: person.email,
});

/** The last of won and lost counts. */
export const resultOf = ({ labels }: Deal) =>
	({ DEAL_WON: 'won', DEAL_LOST: 'lost' })[
		labels.map(({ type }) => type).findLast((type) => /^DEAL_/.test(type)) as 'DEAL_WON'
	] ?? null;

const statusOf = ({ statusId }: Deal) => ({ type: 'STATUS' as const, id: statusId });
const assigneeOf = ({ assigneeId }: Deal) =>
	assigneeId === null ? null : { type: 'USER' as const, id: assigneeId };

/** As its own route and its events show it. */
export function itemOf(profile: Profile, deal: Deal): Item {
	const fields = freeFieldsOf(deal);
	return {
		id: deal.id,
		backlog_id: deal.backlogId,
		summary: deal.summary,
		description: deal.description,
		...(deal.value !== null && { lead_value: EURO.format(deal.value) }),
		fields: Object.fromEntries(
			fields.map((one) => [one.label, one.value] as [string, unknown]).filter(shown),
		),
		labels: { result: resultOf(deal) },
		status_label: profile.status(deal.statusId)?.label ?? '',
		status_id: deal.statusId,
		status: statusOf(deal),
		assignee_id: deal.assigneeId,
		assignee: assigneeOf(deal),
		free_fields: fields,
		item_subject: subjectOf(deal),
		technical_labels: deal.labels,
		rank: deal.rank,
		timestamp_created: deal.createdAt,
		timestamp_updated: deal.updatedAt,
	};
}

const isArchived = ({ labels }: Deal) => labels.some(({ type }) => type === 'ITEM_ARCHIVED');

/** As the routes with a board show it. */
export const boardItemOf = (profile: Profile, deal: Deal): BoardItem => ({
	id: deal.id,
	backlog_id: deal.backlogId,
	board_id: profile.backlog(deal.backlogId)!.boardId,
	item_subject: subjectOf(deal),
	item_archived: isArchived(deal),
	summary: deal.summary,
	description: deal.description,
	assignee: assigneeOf(deal),
	status: statusOf(deal),
	free_fields: freeFieldsOf(deal),
	technical_labels: deal.labels,
	labelIds: deal.enteredManually ? [uuidOf('label', 'manual')] : [],
	timestamp_created: deal.createdAt,
	timestamp_updated: deal.updatedAt,
	rank: deal.rank,
});

const keptHistories = new WeakMap<Deal, Pick<Deal, 'history' | 'statusId'>>();

/** From now on, the history shows the changes and the status that the deal has now. */
export const keepHistory = (deal: Deal): void =>
	void keptHistories.set(deal, structuredClone({ history: deal.history, statusId: deal.statusId }));

/** As the history shows it: here, names are in camel case. */
export const historyItemOf = (profile: Profile, now: Deal): HistoryItemAsPublished =>
	historyItem(profile, { ...now, ...keptHistories.get(now) });

const historyItem = (profile: Profile, deal: Deal): HistoryItemAsPublished => ({
	id: deal.id,
	backlogId: deal.backlogId,
	summary: deal.summary,
	companyProfileId: [profile.id],
	history: deal.history,
	freeFields: freeFieldsOf(deal),
	status: statusOf(deal),
	technicalLabels: deal.labels,
});
