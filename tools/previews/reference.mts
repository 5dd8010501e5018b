import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { readDescription } from '../sandbox/validation.mts';
import { outputs } from './outputs.mts';

/**
 * `npm run docs:reference`: the page of all operations, made from what the node itself says, so that it cannot lie.
 *
 * 1. Of each operation: what it does, its fields with their labels, defaults and descriptions, and an item.
 * 2. A field that three operations or more have in the same words stands once, at the beginning; so does an item
 *    that an operation above has.
 * 3. What stands above the mark is written by hand.
 */
export const REFERENCE = fileURLToPath(new URL('../../docs/reference.md', import.meta.url));

const MARK = '<!-- made by npm run docs:reference -->';
const SHARED_BY = 3;

interface Line {
	field: string;
	text: string;
}

/** The whole page, with what is made anew. */
export async function reference(): Promise<string> {
	const [byHand] = (await readFile(REFERENCE, 'utf8')).split(MARK);
	const { api } = await readDescription();
	const items = outputs(api.definition);
	const operations = nodes.resources.flatMap(({ name, value, operations: own }) =>
		own.map((operation) => ({
			heading: `${name}: ${operation.name}`,
			does: operation.description ?? '',
			item: JSON.stringify(items[`SalesCrm/${value}/${operation.value}`], null, 2),
			lines: (operation.properties as INodeProperties[]).flatMap((property) => linesOf(property)),
		})),
	);
	const shared = sharedLines(operations.flatMap(({ lines }) => lines));
	const isOfAll = (one: string) =>
		operations.every(({ lines }) => lines.some(({ text }) => text === one));
	const ofAll = [...shared].filter(isOfAll);
	const made = operations.map(({ heading, does, lines, item }) => {
		const also = lines
			.filter(({ text }) => shared.has(text) && !ofAll.includes(text))
			.map(({ field }) => field);
		const first = operations.find((operation) => operation.item === item)!;
		return [
			`## ${heading}`,
			/[.?!)]$/.test(does) ? does : `${does}.`,
			lines.flatMap(({ text }) => (shared.has(text) ? [] : [text])).join('\n'),
			also.length > 0 ? `Also: ${also.join(', ')}.` : '',
			first.heading === heading
				? `\`\`\`json\n${item}\n\`\`\``
				: `An item is as of ${first.heading}.`,
		].join('\n\n');
	});
	const ofSeveral = [...shared].filter((text) => !ofAll.includes(text));
	made.unshift(
		`## Field of all operations\n\n${ofAll.join('\n')}`,
		`## Fields of several operations\n\n${ofSeveral.join('\n')}`,
	);
	const text = `${byHand}${MARK}\n\n${made.join('\n\n')}\n`;
	return await format(text, { ...(await resolveConfig(REFERENCE)), parser: 'markdown' });
}

/** What stands in several operations, in the order in which it is met first. */
function sharedLines(all: Line[]): Set<string> {
	const texts = all.map(({ text }) => text);
	return new Set(texts.filter((text) => texts.filter((one) => one === text).length >= SHARED_BY));
}

/** The line of a field; of a collection one for each of its fields. */
function linesOf(property: INodeProperties, within = ''): Line[] {
	const { type, displayName, hint = '', description = hint, options = [] } = property;
	if (type === 'notice') return [];
	if (type === 'collection') {
		return (options as INodeProperties[]).flatMap((option) => linesOf(option, `${displayName}: `));
	}
	const field = `${within}${displayName}`;
	const value = defaultOf(property) || (property.required ? 'required' : '');
	// A filter is not set, whatever the editor enters when it is added; an option may say better what it is without.
	const isKnown = value !== '' && within !== 'Filters: ' && !description.includes('Defaults to');
	const says = withoutHowTo(description);
	return [
		{
			field,
			text: `- **${field}**${isKnown ? ` (${value})` : ''}${says === '' ? '' : `: ${says}`}`,
		},
	];
}

/** The default by its label. */
function defaultOf({ default: value, type, options = [] }: INodeProperties): string {
	if (type === 'boolean') return value ? 'on' : 'off';
	return [value]
		.flat()
		.map(
			(one) =>
				(options as INodePropertyOptions[]).find((option) => option.value === one)?.name ?? one,
		)
		.filter((one) => typeof one !== 'object')
		.join(', ');
}

/** What many fields have in the same words the page says once, by hand; n8n wants it below each list of names. */
const withoutHowTo = (description: string) =>
	description
		.replace(/<[^>]*>/g, '')
		.replace(/ ?Choose from the list, or specify IDs using an expression\.$/, '')
		.replace(', in the time zone of the workflow', '');

if (process.argv[1] === fileURLToPath(import.meta.url))
	await writeFile(REFERENCE, await reference());
