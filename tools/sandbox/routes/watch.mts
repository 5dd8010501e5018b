import type { FastifyInstance } from 'fastify';
import { dueFault, type Fault } from '../faults.mts';
import { drop, interrupt } from '../interrupt.mts';
import { note, type RequestEntry } from '../log.mts';
import { Refusal } from '../answer.mts';
import type { Service } from '../service.mts';
import { schemeOf } from '../signin/access.mts';
import { askedFor, type Operation } from './asked.mts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The operation, or why there is none. */
		asked: Operation | Refusal;
		entry: RequestEntry | null;
		fault: Fault | null;
	}
}

/** Logs each request as it arrives, and decides which fault it meets. */
export function watch(app: FastifyInstance, service: Service) {
	const { api } = service.description;
	let inFlight = 0;
	app.decorateRequest('asked');
	app.decorateRequest('entry', null);
	app.decorateRequest('fault', null);

	app.addHook('onRequest', async (request, reply) => {
		const { method, url, headers } = request;
		const [path] = url.split('?');
		const asked = askedFor(api, { method, path }, service.switches);
		const operationId = asked instanceof Refusal ? null : asked.operationId;
		const query = request.query as Record<string, unknown>;
		const route = operationId === 'loginAtAuthenticationService' ? 'login' : operationId;
		const fault = route
			? dueFault(service.switches.faults, { route, page: query.page })
			: undefined;
		const since = Date.now();
		const entry: RequestEntry = note(service.log.requests, {
			time: new Date(since).toISOString(),
			method,
			path,
			query,
			operationId,
			scheme: schemeOf(headers),
			status: null,
			fault: fault?.kind ?? null,
			misfit: null,
			inFlight: ++inFlight,
			durationMs: null,
		});
		request.asked = asked;
		request.entry = entry;
		request.fault = fault ?? null;
		const { raw } = reply;
		const headSent = fault ? interrupt(raw, fault) : () => raw.headersSent;
		// Closed means answered in full or cut off, whichever comes first.
		raw.once('close', () => {
			inFlight--;
			entry.status = headSent() ? raw.statusCode : null;
			entry.durationMs = Date.now() - since;
		});
		if (fault && drop(request.raw, fault)) reply.hijack();
	});
}
