import type { FastifyInstance } from 'fastify';
import { dueFault, type Fault } from '../faults.mts';
import { note, type RequestEntry } from '../log.mts';
import type { Service } from '../service.mts';
import { schemeOf } from '../signin/access.mts';

declare module 'fastify' {
	interface FastifyRequest {
		entry: RequestEntry | null;
		fault: Fault | null;
	}
}

/** Logs each request as it arrives, and decides which fault it meets. */
export function watch(app: FastifyInstance, service: Service) {
	const { api } = service.description;
	let inFlight = 0;
	app.decorateRequest('entry', null);
	app.decorateRequest('fault', null);

	app.addHook('onRequest', async (request, reply) => {
		const { method, url, headers } = request;
		const [path] = url.split('?');
		const operationId = api.matchOperation({ method, path, headers: {} })?.operationId ?? null;
		const fault = operationId && dueFault(service.switches.faults, operationId);
		const since = Date.now();
		const entry: RequestEntry = note(service.log.requests, {
			time: new Date(since).toISOString(),
			method,
			path,
			query: request.query as Record<string, unknown>,
			operationId,
			scheme: schemeOf(headers),
			status: null,
			fault: fault ? fault.kind : null,
			inFlight: ++inFlight,
			durationMs: null,
		});
		request.entry = entry;
		request.fault = fault || null;
		// Closed means answered in full or cut off, whichever comes first.
		reply.raw.once('close', () => {
			inFlight--;
			entry.status = reply.raw.headersSent ? reply.raw.statusCode : null;
			entry.durationMs = Date.now() - since;
		});
		if (request.fault?.kind === 'resetBefore') {
			reply.hijack();
			request.raw.socket.resetAndDestroy();
		}
	});
}
