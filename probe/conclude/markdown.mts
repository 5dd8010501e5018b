import type { Field } from '../examine/fields.ts';
import type { Report } from './report.mts';

/** The report for people, as Markdown. */
export function markdownOf({ findings, unknowns, settings, switches }: Report): string {
	const { scheme, requests, quickest, routes, differences, deals, headers, lists } = findings;
	const settled = unknowns.filter(({ state }) => state === 'settled').length;
	const fields: Array<[title: string, fields: Field[] | undefined]> = [
		['a contact', lists.contacts?.fields],
		['a quotation in the list', lists.quotations?.fields],
		['a quotation alone', findings.quotation?.fields],
		['a deal with its history', deals?.fields.history],
		['a status', deals?.fields.statuses],
		['a user', deals?.fields.users],
		['a webhook in the list', findings.webhooks?.fields],
	];
	return [
		'# First contact with the Sales CRM',
		`${requests} requests, reads alone, signed in by ${scheme === 'apiToken' ? 'API token' : 'service account'}. ${quickest ? `The quickest answer took ${quickest.words}. ` : ''}${settled} of ${unknowns.length} unknowns are settled. No value of the account is in this report.`,
		'## The unknowns',
		table(
			['Not shown', 'Answer'],
			unknowns.map(({ row, state, words }) => [row, `${state}: ${words}`]),
		),
		'## Answers that differ from the description',
		differences.length === 0
			? 'None of those that gave data.'
			: table(
					['Operation', 'Path', 'It'],
					differences.map(({ operation, path, rule }) => [operation, path, rule]),
				),
		'## Routes',
		table(
			['Operation', 'What came'],
			routes.map(({ operation, fates }) => [operation, fates.join(', ')]),
		),
		'## Lists',
		...Object.entries(lists).map(
			([name, list]) => `${name}, pages of ${list.rows} rows\n\n${record(list.paging)}`,
		),
		'## History',
		deals?.history ? record(deals.history) : 'No entry was seen.',
		'## What is wrong, and what is said of it',
		table(
			['Asked', 'Answer', 'Form', 'Fields'],
			[findings.signIn.without, findings.signIn.madeUp, ...findings.wrongIds.refusals].flatMap(
				(refusal) =>
					refusal
						? [
								[
									refusal.asked,
									refusal.fate,
									refusal.form,
									refusal.fields.map(({ path }) => path).join(', '),
								],
							]
						: [],
			),
		),
		'## Headers',
		record(headers),
		...fields.flatMap(([title, found]) =>
			found && found.length > 0 ? [`## Fields of ${title}`, fieldTable(found)] : [],
		),
		'## The sandbox alike',
		'`npm run sandbox -- --like report.json` starts it with these switches:',
		`\`\`\`json\n${JSON.stringify(switches, null, '\t')}\n\`\`\``,
		table(
			['Switch', 'Told'],
			Object.entries(settings).map(([name, { state, why }]) => [
				`\`${name}\``,
				state === 'open' ? `could not be told: ${why}` : `${state}: ${why}`,
			]),
		),
	].join('\n\n');
}

const fieldTable = (fields: Field[]) =>
	table(
		['Field', 'Type and form', 'In'],
		fields.map(({ path, forms, there }) => [path, forms.join(', '), there]),
	);

/** A record of findings: what could not be told is left out. */
const record = (found: object) =>
	table(
		['What', 'Seen'],
		Object.entries(found).flatMap(([name, value]) =>
			value === undefined || (Array.isArray(value) && value.length === 0)
				? []
				: [[inWords(name), String(Array.isArray(value) ? value.join(', ') : value)]],
		),
	);

const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function table(columns: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '&#124;')).join(' | ')} |`;
	return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
