const MOST_CHARACTERS = 80;

/** What a value looks like as text, whatever it is; nothing for no value. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		return 'an object';
	}
}

/** A value as an error message shows it: in quotation marks, and not too long. */
export const quoted = (value: unknown): string => `"${textOf(value).slice(0, MOST_CHARACTERS)}"`;
