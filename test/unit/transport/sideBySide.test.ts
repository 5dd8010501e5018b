import { sleep } from 'n8n-workflow';

import { Pace, RUN_LIMITS } from '../../../nodes/transport/pace';

/** Requests side by side start spread over the time that one takes, and those one at a time wait for nothing. */

const LATENCY_MS = 40;

/** When each of so many requests was sent, in milliseconds. */
async function starts(requests: number, sideBySide: number, latencyMs = LATENCY_MS) {
	const pace = new Pace(RUN_LIMITS);
	const sent: number[] = [];
	const ask = async () => {
		sent.push(performance.now());
		await sleep(latencyMs);
		return {};
	};
	const giveUp = () => new Error('Nothing was refused here');
	let left = requests;
	const worker = async () => {
		while (left-- > 0) await pace.send({ signal: undefined, ask, owedMs: 0, giveUp });
	};
	await Promise.all(Array.from({ length: sideBySide }, worker));
	return sent;
}

const gaps = (sent: number[]) => sent.slice(1).map((at, index) => at - sent[index]);

it('those that were answered together do not start together again', async () => {
	const sent = await starts(25, 5);
	const together = gaps(sent.slice(5)).filter((gap) => gap < 2);
	expect(together.length).toBeLessThan(5);
});

it('one at a time they follow at once', async () => {
	const sent = await starts(5, 1);
	for (const gap of gaps(sent)) expect(gap).toBeLessThan(LATENCY_MS + 10);
});

it('of a slow service, too, none is kept back for long', async () => {
	const sent = await starts(10, 5, 300);
	expect(sent[9] - sent[5]).toBeLessThan(100);
});
