import type { OpenAPIBackend } from 'openapi-backend';
import { Refusal } from '../answer.mts';
import type { Service } from '../service.mts';
import { handler } from './call.mts';
import { contactRoutes } from './contacts.mts';
import { historyRoutes } from './history.mts';
import { loginRoutes } from './login.mts';
import { quotationRoutes } from './quotations.mts';
import { webhookRoutes } from './webhooks.mts';

const ROUTES = {
	...loginRoutes,
	...contactRoutes,
	...quotationRoutes,
	...historyRoutes,
	...webhookRoutes,
};

/** Ties routes and sign-in to the description. Holds no state: the service comes with each call. */
export function register(api: OpenAPIBackend) {
	for (const [operationId, route] of Object.entries(ROUTES)) {
		api.register(operationId, handler(route));
	}
	api.registerSecurityHandler('apiToken', ({ request }, { access }: Service) =>
		access.byToken(request.headers),
	);
	api.registerSecurityHandler('oAuth2', ({ request }, { access }: Service) =>
		access.byOAuth(request.headers),
	);
	api.registerSecurityHandler('session', ({ request }, { access }: Service) =>
		access.bySession(request.headers),
	);
	const refuse = (status: number, message: string) => () => {
		throw new Refusal(status, message);
	};
	api.register({
		notFound: refuse(404, 'No such route'),
		methodNotAllowed: refuse(405, 'No such method on this route'),
		unauthorizedHandler: refuse(401, 'Not signed in, or not any more'),
		validationFail: ({ validation }) => {
			throw new Refusal(400, 'The request does not fit the description', validation.errors);
		},
	});
}
