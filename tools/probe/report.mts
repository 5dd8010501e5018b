import { groupBy, isNotNil, uniq } from 'es-toolkit';

/** The probe cannot go on. The reason is shown: of an account it holds no value. */
export class CouldNotRun extends Error {}

/** Words of a specification, or what an account answered. */
export interface Quote {
	text: string;
	/** `openapi.yaml:57`, or a JSON pointer where everything stands in one line. */
	place: string;
	/** Of which it is said. */
	routes?: string[];
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
	sections: Record<string, Finding[]>;
}

type Quotes = ReadonlyArray<Quote | undefined>;

/** The same words are quoted once, with all routes of which they are said. */
export function finding(name: string, words?: string, quotes: Quotes = [], group?: string) {
	const byText = Object.values(groupBy(quotes.filter(isNotNil), ({ text }) => text));
	const routesOf = (same: Quote[]) => uniq(same.flatMap(({ routes = [] }) => routes));
	const merged = byText.map((same): Quote => ({ ...same[0]!, routes: routesOf(same) }));
	return { name, words, quotes: merged, group };
}

const MOST_ROUTES = 3;

function quoted({ text, place, routes = [] }: Quote): string {
	const more = routes.length > MOST_ROUTES ? ` and ${routes.length - MOST_ROUTES} more` : '';
	const where = [place, routes.slice(0, MOST_ROUTES).join(', ') + more].filter(Boolean).join('; ');
	const ticks = text.includes('`') ? '``' : '`';
	return `  - ${ticks}${text}${ticks}${where && ` (${where})`}`;
}

export function markdownOf({ title, notes, sections }: Report): string {
	const told = [`# ${title}`, ...notes.map((note) => `\n${note}`)];
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
