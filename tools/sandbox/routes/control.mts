import type { FastifyInstance } from 'fastify';
import { Refusal } from '../answer.mts';
import { PROFILE_ID } from '../identities.mts';
import type { Service } from '../service.mts';
import { checkSwitches } from '../switches.mts';
import { STATUS_CHANGE } from '../world/events/statusChange.mts';
import type { Happening } from '../world/events/event.mts';
import type { WorldOptions } from '../world/world.mts';
import { stateOf } from './state.mts';

type Id = { Params: { id: string } };

/** The control routes, for tests in other processes and for the board page. */
export async function control(app: FastifyInstance, { service }: { service: Service }) {
	const { switches, log, sessions, access, oidc } = service;
	const done = { done: true };

	app.get('/switches', async () => switches);
	app.patch('/switches', async ({ body }) => Object.assign(switches, checkSwitches(body)));
	app.post<{ Body: object | undefined }>('/reset', async ({ body }) => {
		service.reset(amounts(body ?? {}));
		return done;
	});
	app.get<{ Querystring: { profile?: string } }>('/state', async ({ query }) =>
		stateOf(service, query.profile ?? PROFILE_ID),
	);

	app.post<Id & { Body: { statusId: string } }>('/deals/:id/move', async ({ params, body }) =>
		service.moveDeal(params.id, body?.statusId),
	);
	app.post<Id & { Body: { userId?: string | null } }>(
		'/deals/:id/assign',
		async ({ params, body }) => service.assignDeal(params.id, body?.userId ?? null),
	);
	app.post<Id & { Body: { result: 'won' | 'lost' } }>(
		'/deals/:id/close',
		async ({ params, body }) => {
			if (!['won', 'lost'].includes(body?.result)) throw new Refusal(400, 'A deal is won or lost');
			return await service.closeDeal(params.id, body.result);
		},
	);
	app.post<{ Body: Happening }>('/events', async ({ body }) => {
		if (!body?.name) throw new Refusal(400, 'An event has a name');
		return await service.send(body);
	});

	app.post<Id>('/subscriptions/:id/forget', async ({ params }) => {
		if (!service.world.forget(params.id)) throw new Refusal(404, 'No such subscription');
		return done;
	});
	app.post<{ Body: { count?: number } }>('/subscriptions', async ({ body }) => {
		const profile = service.world.profile();
		const ids = Array.from({ length: body?.count ?? 1 }, (_, n) => {
			const id = profile.newId();
			profile.subscriptions.set(id, {
				id,
				name: `Koppeling van een ander ${n + 1}`,
				url: `${service.url}/_sandbox/sink/${n + 1}`,
				method: 'POST',
				headers: {},
				company_profile_id: profile.id,
				events: [STATUS_CHANGE],
			});
			return id;
		});
		return { ids };
	});
	// The target of other people's hooks, which accepts everything.
	app.all('/sink/:n', async () => ({ taken: true }));

	app.get('/deliveries', async () => log.deliveries);
	app.get<{ Querystring: { path?: string } }>('/requests', async ({ query }) =>
		query.path ? log.requests.filter(({ path }) => path.includes(query.path!)) : log.requests,
	);
	app.get('/logins', async () => log.logins);
	app.get('/tokens', async () => log.tokens);
	for (const name of ['deliveries', 'requests', 'logins', 'tokens'] as const) {
		app.delete(`/${name}`, async () => {
			log[name].length = 0;
			return done;
		});
	}

	const actions = {
		'/tokens/revoke': () => (access.tokensRevoked = true),
		'/sessions/expire': () => sessions.end(),
		'/oauth/expire': () => oidc.expire(),
		'/oauth/revoke': () => oidc.revoke(),
	};
	for (const [path, act] of Object.entries(actions)) {
		app.post(path, async () => {
			act();
			return done;
		});
	}
}

/** How much of everything to make, as asked for. */
function amounts(body: object): WorldOptions {
	for (const [name, value] of Object.entries(body)) {
		const known = ['seed', 'contacts', 'quotations', 'deals', 'leads'].includes(name);
		if (!known || !Number.isInteger(value) || value < 0) {
			throw new Refusal(
				400,
				`Reset takes whole numbers for seed, contacts, quotations, deals, leads`,
			);
		}
	}
	return body;
}
