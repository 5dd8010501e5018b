import { ok } from '../../answer.mts';
import type { Switches } from '../../switches.mts';
import type { Route } from '../call.mts';

const listHistory: Route = (call) => {
	const profile = call.profile(call.params.companyProfileId);
	const history = profile.deals.map((deal) => ({
		id: deal.id,
		backlogId: deal.backlogId,
		summary: deal.summary,
		companyProfileId: [profile.id],
		history: deal.history,
	}));
	return ok(withTotal({ history }, call.switches));
};

const listStatuses: Route = (call) => {
	const { statuses } = call.profile(call.params.companyProfileId);
	return ok(withTotal({ statuses }, call.switches));
};

const listUsers: Route = (call) => {
	const { users } = call.profile(call.query.id);
	return ok(call.switches.wholeTotal === 'none' ? users : withTotal({ users }, call.switches));
};

export const historyRoutes = { listHistory, listStatuses, listUsers };

/** An unpaged list, which may announce more rows than it contains. */
function withTotal(list: Record<string, unknown[]>, { wholeTotal }: Switches): object {
	const [{ length }] = Object.values(list);
	const said = {
		none: {},
		right: { total: length },
		more: { total: length + 10 },
		hasMore: { hasMore: true },
	};
	return { ...list, ...said[wholeTotal] };
}
