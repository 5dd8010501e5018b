import { namesOf } from '../../../nodes/api/names';
import { changeItem, triggerItem } from '../../../nodes/deals/change';
import { passes } from '../../../nodes/deals/filters';
import { dealChanges, isMove } from '../../../nodes/deals/history';
import { dealOf, statusOf } from '../../support/deals';

/** The shape of a change (product.md, One language), and what filters make of it. */

const names = namesOf(
	[statusOf('new', 'sales', 'Nieuw', '#111111'), statusOf('won', 'sales', 'Gewonnen', '#222222')],
	[{ id: 'anna', name: 'Anna', email: 'anna@zonendak.example' }],
);

/** Won in one pipeline, and in another since: what its list says of the deal is the other. */
const deal = dealOf('Dak', 'projects', [
	['2026-03-01T09:00:00Z', 'STATUS_CHANGED', 'new'],
	['2026-03-02T09:00:00Z', 'STATUS_CHANGED', 'won'],
	['2026-03-02T15:00:00Z', 'USER_CHANGED', 'anna'],
	['2026-03-04T09:00:00Z', 'STATUS_CHANGED', 'planned'],
]);

const changes = dealChanges(deal);
const context = { names, companyProfileId: 'profile' };
const items = changes.map((change) => changeItem(change, context));

const CHANGE =
	'title, status, previousStatus, occurredAt, assignee, pipeline, changeType, endedAt, open, durationDays, assigneeEmail, previousAssignee, changeId, dealId, statusId, previousStatusId, assigneeId, previousAssigneeId, pipelineId, companyProfileId, statusColor';
const OF_TRIGGERS =
	'title, status, previousStatus, occurredAt, assignee, pipeline, daysInStatus, triggeredBy, changeType, assigneeEmail, previousAssignee, description, custom, labels, createdAt, updatedAt, eventName, eventId, changeId, dealId, statusId, previousStatusId, assigneeId, previousAssigneeId, pipelineId, boardId, companyProfileId';

it('has the keys of One language, in that order, whatever is known', () => {
	expect(Object.keys(items[0]).join(', ')).toBe(CHANGE);
	const triggered = [triggerItem({}), triggerItem({ ...items[0], triggeredBy: 'dealCreated' })];
	for (const item of triggered) expect(Object.keys(item).join(', ')).toBe(OF_TRIGGERS);
	expect(new Set(Object.values(triggered[0]))).toEqual(new Set([null]));
	expect(triggered[1]).toMatchObject({
		triggeredBy: 'dealCreated',
		occurredAt: '2026-03-01T09:00:00.000Z',
	});
});

it('tells status, assignee and pipeline right after the change', () => {
	expect(items).toMatchObject([
		{
			status: 'Nieuw',
			previousStatus: null,
			assignee: null,
			pipeline: 'Pipeline 1',
			durationDays: 1,
		},
		{ status: 'Gewonnen', previousStatus: 'Nieuw', previousStatusId: 'new', pipelineId: 'sales' },
		{
			status: 'Gewonnen',
			previousStatus: null,
			assignee: 'Anna',
			assigneeId: 'anna',
			pipelineId: 'sales',
			durationDays: 1.75,
		},
		{
			status: null,
			statusId: 'planned',
			previousStatus: 'Gewonnen',
			assignee: 'Anna',
			pipeline: null,
			pipelineId: 'projects',
			open: true,
			endedAt: null,
			durationDays: null,
		},
	]);
});

const NONE = { toStatusIds: [], fromStatusIds: [], pipelineIds: [], assigneeIds: [] };

it.each([
	[{}, [0, 1, 2, 3]],
	[{ toStatusIds: ['WON', 'new'] }, [0, 1]],
	[{ fromStatusIds: ['won'] }, [3]],
	[{ pipelineIds: ['sales'] }, [0, 1, 2]],
	[{ assigneeIds: ['anna'] }, [2, 3]],
	[{ toStatusIds: ['won'], assigneeIds: ['anna'] }, []],
])('%j lets the changes %j pass', (filters, places) => {
	const passing = items.flatMap((item, place) =>
		passes(item, { ...NONE, ...filters }, isMove(changes[place])) ? [place] : [],
	);
	expect(passing).toEqual(places);
});

it('a deal that is put where it stands, and an entry that names nothing, are no moves', () => {
	const same = dealOf('Dak', 'projects', [
		['2026-03-01T09:00:00Z', 'STATUS_CHANGED', 'new'],
		['2026-03-02T09:00:00Z', 'STATUS_CHANGED', 'new'],
		['2026-03-03T09:00:00Z', 'STATUS_CHANGED'],
		['2026-03-04T09:00:00Z', 'USER_CHANGED'],
	]);
	const told = dealChanges(same);
	expect(told.map(isMove)).toEqual([true, false, false, false]);
	expect(told.map(({ changed }) => changed)).toEqual(['status', 'status', null, null]);
	expect(changeItem(told[2], context)).toMatchObject({
		changeType: 'STATUS_CHANGED',
		status: 'Nieuw',
		previousStatus: null,
	});
});
