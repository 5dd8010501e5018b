import type { Quote } from './spec/file.mts';

/** What is printed, and written for programs. */
export interface Report {
	title: string;
	/** In a line each, under the title. */
	notes: string[];
	sections: Section[];
}

export interface Section {
	title: string;
	/** What is shown where there is nothing else. */
	lines: Line[];
}

export interface Line {
	/** A heading above it, where it differs from that of the line before. */
	group?: string;
	name: string;
	/** Beside the name. */
	words?: string;
	quotes?: Array<Quote & { routes?: string[] }>;
}

const MOST_QUOTES = 12;
const MOST_ROUTES = 3;

const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

function quoteLines(quotes: NonNullable<Line['quotes']>): string[] {
	const lines = quotes.slice(0, MOST_QUOTES).map(({ text, place, routes = [] }) => {
		const more = routes.length > MOST_ROUTES ? ` and ${routes.length - MOST_ROUTES} more` : '';
		const which = routes.slice(0, MOST_ROUTES).join(', ') + more;
		const where = [place, which].filter(Boolean).join('; ');
		return `  - ${code(text)}${where ? ` (${where})` : ''}`;
	});
	const left = quotes.length - MOST_QUOTES;
	return left > 0 ? [...lines, `  - and ${left} more: see --json`] : lines;
}

export function markdownOf({ title, notes, sections }: Report): string {
	const told = sections.flatMap((section) => {
		let group: string | undefined;
		const lines = section.lines.flatMap((line) => {
			const heading = line.group && line.group !== group ? [`\n### ${line.group}\n`] : [];
			group = line.group;
			const words = line.words ? `: ${line.words}` : '';
			return [...heading, `- **${line.name}**${words}`, ...quoteLines(line.quotes ?? [])];
		});
		return [`\n## ${section.title}\n`, ...lines];
	});
	return [`# ${title}\n`, ...notes, ...told].join('\n').replaceAll('\n\n\n', '\n\n');
}
