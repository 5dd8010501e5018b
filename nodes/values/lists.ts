import { textOf } from './text';

/** A list of texts, from a multiple choice, an array or a text with commas of an expression. */
export function toList(value: unknown): string[] {
	const parts = Array.isArray(value) ? value : textOf(value).split(',');
	return parts.map((part) => textOf(part).trim()).filter((part) => part !== '');
}

/** Whether an id is among those chosen, whatever their case; an empty choice lets all through. */
export const isChosen = (chosen: readonly string[], id: string | null): boolean =>
	chosen.length === 0 ||
	(id !== null && chosen.some((wanted) => wanted.toLowerCase() === id.toLowerCase()));
