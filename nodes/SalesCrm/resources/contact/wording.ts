import { counted } from '../../../utils/text';

/** Words about rows and columns, in hints, errors and reports. */

const MAX_CHARACTERS = 60;

/** What comes from a file: short, on one line, and without the signs of markup. */
export const shown = (text: string): string =>
	text
		.slice(0, MAX_CHARACTERS)
		.replace(/[<>&\s\p{C}]+/gu, ' ')
		.trim();

const MAX_COLUMNS = 12;

export function shownColumns(columns: readonly string[]): string {
	const named = [...new Set(columns.slice(0, 10 * MAX_COLUMNS).map(shown))].filter(Boolean);
	const more = Math.max(named.length, columns.length) - MAX_COLUMNS;
	return `${named.slice(0, MAX_COLUMNS).join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}`;
}

export const rowCount = (count: number): string =>
	count === 1 ? '1 row' : `${counted(count)} rows`;
