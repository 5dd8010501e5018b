import { sleep } from 'n8n-workflow';

/** No answer takes longer to be read. */
const MAX_APART_MS = 10;

/**
 * Spreads the starts of requests that go side by side over the time that one of them takes. Started
 * together, they are answered together, and the next ones wait until all answers are read: a list of
 * 400 pages, five at a time, took 1.4 times as long (`npm run bench -- lists`).
 */
export class Spread {
	private underWay = 0;

	/** The most that were under way, and how long the fastest took, in milliseconds. */
	private widest = 0;

	private fastestMs = Infinity;

	private nextStart = 0;

	async send<T>(request: () => Promise<T>): Promise<T> {
		this.underWay++;
		this.widest = Math.max(this.widest, this.underWay);
		const now = performance.now();
		const start = Math.max(now, this.nextStart);
		const isAlone = this.widest === 1 || this.fastestMs === Infinity;
		this.nextStart = start + (isAlone ? 0 : Math.min(this.fastestMs / this.widest, MAX_APART_MS));
		try {
			if (start - now >= 1) await sleep(start - now);
			const sentAt = performance.now();
			const answer = await request();
			this.fastestMs = Math.min(this.fastestMs, performance.now() - sentAt);
			return answer;
		} finally {
			this.underWay--;
		}
	}
}
