import type { OpenAPIBackend } from 'openapi-backend';
import { Refusal } from '../answer.mts';
import type { Service } from '../service.mts';
import { schemeOf } from '../signin/access.mts';
import { handler } from './call.mts';
import { contactRoutes } from './described/contacts.mts';
import { historyRoutes } from './described/history.mts';
import { quotationRoutes } from './described/quotations.mts';
import { webhookRoutes } from './described/webhooks.mts';
import { loginRoutes } from './login.mts';
import { documentRoutes } from './published/documents.mts';
import { itemRoutes } from './published/items.mts';
import { namingRoutes } from './published/names.mts';
import { peopleRoutes } from './published/people.mts';
import { triggerRoutes } from './published/webhooks.mts';

const ROUTES = {
	...loginRoutes,
	...contactRoutes,
	...quotationRoutes,
	...historyRoutes,
	...webhookRoutes,
	...documentRoutes,
	...itemRoutes,
	...namingRoutes,
	...peopleRoutes,
	...triggerRoutes,
};

/** Ties routes and sign-in to the description. Has no state, because each call brings its service. */
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
	api.register({
		unauthorizedHandler: ({ request }) => {
			const isSent = schemeOf(request.headers) !== 'none';
			const code = isSent ? 'INVALID_TOKEN' : 'COULD_NOT_READ_TOKEN';
			throw new Refusal(401, 'Not signed in, or not any more', { code });
		},
		validationFail: ({ validation: { errors } }) => {
			throw new Refusal(400, 'The request does not fit the description', { errors });
		},
	});
}
