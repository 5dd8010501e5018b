/** What a process remembers: so many entries at most, the least recently used of which goes first. */
export class Remembered<T> {
	/** The least recently used first. `at` is on the clock of the process, which nobody sets. */
	private readonly entries = new Map<string, { value: T; at: number }>();

	/** @param maxAgeMs How long an entry counts after it was set. */
	constructor(
		private readonly maxEntries: number,
		private readonly maxAgeMs = Infinity,
	) {}

	get(key: string): T | undefined {
		const entry = this.entries.get(key);
		if (!entry) return undefined;
		this.entries.delete(key);
		if (performance.now() - entry.at > this.maxAgeMs) return undefined;
		this.entries.set(key, entry);
		return entry.value;
	}

	set(key: string, value: T): void {
		this.entries.delete(key);
		this.entries.set(key, { value, at: performance.now() });
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.maxEntries) this.entries.delete(oldest);
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
