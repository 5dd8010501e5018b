import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { joined } from '../../utils/lists';
import { counted } from '../../utils/text';

/** n8n appends `Tool` to the type of a node that runs as a tool (n8n, `tool-generation/ai-tools`). */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool');

/** Of the 40,000 that an answer may have, some are left for an item that says how many are missing. */
const MAX_ANSWER_CHARACTERS = 39_600;

export interface Answer {
	readonly items: INodeExecutionData[];
	readonly leftOut: number;
}

/**
 * The items for a model: at most 40,000 characters as n8n writes them (n8n-core, `makeHandleToolInvocation`). Hints do not
 * reach a model, so the last item says if some are missing. It mentions the limit only if a larger one would help.
 */
export function itemsForModel(answers: readonly Answer[]): INodeExecutionData[] {
	const whole = answers.flatMap(({ items, leftOut }, itemIndex) =>
		leftOut > 0
			? [
					...items,
					moreItem(`${rest(leftOut)} Narrow the filters, or give a larger limit.`, itemIndex),
				]
			: items,
	);
	if (howManyFit(whole, MAX_ANSWER_CHARACTERS) === whole.length) return whole;
	const rows = joined(answers.map(({ items }) => items));
	const shown = rows.slice(0, howManyFit(rows, MAX_ANSWER_CHARACTERS));
	const missing = answers.reduce((sum, { leftOut }) => sum + leftOut, rows.length - shown.length);
	const words = shown.length > 0 ? `${rest(missing)} Narrow the filters.` : tooLong(rows);
	return [...shown, moreItem(words, 0)];
}

/** How many items fit into so many characters, as a JSON list. */
function howManyFit(items: readonly INodeExecutionData[], characters: number): number {
	let left = characters - 1;
	for (const [count, { json }] of items.entries()) {
		left -= JSON.stringify(json).length + 1;
		if (left < 0) return count;
	}
	return items.length;
}

const moreItem = (more: string, item: number): INodeExecutionData => ({
	json: { more },
	pairedItem: { item },
});

const rest = (count: number): string =>
	Number.isFinite(count) ? `${count} more.` : 'There may be more.';

const tooLong = ([{ json }, ...others]: readonly INodeExecutionData[]): string =>
	`${others.length > 0 ? 'Even the first item' : 'The item'} is too long to show: it has ${counted(JSON.stringify(json).length)} characters, and an answer has room for ${counted(MAX_ANSWER_CHARACTERS)}. Turn on Simplify, or leave out options that add to it.`;
