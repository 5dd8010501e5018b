import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'openapi-backend';
import { type Answer, Refusal } from '../answer.mts';
import type { Service } from '../service.mts';
import type { Caller } from '../signin/access.mts';
import type { Switches } from '../switches.mts';
import type { Profile } from '../world/profile.mts';

/** What a route works with. The request has been checked against openapi.yaml by then. */
export interface Call {
	service: Service;
	switches: Switches;
	path: string;
	query: Record<string, string>;
	params: Record<string, string>;
	body: any;
	/** The profile that the call is about. Refuses if the caller has no access to it. */
	profile(namedId: string | undefined): Profile;
	/** Whoever is signed in. */
	caller: Caller;
}

export type Route = (call: Call) => Answer | Promise<Answer>;

/** Fits a route to the handler openapi-backend wants. */
export const handler =
	(route: Route) =>
	async ({ request, security }: Context, service: Service): Promise<Answer> => {
		const { apiToken, oAuth2, session } = security;
		const caller: Caller = apiToken || oAuth2 || session;
		return await route({
			service,
			switches: service.switches,
			path: request.path,
			query: request.query as Record<string, string>,
			params: request.params as Record<string, string>,
			body: request.requestBody,
			profile: (namedId) => service.access.profileFor(caller, service.world, namedId),
			caller,
		});
	};

/** Nothing has that ID or name. As published, this has the same code as a missing permission. */
export const unknownId = ({ switches: { unknownIdStatus: status } }: Call) =>
	new Refusal(status, 'No such record');

export const wait = (ms: number) => (ms > 0 ? sleep(ms) : undefined);
