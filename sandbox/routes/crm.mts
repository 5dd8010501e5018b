import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAPIBackend } from 'openapi-backend';
import { Refusal, type Answer } from '../answer.mts';
import { dueFault, type Fault } from '../faults.mts';
import { note, type RequestEntry } from '../log.mts';
import type { Service } from '../service.mts';
import { schemeOf } from '../signin/access.mts';
import { handler, wait } from './call.mts';
import { contactRoutes } from './contacts.mts';
import { historyRoutes } from './history.mts';
import { loginRoutes } from './login.mts';
import { instead, spoil } from './play.mts';
import { quotationRoutes } from './quotations.mts';
import { webhookRoutes } from './webhooks.mts';

const ROUTES = {
	...loginRoutes,
	...contactRoutes,
	...quotationRoutes,
	...historyRoutes,
	...webhookRoutes,
};

declare module 'fastify' {
	interface FastifyRequest {
		entry: RequestEntry | null;
		fault: Fault | null;
		since: number;
	}
}

/** Ties routes and sign-in to the description. Holds no state: the service comes with each call. */
function register(api: OpenAPIBackend) {
	if (api.handlers.login) return;
	for (const [operationId, route] of Object.entries(ROUTES)) {
		api.register(operationId, handler(route));
	}
	api.registerSecurityHandler('apiToken', (c, service: Service) =>
		service.access.byToken(c.request.headers),
	);
	api.registerSecurityHandler('oAuth2', (c, service: Service) =>
		service.access.byOAuth(c.request.headers),
	);
	api.registerSecurityHandler('session', (c, service: Service) =>
		service.access.bySession(c.request.headers),
	);
	const refuse = (status: number, message: string) => () => {
		throw new Refusal(status, message);
	};
	api.register({
		notFound: refuse(404, 'No such route'),
		methodNotAllowed: refuse(405, 'No such method on this route'),
		unauthorizedHandler: refuse(401, 'Not signed in, or not any more'),
		validationFail: (c) => {
			throw new Refusal(400, 'The request does not fit the description', c.validation.errors);
		},
	});
}

/** All routes of the service: one catch-all that lets the description decide. */
export async function crm(app: FastifyInstance, { service }: { service: Service }) {
	const { api, faultOf } = service.description;
	register(api);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		async (_: FastifyRequest, body: string) => body,
	);
	app.decorateRequest('entry', null);
	app.decorateRequest('fault', null);
	app.decorateRequest('since', 0);

	app.addHook('onRequest', async (request, reply) => {
		const [path] = request.url.split('?');
		const operation = api.matchOperation({ method: request.method, path, headers: {} });
		const operationId = operation?.operationId ?? null;
		request.since = Date.now();
		request.fault = (operationId && dueFault(service.switches.faults, operationId)) || null;
		service.inFlight++;
		request.entry = note(service.log.requests, {
			time: new Date().toISOString(),
			method: request.method,
			path,
			query: request.query as Record<string, unknown>,
			operationId,
			scheme: schemeOf(request.headers),
			status: null,
			fault: request.fault?.kind ?? null,
			inFlight: service.inFlight,
			durationMs: null,
		});
		if (request.fault?.kind === 'resetBefore') {
			reply.hijack();
			request.raw.socket.resetAndDestroy();
		}
	});
	// Closed means answered in full or cut off, whichever comes first.
	app.addHook('onRequest', async (request, reply) => {
		reply.raw.once('close', () => {
			const { headersSent, statusCode } = reply.raw;
			service.inFlight--;
			Object.assign(request.entry!, {
				status: headersSent ? statusCode : null,
				durationMs: Date.now() - request.since,
			});
		});
	});

	async function work(request: FastifyRequest): Promise<Answer> {
		const { method, url, headers, body } = request;
		const replaced = request.fault && instead(request.fault);
		if (replaced) return replaced;
		let answer: Answer;
		try {
			const asked = { method, path: url, headers: headers as Record<string, string>, body };
			answer = await api.handleRequest(asked, service);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			answer = error.answer();
		}
		const operationId = request.entry?.operationId;
		const wrong = operationId && faultOf(operationId, answer);
		if (wrong) throw new Error(`The answer of ${operationId} does not fit openapi.yaml: ${wrong}`);
		return spoil(answer, request.fault, service.switches, operationId);
	}

	app.all('/*', async (request, reply) => {
		const answer = await work(request);
		await wait(service.switches.latencyMs);
		const { socket } = request.raw;
		const kind = request.fault?.kind;
		if (kind === 'timeout' || kind === 'resetAfter' || kind === 'lostReply') {
			reply.hijack();
			if (kind === 'resetAfter') socket.resetAndDestroy();
			if (kind === 'lostReply') socket.destroy();
			return;
		}
		return send(reply, answer);
	});
}

function send(reply: FastifyReply, { status, headers = {}, body, stream }: Answer) {
	reply.code(status).headers(headers);
	if (stream) return reply.send(stream);
	if (body === undefined) return reply.send();
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	if (!headers['content-type']) reply.type('application/json; charset=utf-8');
	return reply.send(text);
}
