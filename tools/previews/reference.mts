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
 * 2. A field that three operations or more have in the same words stands once, at the beginning.
 * 3. What stands above the mark is written by hand.
 */
export const REFERENCE = fileURLToPath(new URL('../../docs/reference.md', import.meta.url));

const MARK = '<!-- made by npm run docs:reference -->';
const SHARED_BY = 3;

/** The whole page, with what is made anew. */
export async function reference(): Promise<string> {
	const [byHand] = (await readFile(REFERENCE, 'utf8')).split(MARK);
	const { api } = await readDescription();
	const items = outputs(api.definition);
	const operations = nodes.resources.flatMap(({ name, value, operations: own }) =>
		own.map((operation) => ({
			heading: `${name}: ${operation.name}`,
			does: operation.description ?? '',
			item: items[`SalesCrm/${value}/${operation.value}`]!,
			rows: (operation.properties as INodeProperties[]).flatMap((property) => rowsOf(property)),
		})),
	);
	const shared = sharedRows(operations.map(({ rows }) => rows));
	const made = operations.map(({ heading, does, rows, item }) => {
		const also = rows.filter((row) => shared.has(row)).map((row) => row.split(' | ')[0]);
		return [
			`## ${heading}`,
			/[.?!)]$/.test(does) ? does : `${does}.`,
			tableOf(rows.filter((row) => !shared.has(row))),
			also.length > 0 ? `Also: ${also.join(', ')}.` : '',
			`\`\`\`json\n${JSON.stringify(item, null, 2)}\n\`\`\``,
		].join('\n\n');
	});
	made.unshift(`## Fields of several operations\n\n${tableOf([...shared])}`);
	const text = `${byHand}${MARK}\n\n${made.join('\n\n')}\n`;
	return await format(text, { ...(await resolveConfig(REFERENCE)), parser: 'markdown' });
}

/** What stands in several operations, in the order in which it is met first. */
function sharedRows(tables: string[][]): Set<string> {
	const all = tables.flat();
	return new Set(all.filter((row) => all.filter((one) => one === row).length >= SHARED_BY));
}

const tableOf = (rows: string[]) =>
	rows.length === 0
		? ''
		: ['field | default | ', '--- | --- | ---', ...rows].map((row) => `| ${row} |`).join('\n');

/** The row of a field; of a collection one for each of its fields. */
function rowsOf(property: INodeProperties, within = ''): string[] {
	const { type, displayName, description = '', options = [] } = property;
	if (type === 'notice') return [];
	if (type === 'collection') {
		return (options as INodeProperties[]).flatMap((option) => rowsOf(option, `${displayName}: `));
	}
	return [[`${within}${displayName}`, defaultOf(property), cell(description)].join(' | ')];
}

/** The default by its label; a field that must be filled in says so. */
function defaultOf({ default: value, required, type, options = [] }: INodeProperties): string {
	if (required) return '_required_';
	const labels = [value]
		.flat()
		.map(
			(one) =>
				(options as INodePropertyOptions[]).find((option) => option.value === one)?.name ?? one,
		)
		.filter((one) => typeof one !== 'object' && one !== '');
	if (type === 'boolean') return value ? 'on' : 'off';
	return labels.join(', ');
}

const cell = (text: string) =>
	text
		.replace(/<[^>]*>/g, '')
		.replaceAll('|', '\\|')
		.replace(/\s+/g, ' ');

if (process.argv[1] === fileURLToPath(import.meta.url))
	await writeFile(REFERENCE, await reference());
