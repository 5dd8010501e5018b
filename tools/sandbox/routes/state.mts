import type { Service } from '../service.mts';
import { resultOf } from '../world/published/items.mts';

/** What the world contains, for tests and for the board page. Subscriptions are those of all profiles. */
export function stateOf({ world, log }: Service, profileId: string) {
	const profile = world.profile(profileId);
	const succeeded = log.logins.filter(({ type }) => type === 'SUCCESS').length;
	return {
		contacts: profile.contacts.count(),
		subscriptions: world.subscriptions(),
		deals: profile.deals.map((deal) => ({
			id: deal.id,
			summary: deal.summary,
			statusId: deal.statusId,
			statusLabel: profile.status(deal.statusId)?.label ?? null,
			backlogId: deal.backlogId,
			assigneeId: deal.assigneeId,
			result: resultOf(deal),
		})),
		backlogs: profile.backlogs,
		statuses: profile.statuses,
		users: profile.users,
		quotations: profile.quotations.map(({ id }) => id),
		logins: { succeeded, refused: log.logins.length - succeeded },
	};
}
