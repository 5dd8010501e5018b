import { chanceFor, uuidOf } from './chance.mts';
import { addEntry } from './history.mts';
import { holdingsOf, type Story } from './holdings.mts';
import type { Pipelines } from './pipelines.mts';
import type { Deal, User } from './shapes.mts';
import { HOUSES, JOBS, WISHES } from './trade.mts';

const START = Date.UTC(2025, 2, 3, 8);
const HOUR = 3_600_000;

/**
 * The deals of a profile with their histories. Among the first ones: a status that no longer
 * exists (0), an entry with empty metaData (1), a move across pipelines (2).
 */
export function makeDeals(
	seed: number,
	profileId: string,
	count: number,
	{ backlogs, statuses, goneStatusId }: Pipelines,
	users: User[],
): Deal[] {
	const labelOf = (id: string) => statuses.find((status) => status.id === id)?.label;
	const stories = Array.from({ length: count }, (_, n) => {
		const { helpers, number, datatype, person } = chanceFor(seed, 'deal', profileId, n);
		const pick = helpers.arrayElement;
		const int = (min: number, max: number) => number.int({ min, max });
		let backlog = backlogs[n % backlogs.length];
		let at = START + n * 31 * HOUR + int(0, 6 * HOUR);
		const later = () => (at += int(2, 120) * HOUR + int(0, HOUR));
		const deal: Story = {
			id: uuidOf(seed, 'deal', profileId, n),
			type: 'DEALS',
			backlogId: backlog.id,
			summary: `${pick(JOBS)} familie ${person.lastName()}`,
			description: pick(WISHES),
			statusId: '',
			assigneeId: pick(users).id,
			leadConfigurationId: uuidOf(seed, 'lead', profileId, n),
			house: pick(HOUSES),
			rank: `0|i${n.toString(36).padStart(5, '0')}:`,
			createdAt: at,
			updatedAt: at,
			history: [],
		};
		const moveTo = (statusId: string) => {
			addEntry(deal, later(), 'STATUS_CHANGED', statusId);
			deal.statusId = statusId;
		};
		const assign = () => {
			deal.assigneeId = pick(users.filter(({ id }) => id !== deal.assigneeId)).id;
			addEntry(deal, later(), 'USER_CHANGED', deal.assigneeId);
		};

		const ladder = statuses.filter((status) => status.backlog_id === backlog.id);
		moveTo(ladder[0].id);
		if (n === 0) moveTo(goneStatusId);
		if (n === 1) addEntry(deal, later(), 'USER_CHANGED', null);
		const steps = int(1, ladder.length - 2);
		for (const status of ladder.slice(1, 1 + steps)) {
			if (datatype.boolean(0.6)) assign();
			moveTo(status.id);
		}
		if (n === 2) {
			backlog = backlogs[(n + 1) % backlogs.length];
			deal.backlogId = backlog.id;
			assign();
			moveTo(statuses.find((status) => status.backlog_id === backlog.id)!.id);
		}
		// Now and then the last thing that happened was a change of hands.
		if (n === 1 || datatype.boolean(0.3)) assign();
		return deal;
	});
	return stories.map((story, n) => ({
		...story,
		...holdingsOf(seed, n, story, labelOf(story.statusId)),
	}));
}
