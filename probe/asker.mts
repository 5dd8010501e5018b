import type { OpenAPIBackend } from 'openapi-backend';

import type { Connection } from '../nodes/transport/connection.ts';
import { send, isConnectionError } from '../nodes/transport/send.ts';
import { isPassingStatus, retryAfterMs } from '../nodes/transport/retryPolicy.ts';
import { requestOptions, type RequestParts } from '../nodes/transport/requestOptions.ts';
import { type Difference, differencesOf, distinct } from './differences.mts';
import { headersOf, type Headers } from './examine/headers.ts';
import type { Naming } from './examine/names.ts';
import { dataOf, fateOf, type Reply } from './examine/reply.ts';
import type { Told } from './examine/told.ts';
import type { Gate, Network } from './gate.mts';
import { type Operation, READS } from './operations.mts';

const MAX_TRIES = 3;
const MAX_WAIT_MS = 30_000;

/** Asks the service one thing after the other, and notes of each answer what is no data. */
export class Asker {
	readonly headers: Headers[] = [];
	/** What became of the well-meant questions, by operation. */
	readonly fates = new Map<Operation, Set<Told>>();
	readonly took: number[] = [];
	differences: Difference[] = [];
	/** Statuses that passed by themselves, such as 429. */
	readonly passing = new Set<number>();

	constructor(
		readonly connection: Connection,
		private readonly gate: Gate,
		private readonly api: OpenAPIBackend,
		readonly naming: Naming,
		private readonly wait: (ms: number) => Promise<unknown>,
	) {}

	/** A question that the service should answer with data; undefined when nothing came. */
	async ask(operation: Operation, parts: RequestParts = {}): Promise<Reply | undefined> {
		const reply = await this.tryToAsk(operation, parts);
		const fates = this.fates.get(operation) ?? new Set();
		this.fates.set(operation, fates.add(fateOf(reply)));
		const data = dataOf(reply);
		if (reply && data !== undefined) {
			const found = differencesOf(this.api, operation, { status: reply.status, data }, this.naming);
			this.differences = distinct([...this.differences, ...found]);
			this.took.push(reply.took);
		}
		return reply;
	}

	/** A question with something wrong in it: its fate says nothing of the route. */
	readonly askWrongly = async (
		operation: Operation,
		parts: RequestParts,
	): Promise<Reply | undefined> => await this.tryToAsk(operation, parts);

	/** The same with a sign-in of its own, or with none. */
	async askAs(headers: Record<string, string>, operation: Operation, parts: RequestParts) {
		const network: Network = async (options) =>
			await this.gate.send({ ...options, headers: { ...options.headers, ...headers } });
		const helpers = {
			httpRequestWithAuthentication: async (_: string, o: never) => await network(o),
		};
		const context = { ...this.connection.context, helpers };
		return await this.tryToAsk(operation, parts, { ...this.connection, context } as never, false);
	}

	private async tryToAsk(
		operation: Operation,
		parts: RequestParts,
		connection: Connection = this.connection,
		renews = true,
	): Promise<Reply | undefined> {
		const route = READS[operation];
		let isRenewed = false;
		for (let attempt = 1; ; attempt++) {
			const since = performance.now();
			const wanted = { ...parts, encoding: 'text', accept: 'application/json' } as const;
			const outcome = await send(connection, requestOptions(connection, route, wanted));
			const last = attempt >= MAX_TRIES;
			if (isConnectionError(outcome)) {
				if (last || outcome.code === '') return undefined;
				await this.wait(1000);
				continue;
			}
			const reply = { ...outcome, took: performance.now() - since };
			this.headers.push(headersOf(reply));
			if (renews && !last && !isRenewed) {
				isRenewed = (await connection.authenticator.judge(outcome, false)) === 'renewed';
				if (isRenewed) continue;
			}
			if (!isPassingStatus(reply.status) || last) return reply;
			this.passing.add(reply.status);
			await this.wait(Math.min(retryAfterMs(reply) ?? 1000, MAX_WAIT_MS));
		}
	}
}
