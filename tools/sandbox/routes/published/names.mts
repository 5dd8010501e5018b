import { ok } from '../../answer.mts';
import { historyItemOf } from '../../world/published/items.mts';
import { boardOf, pipelineOf, statusesOf } from '../../world/published/pipelines.mts';
import { type Route, unknownId } from '../call.mts';

/** Boards, pipelines and statuses, and the history, which refers to them by ID. */

const listBoards: Route = (call) => {
	const profile = call.profile(call.params.companyProfileId);
	const { board_type: type } = call.query;
	const boards = profile.boards.filter((board) => !type || board.type === type);
	return ok({ message: 'OK', boards: boards.map((board) => boardOf(profile, board)) });
};

const listPipelines: Route = (call) => {
	const profile = call.profile(call.params.companyProfileId);
	const boardId = call.params.boardId.toLowerCase();
	if (!profile.boards.some(({ id }) => id === boardId)) throw unknownId(call);
	const own = profile.allBacklogs.filter((backlog) => backlog.boardId === boardId);
	return ok({ message: 'OK', backlogs: own.map(pipelineOf) });
};

const listStatusesAsPublished: Route = (call) => {
	const profile = call.profile(call.params.companyProfileId);
	return ok({ statuses: statusesOf(profile) });
};

const listHistoryAsPublished: Route = (call) => {
	const profile = call.profile(call.params.companyProfileId);
	return ok({ history: profile.items.map((item) => historyItemOf(profile, item)) });
};

export const namingRoutes = {
	listBoards,
	listPipelines,
	listStatusesAsPublished,
	listHistoryAsPublished,
};
