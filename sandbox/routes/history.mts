import { ok } from '../answer.mts';
import { odd } from '../world/history.mts';
import { wait, type Route } from './call.mts';

const listHistory: Route = (call) => {
	const profile = call.profile(call.params.companyProfileId);
	const history = profile.deals.map((deal) => ({
		id: deal.id,
		backlogId: deal.backlogId,
		summary: deal.summary,
		companyProfileId: [profile.id],
		history: call.switches.oddHistory ? odd(deal.history) : deal.history,
	}));
	return ok({ history });
};

const listStatuses: Route = async (call) => {
	const { statuses } = call.profile(call.params.companyProfileId);
	await wait(call.switches.slowNamesMs);
	return ok({ statuses });
};

const listUsers: Route = async (call) => {
	const { users } = call.profile(call.query.id);
	await wait(call.switches.slowNamesMs);
	return ok(users);
};

export const historyRoutes = { listHistory, listStatuses, listUsers };
