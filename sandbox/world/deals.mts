import { HOUSES, JOBS, LAST_NAMES, WISHES } from './dutch.mts';
import { addEntry } from './history.mts';
import type { Pipelines } from './pipelines.mts';
import { randomFor } from './random.mts';
import type { Deal, User } from './shapes.mts';

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
	return Array.from({ length: count }, (_, n) => {
		const chance = randomFor(seed, `deal ${profileId}`, n);
		let backlog = backlogs[n % backlogs.length];
		let at = START + n * 31 * HOUR + chance.int(0, 6 * HOUR);
		const later = () => (at += chance.int(2, 120) * HOUR + chance.int(0, HOUR));
		const deal: Deal = {
			id: chance.uuid(),
			backlogId: backlog.id,
			summary: `${chance.pick(JOBS)} familie ${chance.pick(LAST_NAMES)}`,
			description: chance.pick(WISHES),
			statusId: '',
			assigneeId: chance.pick(users).id,
			leadConfigurationId: chance.uuid(),
			house: chance.pick(HOUSES),
			rank: `0|i${n.toString(36).padStart(5, '0')}:`,
			createdAt: at,
			updatedAt: at,
			history: [],
		};
		const moveTo = (statusId: string) => {
			addEntry(deal, chance, later(), 'STATUS_CHANGED', statusId);
			deal.statusId = statusId;
		};
		const assign = () => {
			deal.assigneeId = chance.pick(users.filter(({ id }) => id !== deal.assigneeId)).id;
			addEntry(deal, chance, later(), 'USER_CHANGED', deal.assigneeId);
		};

		const ladder = statuses.filter((status) => status.backlog_id === backlog.id);
		moveTo(ladder[0].id);
		if (n === 0) moveTo(goneStatusId);
		if (n === 1) addEntry(deal, chance, later(), 'USER_CHANGED', null);
		const steps = chance.int(1, ladder.length - 2);
		for (const status of ladder.slice(1, 1 + steps)) {
			if (chance.chance(0.6)) assign();
			moveTo(status.id);
		}
		if (n === 2) {
			backlog = backlogs[(n + 1) % backlogs.length];
			deal.backlogId = backlog.id;
			assign();
			moveTo(statuses.find((status) => status.backlog_id === backlog.id)!.id);
		}
		// Now and then the last thing that happened was a change of hands.
		if (n === 1 || chance.chance(0.3)) assign();
		return deal;
	});
}
