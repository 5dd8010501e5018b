import http from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { Refusal } from './answer.mts';
import type { Log } from './log.mts';
import { interaction } from './oidc/interaction.mts';
import { OIDC_PATH } from './oidc/oidc.mts';
import { board } from './routes/board.mts';
import { control } from './routes/control.mts';
import { crm } from './routes/crm.mts';
import { register } from './routes/register.mts';
import { Service, type Moved, type Delivered } from './service.mts';
import type { Switches } from './switches.mts';
import { readDescription, type Description } from './validation.mts';
import type { Happening } from './world/events/event.mts';
import type { World, WorldOptions } from './world/world.mts';

export * from './identities.mts';

export interface SandboxOptions extends WorldOptions {
	/** The address that it listens on; this machine alone unless another is named. */
	host?: string;
	/** 0, the default, takes any free port. */
	port?: number;
	switches?: Partial<Switches>;
}

export interface Sandbox {
	url: string;
	readonly world: World;
	/** Changes apply from the next request on. */
	switches: Switches;
	log: Log;
	reset(options?: WorldOptions): void;
	moveDeal(dealId: string, statusId: string): Promise<Moved>;
	assignDeal(dealId: string, userId: string | null): Promise<Delivered>;
	closeDeal(dealId: string, result: 'won' | 'lost'): Promise<Delivered>;
	/** Sends an event of any published name, and changes nothing. */
	send(happening: Happening, profileId?: string): Promise<Delivered>;
	close(): Promise<void>;
}

/** Read and registered once per process. It has no state, so sandboxes may share it. */
let shared: Promise<Description> | undefined;
const description = () =>
	(shared ??= readDescription().then((read) => {
		register(read.api);
		return read;
	}));

/** Starts a stand-in of the Sales CRM service on this machine. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { host = '127.0.0.1', port = 0, ...start } = options;
	const service = new Service(await description(), start);
	const app = fastify({
		bodyLimit: 16 * 1024 * 1024,
		forceCloseConnections: true,
		// The OpenID provider reads its requests itself, so it gets them before anything else does.
		serverFactory: (handle) =>
			http.createServer((request, response) => {
				if (!request.url!.startsWith(`${OIDC_PATH}/`)) return handle(request, response);
				service.oidc.handle(request, response).catch((error) => {
					console.error('Sandbox fault in the OpenID provider:', error);
					response.destroy();
				});
			}),
	});
	app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
		if (error instanceof Refusal) return reply.code(error.status).send({ message: error.message });
		const status = error.statusCode ?? 500;
		// Such an error is a fault of the sandbox, which must not look like one of the service.
		if (status >= 500) console.error(`Sandbox fault at ${request.method} ${request.url}:`, error);
		return reply.code(status).send({ message: `Sandbox: ${error.message}` });
	});
	await app.register(board);
	await app.register(control, { service, prefix: '/_sandbox' });
	await app.register(interaction, { oidc: service.oidc });
	await app.register(crm, { service });
	await app.listen({ port, host });
	const { port: taken } = app.server.address() as AddressInfo;
	service.url = `http://127.0.0.1:${taken}`;

	return {
		url: service.url,
		get world() {
			return service.world;
		},
		switches: service.switches,
		log: service.log,
		reset: (again) => service.reset(again),
		moveDeal: (dealId, statusId) => service.moveDeal(dealId, statusId),
		assignDeal: (dealId, userId) => service.assignDeal(dealId, userId),
		closeDeal: (dealId, result) => service.closeDeal(dealId, result),
		send: (happening, profileId) => service.send(happening, profileId),
		close: async () => await app.close(),
	};
}
