import { figure, type Told, told, word } from './told';

/** How long answers take, roughly. */
export interface Time {
	/** With the first digit alone; 0 below 10 milliseconds. */
	ms: number;
	words: Told;
}

export function time(ms: number): Time {
	if (!(ms >= 10)) return { ms: 0, words: word('less than 10 ms') };
	const unit = 10 ** Math.floor(Math.log10(ms));
	const rounded = Math.floor(ms / unit) * unit;
	return { ms: rounded, words: told`about ${figure(rounded)} ms` };
}
