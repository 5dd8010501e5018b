import type * as described from '../../openapi.ts';
import type { Profile } from '../profile.mts';
import type { Backlog, Board, Status } from '../shapes.mts';

/** Boards, pipelines and statuses as they are published. */

export const boardOf = (profile: Profile, board: Board): described.Board => ({
	id: board.id,
	board_type: board.type,
	board_name: board.name,
	default_board: board === profile.boards.find(({ type }) => type === board.type),
	company_profile_id: profile.id,
	lost_reasons: board.type === 'DEALS' ? ['Te duur', 'Geen reactie'] : [],
});

export const pipelineOf = ({ id, name, boardId }: Backlog, place: number): described.Pipeline => ({
	id,
	backlog_name: name,
	board_id: boardId,
	custom_field: [{ fieldName: 'lead_value', type: 'CURRENCY' }],
	default_backlog: place === 0,
	pipeline_enabled: true,
	pipeline_column_property_name: 'status',
	pipeline_column_property_type: 'STATUS',
	pipeline_card_properties: ['email', 'phone'],
	pipeline_table_column_properties: ['summary', 'status'],
	rank: `0|i0000${place}:`,
});

const CATEGORIES: Record<string, described.StatusAsPublished['status_category']> = {
	Gewonnen: 'DONE',
	Verloren: 'DONE',
	Opgeleverd: 'DONE',
	Afgewezen: 'DONE',
	'In onderhandeling': null,
};

/** The first of a pipeline is still to do, unless its name says otherwise. */
function statusOf(status: Status, ladder: Status[]): described.StatusAsPublished {
	const position = ladder.indexOf(status);
	const usual = position === 0 ? 'TODO' : 'PROGRESS';
	const category = CATEGORIES[status.label];
	return {
		...status,
		status_category: category === undefined ? usual : category,
		position,
	};
}

/** Unordered, because `position` gives the order. */
export function statusesOf({ allStatuses }: Profile): described.StatusAsPublished[] {
	const ladderOf = ({ backlog_id }: Status) =>
		allStatuses.filter((other) => other.backlog_id === backlog_id);
	return allStatuses
		.map((status) => statusOf(status, ladderOf(status)))
		.sort((a, b) => (a.id < b.id ? -1 : 1));
}
