import { groupBy, uniq } from 'es-toolkit';

import type { Works } from './works.mts';

/** The probe cannot go on. The reason is shown: of an account it holds no value. */
export class CouldNotRun extends Error {}

/** What an account answered. */
export interface Quote {
	text: string;
	/** Of which it is said. */
	routes: string[];
}

export interface Finding {
	name: string;
	/** Beside the name. */
	words?: string;
	quotes: Quote[];
	/** A heading above it, where it differs from that of the finding before. */
	group?: string;
}

/** What is printed, and written for programs. */
export interface Report {
	title: string;
	notes: string[];
	works: Works[];
	sections: Record<string, Finding[]>;
}

/** The same words are quoted once, with all routes of which they are said. */
export function finding(
	name: string,
	words?: string,
	quotes: readonly Quote[] = [],
	group?: string,
) {
	const byText = Object.entries(groupBy(quotes, ({ text }) => text));
	const merged = byText.map(([text, same]) => ({
		text,
		routes: uniq(same.flatMap((one) => one.routes)),
	}));
	return { name, words, quotes: merged, group };
}

const MOST_ROUTES = 3;

function quoted({ text, routes }: Quote): string {
	const more = routes.length > MOST_ROUTES ? ` and ${routes.length - MOST_ROUTES} more` : '';
	const where = routes.slice(0, MOST_ROUTES).join(', ') + more;
	const ticks = text.includes('`') ? '``' : '`';
	return `  - ${ticks}${text}${ticks}${where && ` (${where})`}`;
}

const tableRow = (cells: string[]) =>
	`| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;

export function markdownOf({ title, notes, works, sections }: Report): string {
	const told = [`# ${title}`, ...notes.map((note) => `\n${note}`), '\n## What works\n'];
	told.push(
		...[
			['operation', 'works', 'answered'],
			['---', '---', '---'],
		].map(tableRow),
	);
	told.push(...works.map((row) => tableRow([row.does, row.works, row.answered])));
	for (const [heading, findings] of Object.entries(sections)) {
		told.push(`\n## ${heading}\n`);
		for (const [n, { group, name, words, quotes }] of findings.entries()) {
			if (group && group !== findings[n - 1]?.group) told.push(`\n### ${group}\n`);
			told.push(`- **${name}**${words ? `: ${words}` : ''}`);
			told.push(...quotes.map(quoted));
		}
	}
	return told.join('\n').replaceAll('\n\n\n', '\n\n');
}
