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
 * For each operation it has what the operation does, the labels and defaults of its fields (the forms in n8n explain
 * them), and the keys of its items. An item that several operations share is written once, with the operation that has the
 * fewest keys. The text above the mark is written by hand.
 */
export const REFERENCE = fileURLToPath(new URL('../../docs/reference.md', import.meta.url));

const MARK = '<!-- made by npm run docs:reference -->';

type Item = Readonly<Record<string, unknown>>;

interface Operation {
	heading: string;
	does: string;
	/** Such as `**Search**, **Limit** (50), **Options** (**Page Size**)`. */
	fields: string;
	item: Item;
}

/** The whole page. */
export async function reference(): Promise<string> {
	const [byHand] = (await readFile(REFERENCE, 'utf8')).split(MARK);
	const operations = await readOperations();
	const parts = operations.map(({ heading, does, fields, item }) =>
		[
			`## ${heading}`,
			/[.?!)]$/.test(does) ? does : `${does}.`,
			fields && `Fields: ${fields}.`,
			itemText(heading, item, operations),
		]
			.filter(Boolean)
			.join('\n\n'),
	);
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
			fields: fieldsOf(operation.properties as INodeProperties[]),
			item: items[`SalesCrm/${value}/${operation.value}`] as Item,
		})),
	);
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

/** Keys of `custom` are those of the user's Sales CRM; `docs/deals.md` has those of `contactDetails`. */
const WITHOUT_KEYS = ['custom', 'contactDetails'];

/** Such as "`lines` (`description`, `quantity`)". */
function keysText(item: Item): string {
	const texts = Object.entries(item).map(([key, value]) => {
		const [inside] = [value].flat();
		const isOpen = typeof inside !== 'object' || inside === null || WITHOUT_KEYS.includes(key);
		return `\`${key}\`${isOpen ? '' : ` (${keysText(inside as Item)})`}`;
	});
	return texts.join(', ');
}

/** The labels of fields, with their defaults. What a collection offers, in brackets, is not set until it is added. */
const fieldsOf = (properties: readonly INodeProperties[]): string =>
	properties
		.filter(({ type }) => type !== 'notice')
		.map((property) => {
			const { type, displayName: label, options = [] } = property;
			if (type === 'collection') return [label, ...offered(options as INodeProperties[])].join('');
			const value = defaultOf(property);
			return value === '' ? label : `${label} [${value}]`;
		})
		.join(', ');

/** The page names the option of all operations at its top. */
function offered(options: readonly INodeProperties[]): string[] {
	const labels = options
		.map(({ displayName }) => displayName)
		.filter((label) => label !== 'Company Profile ID');
	return labels.length === 0 ? [] : [` (${labels.join(', ')})`];
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
