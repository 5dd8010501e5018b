import { setTimeout as sleep } from 'node:timers/promises';
import { note, type DeliveryEntry, type Log } from './log.mts';
import type { SentEvent } from './service.mts';
import type { Switches } from './switches.mts';
import type { Subscription } from './world/shapes.mts';

const TIMEOUT_MS = 10_000;
const EXCERPT = 200;

type Address = Pick<Subscription, 'url' | 'method' | 'headers'>;

/** Calls the registered hooks, with registered method and headers. */
export class Deliveries {
	constructor(
		private readonly switches: Switches,
		private readonly log: Log,
	) {}

	/** Sends an event to each of these hooks. Resolves when every call has ended. */
	async send(event: SentEvent, subscriptions: Subscription[]): Promise<DeliveryEntry[]> {
		const { duplicateDeliveries, duplicateAfterMs } = this.switches;
		const sendAll = async () =>
			await Promise.all(subscriptions.map((to) => this.deliver(event, to)));
		const sendAgain = async () => {
			if (duplicateAfterMs > 0) await sleep(duplicateAfterMs);
			return await sendAll();
		};
		const sent = [sendAll(), ...(duplicateDeliveries ? [sendAgain()] : [])];
		return (await Promise.all(sent)).flat();
	}

	/** Calls an address before it is registered, if the switch says so. @returns What is wrong with it, if anything. */
	async ping(to: Address): Promise<string | undefined> {
		const { pingWhileRegistering: kind } = this.switches;
		if (!kind) return undefined;
		const { status, answer } = await this.call(to, kind === 'named' ? { ping: true } : {}).catch(
			unreached,
		);
		return status === 200 ? undefined : `answered ${status ?? 'nothing'}: ${answer}`;
	}

	private async deliver(event: SentEvent, to: Subscription): Promise<DeliveryEntry> {
		const start = Date.now();
		const outcome = await this.call(to, event).catch(unreached);
		return note(this.log.deliveries, {
			time: new Date(start).toISOString(),
			eventId: event.id,
			subscriptionId: to.id,
			url: to.url,
			method: to.method,
			...outcome,
			durationMs: Date.now() - start,
		});
	}

	private async call({ url, method, headers }: Address, event: object) {
		const response = await fetch(url, {
			method,
			headers: { 'Content-Type': 'application/json', ...headers },
			body: method === 'GET' ? undefined : JSON.stringify(event),
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		return { status: response.status, answer: (await response.text()).slice(0, EXCERPT) };
	}
}

const unreached = (error: Error & { cause?: NodeJS.ErrnoException }) => ({
	status: null,
	answer: String(error.cause?.code ?? error.message),
});
