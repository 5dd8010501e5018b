import type { DealItem, DealUpdate } from '../api/items';

/** The fields of a deal that can be updated, in the order in which people read them. */
export const UPDATE_LABELS = {
	statusId: 'Status',
	assigneeId: 'Assignee',
	title: 'Title',
	description: 'Description',
	archived: 'Archived',
} as const satisfies Record<keyof DealUpdate, string>;

export type Field = keyof DealUpdate;

export const FIELDS = Object.keys(UPDATE_LABELS) as Field[];

/** What a person enters to unassign a deal. */
export const NOBODY = 'none';

/** Services may trim a text, or write it with other line ends. */
const plainLines = (text: string): string =>
	text
		.replace(/\r\n?/g, '\n')
		.replace(/[^\S\n]+$/gm, '')
		.trim();

export const isSameText = (one: string, other: string): boolean =>
	plainLines(one) === plainLines(other);

/** Whether two values of a field are alike. The service may write an ID in another case. */
export function isSame(field: Field, one: DealItem[Field], other: DealItem[Field]): boolean {
	if (field === 'archived') return (one ?? false) === (other ?? false);
	const [text, otherText] = [String(one ?? ''), String(other ?? '')];
	return field.endsWith('Id')
		? text.toLowerCase() === otherText.toLowerCase()
		: isSameText(text, otherText);
}

/** A text is added on a line of its own; the first one behind a blank line, so that what a form sent stays together. */
export function appended(description: string, text: string): string {
	const [start, line] = [description.trimEnd(), text.trim()];
	const [lines, last] = [plainLines(start), plainLines(line)];
	if (lines === '') return line;
	if (lines === last || lines.endsWith(`\n${last}`)) return description;
	return `${start}${lines.includes('\n\n') ? '\n' : '\n\n'}${line}`;
}
