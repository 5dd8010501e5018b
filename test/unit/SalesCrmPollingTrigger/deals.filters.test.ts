import '../../support/fastClock';

import { assignedTo, movedTo } from '../../support/handCrm';
import { type HandPoller, keyOf } from '../../support/handPoller';
import { solarPoller } from '../../support/solarPoller';
import {
	ANNA,
	BRAM,
	GONE,
	LEADS,
	NEW,
	NEW_AT_WORK,
	STATUSES,
	TALKING,
	WORK,
} from '../../support/solarRoof';
import { uuid } from '../../support/uuid';

/** What a filter of the polling trigger lets pass. */

let poller: HandPoller;

beforeEach(() => (poller = solarPoller()));

const publish = async (events: string[], more: object) => await poller.publish({ events, ...more });
const polled = async () => (await poller.poll()).map(keyOf);
const moves = (...ids: string[]) => ids.map((id) => `dealStatusChanged ${id}`);

describe('a filter', () => {
	const filter = async (filters: object) =>
		await publish(['dealStatusChanged', 'dealAssigned'], { filters });

	it.each([
		['status', { toStatusIds: [TALKING] }],
		['previous status', { fromStatusIds: [NEW] }],
	])('by %s lets no assignment pass', async (_what, filters) => {
		await filter(filters);
		const moved = poller.happens();
		poller.happens(assignedTo(ANNA.id));
		expect(await polled()).toEqual(moves(moved));
	});

	it('by pipeline looks at that of the status or, if it is not listed, of the deal', async () => {
		const deal = poller.addDeal();
		await filter({ pipelineIds: [LEADS] });
		const won = poller.happens(movedTo(TALKING), deal);
		poller.happens(movedTo(NEW_AT_WORK), deal);
		deal.backlogId = WORK;
		const unlisted = poller.happens(movedTo(GONE));
		const items = await poller.poll();
		expect(items.map(keyOf)).toEqual(moves(won, unlisted));
		expect(items[0]).toMatchObject({ pipelineId: LEADS, status: 'In gesprek' });
	});

	it.each<[string, object]>([
		['a status, in any case', { toStatusIds: [' in GESPREK '] }],
		['a user by email, among others', { assigneeIds: `${ANNA.id}, ${BRAM.email}` }],
	])('may name %s', async (_what, filters) => {
		await filter(filters);
		poller.happens(movedTo(NEW_AT_WORK), poller.deals[1]);
		const id = poller.happens();
		expect(await polled()).toEqual(moves(id));
	});

	it.each<[string, object, RegExp]>([
		['a name', { toStatusIds: ['Won'] }, /^Unknown status "Won".*Available: Nieuw, In gesprek/],
		[
			'an ID of another account',
			{ toStatusIds: [uuid(0x77)] },
			/^'Status Names or IDs': not in the list/,
		],
	])('by %s that does not exist fails the activation and the test', async (...[, filters, why]) => {
		await expect(filter(filters)).rejects.toThrow(why);
		await expect(poller.fetchTestEvent()).rejects.toThrow(/^(Unknown|'Status Names or IDs')/);
	});

	it('by a status that was deleted fails scheduled polls; if another one exists, the log says so', async () => {
		await filter({ toStatusIds: ['In gesprek'] });
		const id = poller.happens();
		poller.statuses = STATUSES.map((status) => ({ ...status, label: `${status.label}!` }));
		await expect(poller.poll()).rejects.toThrow(/^Unknown status "In gesprek"/);
		poller.statuses = STATUSES;
		expect(await polled()).toEqual(moves(id));
		await filter({ toStatusIds: [TALKING, GONE] });
		expect(poller.log.join()).toContain(
			`'Status Names or IDs': not in the list of statuses: ${GONE}`,
		);
	});

	it.each<[string, object, string]>([
		['status', { toStatusIds: [TALKING] }, `'Status Names or IDs': not in the list of statuses`],
		['pipeline', { pipelineIds: [LEADS] }, `'Pipeline Names or IDs': not in the list of pipelines`],
	])(
		'by the ID of a %s that was deleted: the next change fails the poll, and is not lost',
		async (...[, filters, words]) => {
			await filter(filters);
			poller.statuses = STATUSES.filter(
				({ id, backlog_id }) => id !== TALKING && backlog_id !== LEADS,
			);
			expect(await polled()).toEqual([]);
			const id = poller.happens();
			for (let poll = 0; poll < 2; poll++) await expect(poller.poll()).rejects.toThrow(words);
			poller.statuses = STATUSES;
			expect(await polled()).toEqual(moves(id));
		},
	);
});
