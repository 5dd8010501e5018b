import { cellText } from './cell';
import { looksLikeName } from './shapes';

const MAX_SAMPLES = 1_000;
const MAX_DIFFERENT = 100;
const MAX_SAMPLE_CHARACTERS = 80;

export interface Sample {
	filled: number;
	/** The first different values; none of an object. */
	readonly different: Set<string>;
}

export class ColumnSamples {
	private readonly samples: Sample[] = [];

	at(index: number): Sample {
		return (this.samples[index] ??= { filled: 0, different: new Set() });
	}

	see(index: number, value: unknown): void {
		const seen = this.at(index);
		if (seen.filled >= MAX_SAMPLES) return;
		const text = cellText(value)?.slice(0, MAX_SAMPLE_CHARACTERS + 1);
		if (text === '') return;
		seen.filled++;
		// A column with an object may still be a name. The row reports what is wrong with the object.
		if (text !== undefined && seen.different.size < MAX_DIFFERENT) seen.different.add(text);
	}
}

/** Whether a column contains names, whatever its header is. */
export function looksLikeNames({ different }: Sample): boolean {
	const isName = (text: string) => looksLikeName(text) && text.length <= MAX_SAMPLE_CHARACTERS;
	const names = [...different].filter(isName).length;
	return names > 0 && names * 2 >= different.size;
}
