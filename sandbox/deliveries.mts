import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DealStatusChange } from './openapi.ts';
import { note, type DeliveryEntry, type Log } from './log.mts';
import type { Switches } from './switches.mts';
import type { Subscription } from './world/shapes.mts';

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 200;
const EXCERPT = 200;

type Address = Pick<Subscription, 'url' | 'method' | 'headers'>;

/** Calls the registered hooks, with registered method and headers. */
export class Deliveries {
	// Connections are kept open: thousands of events in a row would use up the ports otherwise.
	private readonly agents = {
		'http:': new http.Agent({ keepAlive: true, maxSockets: 64 }),
		'https:': new https.Agent({ keepAlive: true, maxSockets: 64 }),
	};

	constructor(
		private readonly switches: Switches,
		private readonly log: Log,
	) {}

	/** Sends an event to each of these hooks. Resolves when every attempt has ended. */
	async send(event: DealStatusChange, subscriptions: Subscription[]): Promise<DeliveryEntry[]> {
		const { duplicateDeliveries, duplicateAfterMs } = this.switches;
		const sendAll = async () =>
			await Promise.all(subscriptions.map((to) => this.deliver(event, to)));
		const sendAgain = async () => {
			if (duplicateAfterMs > 0) await sleep(duplicateAfterMs);
			return await sendAll();
		};
		const sent = [sendAll(), ...(duplicateDeliveries ? [sendAgain()] : [])];
		return (await Promise.all(sent)).flat(2);
	}

	/**
	 * Calls an address that is about to be registered, where the switch says so.
	 * Gives what is wrong with it, if anything.
	 */
	async ping(to: Address): Promise<string | undefined> {
		const { pingWhileRegistering: kind } = this.switches;
		if (!kind) return undefined;
		const body = JSON.stringify(kind === 'named' ? { ping: true } : {});
		const { status, answer } = await this.call(to, body).catch(unreached);
		return status === 200 ? undefined : `answered ${status ?? 'nothing'}: ${answer}`;
	}

	close() {
		for (const agent of Object.values(this.agents)) agent.destroy();
	}

	private async deliver(event: DealStatusChange, to: Subscription): Promise<DeliveryEntry[]> {
		const entries: DeliveryEntry[] = [];
		const attempts = this.switches.deliveryAttempts;
		for (let attempt = 1; attempt <= attempts; attempt++) {
			if (attempt > 1) await sleep(PAUSE_MS);
			const entry = await this.attempt(event, to, attempt);
			entries.push(note(this.log.deliveries, entry));
			if (entry.status !== null && entry.status < 300) break;
		}
		return entries;
	}

	private async attempt(event: DealStatusChange, to: Subscription, attempt: number) {
		const start = Date.now();
		const outcome = await this.call(to, JSON.stringify(event)).catch(unreached);
		return {
			time: new Date(start).toISOString(),
			eventId: event.id,
			subscriptionId: to.id,
			url: to.url,
			method: to.method,
			attempt,
			...outcome,
			durationMs: Date.now() - start,
		};
	}

	private call(to: Address, body: string): Promise<{ status: number; answer: string }> {
		const { promise, resolve, reject } = deferred<{ status: number; answer: string }>();
		const url = new URL(to.url);
		const secure = url.protocol === 'https:';
		const request = (secure ? https : http).request(url, {
			method: to.method,
			agent: this.agents[secure ? 'https:' : 'http:'],
			headers: {
				'Content-Type': 'application/json',
				'Content-Length': Buffer.byteLength(body),
				...to.headers,
			},
			timeout: TIMEOUT_MS,
		});
		request.on('timeout', () => request.destroy(new Error('timed out')));
		request.on('error', (error: NodeJS.ErrnoException) => {
			// The receiver closed an idle connection just as it was used again: nothing was received.
			const stale = request.reusedSocket && error.code === 'ECONNRESET';
			if (stale) this.call(to, body).then(resolve, reject);
			else reject(error);
		});
		request.on('response', (response) => {
			let answer = '';
			response.setEncoding('utf8');
			response.on('data', (text: string) => {
				if (answer.length < EXCERPT) answer += text.slice(0, EXCERPT);
			});
			response.on('end', () =>
				resolve({ status: response.statusCode!, answer: answer.slice(0, EXCERPT) }),
			);
			response.on('error', reject);
		});
		request.end(body);
		return promise;
	}
}

const unreached = (error: NodeJS.ErrnoException) => ({
	status: null,
	answer: String(error.code ?? error.message),
});

function deferred<T>() {
	let resolve!: (value: T) => void;
	let reject!: (reason: Error) => void;
	const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
	return { promise, resolve, reject };
}
