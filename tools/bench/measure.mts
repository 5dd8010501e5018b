/** What a measure is, and what it shows. */

/** One line of a measure's table. */
export interface Row {
	/** What was measured. */
	case: string;
	/** The other columns in their order: figures as people read them. */
	cells: Record<string, string>;
}

export interface Measure {
	/** One word, by which `npm run bench -- <name>` takes it alone. */
	name: string;
	title: string;
	/** What is held beside what, and how: a sentence or two for the page. */
	about: string;
	/** Measures; servers listen on the loopback address only, and each case has a process of its own. */
	rows(say: Say): Promise<Row[]>;
}

export type Say = (line: string) => void;

/** `BENCH_PART=100` takes a hundredth of all rows: to see that a measure runs, not what it costs. */
export const size = (rows: number) => Math.ceil(rows / Number(process.env.BENCH_PART ?? 1));

export function median(numbers: readonly number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

export const count = (n: number) => n.toLocaleString('en');
export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** As a part of another: `1.04 ×`. */
export const times = (part: number) => `${part.toFixed(2)} ×`;
