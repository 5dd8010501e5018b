import fc from 'fast-check';

import { changesOf, OUTPUTS, type OutputContext } from '../../../nodes/deals/outputs';
import { simpleOutput } from '../../../nodes/deals/dealEvent';
import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryItem } from '../../../nodes/api/types';
import { dealEventOf } from '../../support/event';
import { anyDeal, anyHourlyDeal, NO_FILTERS, NOW, USER_IDS } from '../../support/histories';
import { runs } from '../../support/runs';

/** What the outputs of the history have in common, and the events among them. */

const telling = (filters = NO_FILTERS): OutputContext => ({
	names: NO_NAMES,
	filters,
	now: NOW,
	companyProfileId: 'profile',
});

describe('events', () => {
	it('have the fields of the trigger, in its order', () => {
		const ofTrigger = Object.keys(simpleOutput(dealEventOf(), undefined));
		fc.assert(
			fc.property(anyDeal, (deal) => {
				for (const event of OUTPUTS.events.rows(deal, telling())) {
					expect(Object.keys(event)).toEqual(ofTrigger);
				}
			}),
			runs(50),
		);
	});

	it('are the changes, under the same filters, with how the deal stood after each', () => {
		const anyUsers = fc.subarray([...USER_IDS]);
		fc.assert(
			fc.property(anyDeal, anyUsers, (deal, userIds) => {
				const filters = { ...NO_FILTERS, userIds };
				const events = OUTPUTS.events.rows(deal, telling(filters));
				const changes = changesOf(deal, NO_NAMES, filters);
				expect(events.map(({ eventId }) => eventId)).toEqual(
					changes.map(({ changeId }) => changeId),
				);
				events.forEach((event, index) => {
					const { type, startedAt } = changes[index];
					const isMove = type === 'STATUS_CHANGED';
					const standing = (kind: string) =>
						deal.history
							.slice(0, deal.history.findIndex(({ id }) => id === event.eventId) + 1)
							.findLast((entry) => entry.type === kind)?.metaData?.propertyValue?._id ?? null;
					expect(event).toEqual({
						eventId: changes[index].changeId,
						eventName: isMove ? 'CRM_BACKLOG_ITEM_STATUS_CHANGE' : type,
						occurredAt: startedAt,
						dealId: 'deal',
						summary: 'Dak',
						description: null,
						statusId: standing('STATUS_CHANGED'),
						status: null,
						previousStatusId: changes[index].previousStatusId,
						previousStatus: null,
						assigneeId: standing('USER_CHANGED'),
						assignee: null,
						assigneeEmail: null,
						boardId: null,
						backlogId: 'backlog',
						companyProfileId: 'profile',
						fields: null,
						freeFields: null,
						custom: null,
						createdAt: null,
						updatedAt: null,
					});
				});
			}),
			runs(100),
		);
	});
});

it.each([
	['changes', 'startedAt'],
	['events', 'occurredAt'],
	['timeInStatus', 'lastEnteredAt'],
] as const)('%s are sorted by %s', (output, field) => {
	fc.assert(
		fc.property(anyHourlyDeal, (deal) => {
			for (const row of OUTPUTS[output].rows(deal, telling())) {
				const moment = OUTPUTS[output].moment(row);
				expect(Number.isNaN(moment) ? null : new Date(moment!).toISOString()).toBe(row[field]);
			}
		}),
		runs(50),
	);
});

it('deals are sorted by their latest change, whatever order it came in', () => {
	fc.assert(
		fc.property(anyDeal, (deal) => {
			const latest = Math.max(...deal.history.map(({ startTimestamp }) => startTimestamp));
			const reversed = { ...deal, history: deal.history.toReversed() } as HistoryItem;
			const [row] = OUTPUTS.deals.rows(reversed);
			expect(OUTPUTS.deals.moment(row) ?? -Infinity).toBe(latest);
		}),
		runs(50),
	);
});

it('only deals of a chosen backlog, and with a wanted change', () => {
	const [deal] = fc.sample(anyHourlyDeal, 1);
	const other = { ...NO_FILTERS, backlogIds: ['other'] };
	const later = { ...NO_FILTERS, changedAfter: NOW };
	const wanted = Object.entries(OUTPUTS).map(([name, { isWanted }]) => [
		name,
		isWanted(NO_FILTERS, deal),
		isWanted(other, deal),
		isWanted(later, deal),
	]);
	expect(wanted).toEqual([
		['changes', true, false, false],
		['deals', true, false, false],
		['events', true, false, false],
		['timeInStatus', true, false, false],
	]);
});
