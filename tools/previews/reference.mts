import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { readDescription } from '../sandbox/validation.mts';
import { outputs } from './outputs.mts';

/**
 * `npm run docs:reference`: the operations in README.md, and the page of all operations, made from the node's own description so that the two agree.
 *
 * For each operation it has what the operation does, its fields with their labels, defaults and descriptions, and the
 * keys of its items. What several operations share is written once: a field at the beginning of the page, an item with
 * the operation that has the fewest keys. The text above the mark is written by hand.
 */
export const REFERENCE = fileURLToPath(new URL('../../docs/reference.md', import.meta.url));

const MARK = '<!-- made by npm run docs:reference -->';

interface Field {
	/** Of a collection, such as `Options`. */
	collection: string;
	label: string;
	/** Such as `**Limit** (50): Max number of results to return`. */
	text: string;
}

type Item = Readonly<Record<string, unknown>>;

interface Operation {
	heading: string;
	does: string;
	fields: Field[];
	item: Item;
}

/** The whole page. */
export async function reference(): Promise<string> {
	const [byHand] = (await readFile(REFERENCE, 'utf8')).split(MARK);
	const operations = await readOperations();
	const shared = sharedFields(operations);
	const isShared = (field: Field) => shared.some((one) => isDeepStrictEqual(one, field));
	const isOfAll = (one: Field) =>
		operations.every(({ fields }) => fields.some((field) => isDeepStrictEqual(field, one)));
	const parts = [
		`## Field of all operations\n\n${listOf(shared.filter(isOfAll))}`,
		`## Fields of several operations\n\n${listOf(shared.filter((field) => !isOfAll(field)))}`,
		...operations.map(({ heading, does, fields, item }) => {
			const also = fields.filter((field) => isShared(field) && !isOfAll(field));
			return [
				`## ${heading}`,
				/[.?!)]$/.test(does) ? does : `${does}.`,
				listOf(fields.filter((field) => !isShared(field))),
				also.length > 0 ? `Also: ${also.map(({ label }) => label).join(', ')}.` : '',
				itemText(heading, item, operations),
			].join('\n\n');
		}),
	];
	const text = `${byHand}${MARK}\n\n${parts.join('\n\n')}\n`;
	return await format(text, { ...(await resolveConfig(REFERENCE)), parser: 'markdown' });
}

async function readOperations(): Promise<Operation[]> {
	const { api } = await readDescription();
	const items = outputs(api.definition);
	return nodes.resources.flatMap(({ name, value, operations }) =>
		operations.map((operation) => ({
			heading: `${name}: ${operation.name}`,
			does: operation.description ?? '',
			fields: (operation.properties as INodeProperties[]).flatMap((property) => fieldsOf(property)),
			item: items[`SalesCrm/${value}/${operation.value}`] as Item,
		})),
	);
}

/** Fields that several operations have in the same words, in the order in which they first occur. */
function sharedFields(operations: readonly Operation[]): Field[] {
	const all = operations.flatMap(({ fields }) => fields);
	return all.filter((field, n) => {
		const namesakes = all.filter(({ label }) => label === field.label);
		const isAlike = namesakes.every((one) => isDeepStrictEqual(one, field));
		return namesakes.length > 1 && isAlike && all.indexOf(namesakes[0]!) === n;
	});
}

/** A list of fields; those of a collection below its name. */
function listOf(fields: readonly Field[]): string {
	const collections = [...new Set(fields.map(({ collection }) => collection))];
	return collections
		.map((name) => {
			const texts = withoutPairs(fields.filter(({ collection }) => collection === name));
			const lines = texts.map((text) => `${name === '' ? '' : '  '}- ${text}`);
			return [...(name === '' ? [] : [`- **${name}**`]), ...lines].join('\n');
		})
		.join('\n');
}

/** The texts of the fields; two such as "Changed After" and "Changed Before" have one. */
function withoutPairs(fields: readonly Field[]): string[] {
	const texts = fields.map(({ text }) => text);
	return texts.flatMap((text, n) => {
		const before = (one = '') =>
			one.replace(/After\*\*/, 'Before**').replace('at or after this time', 'before this time');
		if (n > 0 && before(texts[n - 1]) === text) return [];
		if (before(text) !== texts[n + 1]) return [text];
		const [, name] = /^\*\*(.*)After\*\*/.exec(text)!;
		return text
			.replace('After**', `After**, **${name}Before**`)
			.replace('at or after this time', 'at or after this time, or before it');
	});
}

