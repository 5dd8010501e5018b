import { chanceFor, uuidOf } from './chance.mts';
import { addEntry } from './history.mts';
import { holdingsOf } from './holdings.mts';
import type { Pipelines } from './pipelines.mts';
import type { Deal, User } from './shapes.mts';
import { HOUSES, JOBS, WISHES } from './trade.mts';

const START = Date.UTC(2025, 2, 1, 9);
const HOUR = 3_600_000;

/** The leads of a profile. The first became the first deal: both belong to one request. */
export function makeLeads(
	seed: number,
	profileId: string,
	count: number,
	{ backlogs, statuses }: Pipelines,
	users: User[],
	[deal]: Deal[],
): Deal[] {
	const [backlog] = backlogs;
	const ladder = statuses.filter((status) => status.backlog_id === backlog.id);
	return Array.from({ length: count }, (_, n) => {
		const { helpers, datatype, person } = chanceFor(seed, 'lead', profileId, n);
		const became = n === 0 ? deal : undefined;
		const at = became ? became.createdAt - HOUR : START + n * 17 * HOUR;
		const isCalled = datatype.boolean(0.6);
		const story = {
			id: uuidOf(seed, 'lead', profileId, n, 'item'),
			type: 'LEADS' as const,
			backlogId: backlog.id,
			summary: became?.summary ?? `${helpers.arrayElement(JOBS)} familie ${person.lastName()}`,
			description: helpers.arrayElement(WISHES),
			statusId: ladder[isCalled ? 1 : 0].id,
			assigneeId: isCalled ? helpers.arrayElement(users).id : null,
			leadConfigurationId:
				became?.leadConfigurationId ?? uuidOf(seed, 'lead', profileId, n, 'request'),
			house: helpers.arrayElement(HOUSES),
			rank: `0|h${n.toString(36).padStart(5, '0')}:`,
			createdAt: at,
			updatedAt: at,
			history: [],
		};
		addEntry(story, at, 'STATUS_CHANGED', ladder[0].id);
		if (story.assigneeId) addEntry(story, at + HOUR, 'USER_CHANGED', story.assigneeId);
		if (isCalled) addEntry(story, at + 2 * HOUR, 'STATUS_CHANGED', ladder[1].id);
		if (!became) return { ...story, ...holdingsOf(seed, 300 + n, story) };
		const { person: same, value } = became;
		const converted = { timestamp: became.createdAt, type: 'ITEM_CONVERTED' as const };
		return { ...story, person: same, value, enteredManually: false, labels: [converted] };
	});
}
