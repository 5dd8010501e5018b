import { uuidOf } from './chance.mts';
import type { Backlog, Status } from './shapes.mts';

/** Boards with their pipelines. Several pipelines share labels, under different ids. */
const BOARDS: Array<Record<string, string[]>> = [
	{
		'Nieuwe leads': ['Nieuw', 'Contact gelegd', 'Afspraak gepland', 'Gewonnen', 'Verloren'],
		Offertetraject: [
			'Offerte maken',
			'Offerte verstuurd',
			'In onderhandeling',
			'Gewonnen',
			'Verloren',
		],
	},
	{ Uitvoering: ['Nieuw', 'Ingepland', 'In uitvoering', 'Opgeleverd'] },
];

const COLORS: Record<string, string> = {
	Nieuw: '#2E86C1',
	Gewonnen: '#27AE60',
	Opgeleverd: '#27AE60',
	Verloren: '#C0392B',
};
const OTHER_COLORS = ['#F39C12', '#8E44AD', '#16A085', '#D35400', '#5D6D7E'];

export interface Pipelines {
	backlogs: Backlog[];
	statuses: Status[];
	/** A status deals were once in, that has been removed since. */
	goneStatusId: string;
}

export function makePipelines(seed: number, profileId: string): Pipelines {
	const idOf = (...name: string[]) => uuidOf(seed, profileId, ...name);
	const backlogs: Backlog[] = [];
	const statuses: Status[] = [];
	for (const [place, board] of BOARDS.entries()) {
		const boardId = idOf('board', String(place));
		for (const [name, labels] of Object.entries(board)) {
			const backlog = { id: idOf('backlog', name), name, boardId };
			backlogs.push(backlog);
			labels.forEach((label, n) => {
				statuses.push({
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
	return { backlogs, statuses, goneStatusId: idOf('gone status') };
}
