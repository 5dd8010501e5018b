import { ok, Refusal } from '../../answer.mts';
import type { Subscription } from '../../world/shapes.mts';
import type { Route } from '../call.mts';

const subscribe: Route = async ({ body, ...call }) => {
	const profile = call.profile(body.company_profile_id);
	const isTaken = [...profile.subscriptions.values()].some(({ name }) => name === body.name);
	if (isTaken && call.switches.uniqueWebhookNames) throw new Refusal(409, 'This name is taken');
	const refused = await call.service.deliveries.ping(body);
	if (refused) throw new Refusal(422, `The address was called and ${refused}`);
	const id = profile.newId();
	profile.subscriptions.set(id, { ...body, id, company_profile_id: profile.id });
	return ok(result({ id }, 'Subscription created'));
};

const listSubscriptions: Route = (call) => {
	const { subscriptions } = call.profile(call.query.profile_id);
	const shown = ({ id, url }: Subscription) => (call.switches.listShowsUrl ? { id, url } : { id });
	return ok([...subscriptions.values()].map((one) => result(shown(one), 'Subscription')));
};

const unsubscribe: Route = ({ caller, query, service }) => {
	const id = query.id.toLowerCase();
	const removed = caller.profileIds.some((profileId) =>
		service.world.profile(profileId).subscriptions.delete(id),
	);
	if (!removed) throw new Refusal(404, 'No such subscription');
	return ok({ id });
};

export const webhookRoutes = { subscribe, listSubscriptions, unsubscribe };

const result = (subscription: { id: string; url?: string }, message: string) => ({
	subscription,
	message,
	actions: [],
});
