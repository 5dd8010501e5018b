import { uuidOf } from './chance.mts';
import type { Backlog, Board, Status } from './shapes.mts';

/** A board with its pipelines and their statuses. */
interface Plan {
	name: string;
	type: Board['type'];
	pipelines: Record<string, string[]>;
}

/** Several pipelines share labels, under different ids. */
export const DEAL_BOARDS: Plan[] = [
	{
		name: 'Verkoop',
		type: 'DEALS',
		pipelines: {
			'Nieuwe leads': ['Nieuw', 'Contact gelegd', 'Afspraak gepland', 'Gewonnen', 'Verloren'],
			Offertetraject: [
				'Offerte maken',
				'Offerte verstuurd',
				'In onderhandeling',
				'Gewonnen',
				'Verloren',
			],
		},
	},
	{
		name: 'Montage',
		type: 'DEALS',
		pipelines: { Uitvoering: ['Nieuw', 'Ingepland', 'In uitvoering', 'Opgeleverd'] },
	},
];

/** Known to the published description alone. */
export const OTHER_BOARDS: Plan[] = [
	{ name: 'Leads', type: 'LEADS', pipelines: { Website: ['Nieuw', 'Gebeld', 'Afgewezen'] } },
	{ name: 'Projecten', type: 'PROJECTS', pipelines: {} },
];

const COLORS: Record<string, string> = {
	Nieuw: '#2E86C1',
	Gewonnen: '#27AE60',
	Opgeleverd: '#27AE60',
	Verloren: '#C0392B',
};
const OTHER_COLORS = ['#F39C12', '#8E44AD', '#16A085', '#D35400', '#5D6D7E'];

export interface Pipelines {
	boards: Board[];
	backlogs: Backlog[];
	statuses: Status[];
	/** A status deals were once in, that has been removed since. */
	goneStatusId: string;
}

export function makePipelines(seed: number, profileId: string, plans: Plan[]): Pipelines {
	const idOf = (...name: string[]) => uuidOf(seed, profileId, ...name);
	const made: Pipelines = {
		boards: [],
		backlogs: [],
		statuses: [],
		goneStatusId: idOf('gone status'),
	};
	for (const [place, { name: boardName, type, pipelines }] of plans.entries()) {
		const boardId = idOf('board', type === 'DEALS' ? String(place) : boardName);
		made.boards.push({ id: boardId, name: boardName, type });
		for (const [name, labels] of Object.entries(pipelines)) {
			const backlog = { id: idOf('backlog', name), name, boardId };
			made.backlogs.push(backlog);
			labels.forEach((label, n) => {
				made.statuses.push({
					id: idOf('status', name, label),
					backlog_id: backlog.id,
					label,
					color: COLORS[label] ?? OTHER_COLORS[n % OTHER_COLORS.length],
					standard: label in COLORS,
					status_category: null,
				});
			});
		}
	}
	return made;
}
