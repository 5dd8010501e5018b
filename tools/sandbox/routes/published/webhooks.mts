import { ok, Refusal } from '../../answer.mts';
import type { Subscription as Shown } from '../../openapi.ts';
import { uuidOf } from '../../world/chance.mts';
import type { Profile } from '../../world/profile.mts';
import type { Subscription } from '../../world/shapes.mts';
import type { Call, Route } from '../call.mts';

const subscribeAsPublished: Route = async ({ body, ...call }) => {
	const profile = call.profile(body.company_profile_id);
	const { audience_id: _, ...rest } = body;
	const asked: Subscription = { method: 'POST', headers: {}, ...rest, createdAt: Date.now() };
	const refused = await call.service.deliveries.ping(asked);
	if (refused) throw new Refusal(400, `The address was called and ${refused}`);
	const hook = { ...asked, id: profile.newId(), company_profile_id: profile.id };
	profile.subscriptions.set(hook.id, hook);
	return ok({ subscription: shown(hook, profile, call.caller), message: 'OK', actions: {} });
};

/** Without a profile, those of all that are open to the caller. */
const listSubscriptionsAsPublished: Route = ({ caller, query, service, ...call }) => {
	const profiles = query.profile_id
		? [call.profile(query.profile_id)]
		: caller.profileIds.map((id) => service.world.profile(id));
	const all = profiles.flatMap((profile) =>
		[...profile.subscriptions.values()].map((hook) => shown(hook, profile, caller)),
	);
	return ok(all);
};

const unsubscribeAsPublished: Route = ({ caller, query, service }) => {
	const id = query.id.toLowerCase();
	return ok(
		caller.profileIds.some((profileId) =>
			service.world.profile(profileId).subscriptions.delete(id),
		),
	);
};

export const triggerRoutes = {
	subscribeAsPublished,
	listSubscriptionsAsPublished,
	unsubscribeAsPublished,
};

/** The headers of a hook, and what secret they hold, are shown to whoever may list hooks. */
const shown = (hook: Subscription, profile: Profile, caller: Call['caller']): Shown => ({
	id: hook.id,
	userId: profile.users[0].id,
	...(caller.pinnedTo && { accessTokenId: uuidOf('token', caller.pinnedTo) }),
	name: hook.name,
	events: hook.events,
	scope: { ...hook.scope, company_profile_id: profile.id },
	createdAt: hook.createdAt ?? profile.madeAt,
	executor: 'webhook',
	executorParameters: { url: hook.url, method: hook.method, headers: hook.headers },
});
