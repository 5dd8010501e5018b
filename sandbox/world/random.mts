/** Repeatable chance: the same seed gives the same world. */
export interface Random {
	/** A number from 0 up to, not including, 1. */
	next(): number;
	/** A whole number from `min` up to and including `max`. */
	int(min: number, max: number): number;
	pick<T>(list: readonly T[]): T;
	chance(share: number): boolean;
	/** A version 4 UUID. */
	uuid(): string;
}

/** The generator known as mulberry32. */
export function random(seed: number): Random {
	let state = seed >>> 0;
	const bits = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return (mixed ^ (mixed >>> 14)) >>> 0;
	};
	const next = () => bits() / 2 ** 32;
	const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
	const hex = () => bits().toString(16).padStart(8, '0');
	return {
		next,
		int,
		pick: (list) => list[int(0, list.length - 1)],
		chance: (share) => next() < share,
		uuid: () => {
			const digits = hex() + hex() + hex() + hex();
			const variant = '89ab'[parseInt(digits[16], 16) % 4];
			return [
				digits.slice(0, 8),
				digits.slice(8, 12),
				`4${digits.slice(13, 16)}`,
				variant + digits.slice(17, 20),
				digits.slice(20),
			].join('-');
		},
	};
}

/** A generator of its own for the n-th thing of a kind, so that things do not shift each other. */
export const randomFor = (seed: number, kind: string, n: number): Random => {
	let hash = seed ^ Math.imul(n + 1, 0x9e3779b1);
	for (const letter of kind) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
	return random(hash ^ (hash >>> 16));
};