/** The keys of the item, or those that it has besides the item of another operation. */
function itemText(heading: string, item: Item, operations: readonly Operation[]): string {
	const base = operations
		.filter((other) => other.heading === heading || isWithin(other.item, item))
		.reduce((least, other) => (sizeOf(other.item) < sizeOf(least.item) ? other : least));
	if (base.heading === heading) return `Item: ${keysText(item)}.`;
	const own = Object.entries(item).filter(([key]) => !(key in base.item));
	const more = own.length === 0 ? '' : `, with ${keysText(Object.fromEntries(own))}`;
	return `Item: as of ${base.heading}${more}.`;
}

const sizeOf = (item: Item): number => Object.keys(item).length;

/** A few keys that happen to be the same do not make an item easier to read. */
const MIN_KEYS = 3;

/** Whether an item has all keys of a smaller one, with the same values. */
const isWithin = (smaller: Item, item: Item): boolean =>
	sizeOf(smaller) >= MIN_KEYS &&
	Object.entries(smaller).every(([key, value]) => isDeepStrictEqual(item[key], value));

/** Such as "`lines` (`description`, `quantity`)". Keys of `custom` are those of the user's Sales CRM. */
function keysText(item: Item): string {
	const texts = Object.entries(item).map(([key, value]) => {
		const [inside] = [value].flat();
		const isOpen = typeof inside !== 'object' || inside === null || key === 'custom';
		return `\`${key}\`${isOpen ? '' : ` (${keysText(inside as Item)})`}`;
	});
	return texts.join(', ');
}

/** The field of a property, or for a collection each of its fields. */
function fieldsOf(property: INodeProperties, collection = ''): Field[] {
	const { type, displayName: label, hint = '', description = hint, options = [] } = property;
	if (type === 'notice') return [];
	if (type === 'collection') {
		return (options as INodeProperties[]).flatMap((option) => fieldsOf(option, label));
	}
	const value = defaultOf(property) || (property.required ? 'required' : '');
	// A filter is not set until it is added. Some options describe in words what applies without them.
	const isKnown = value !== '' && collection !== 'Filters' && !description.includes('Defaults to');
	const words = withoutHowTo(description);
	const text = `**${label}**${isKnown ? ` (${value})` : ''}${words === '' ? '' : `: ${words}`}`;
	return [{ collection, label, text }];
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

/** Without the words that many fields share: the page has them once, in its introduction. */
function withoutHowTo(description: string): string {
	const words = description
		.replace(/<[^>]*>/g, '')
		.replace(/ ?Choose from the list, or specify (an ID|IDs) using an expression\.$/, '')
		.replace(/ To find its ID, open .*$/, '')
		.replace(/ Case(, accents and punctuation| and accents) do not matter\./, '')
		.replace(/ Leave empty for all( \w+)?\.$/, '')
		.replace(/^The [\w ]+ to (get|update|delete)$/, '')
		.replace(', in the time zone of the workflow', '')
		.replace(/^Whether to /, '');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

export const README = fileURLToPath(new URL('../../README.md', import.meta.url));

/** README.md with the operations of the node in its table; what its last column says is written by hand. */
export async function readmeWithOperations(): Promise<string> {
	const readme = await readFile(README, 'utf8');
	const [table] = /^\| resource .*\n(\|.*\n)+/m.exec(readme)!;
	const [header, rule, ...rows] = table.trimEnd().split('\n');
	const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
	const written = nodes.resources.map(({ name, operations }) => {
		const byHand = cells.find(([, resource]) => resource === name)?.[3] ?? '';
		return `| ${name} | ${operations.map((one) => one.name).join(', ')} | ${byHand} |`;
	});
	const text = readme.replace(table, () => [header, rule, ...written, ''].join('\n'));
	return await format(text, { ...(await resolveConfig(README)), parser: 'markdown' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await writeFile(REFERENCE, await reference());
	await writeFile(README, await readmeWithOperations());
}
