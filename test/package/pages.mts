import { type Table, tablesOf } from './tables.mts';

/** What stands below one heading of a page, up to the next heading of any level. */
export interface Section {
	heading: string;
	/** As GitHub and npm name it in an address. */
	anchor: string;
	text: string;
	tables: Table[];
	/** Items of lists without numbers, with what is nested in them. */
	items: string[];
}

/** Letters, digits, hyphens and underscores stay, spaces become hyphens; links count as their text. */
function slugOf(heading: string): string {
	return heading
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_\- ]/gu, '')
		.replaceAll(' ', '-');
}

/** The sections of a Markdown page, from its title on; what stands in fenced code is no heading. */
export function sectionsOf(markdown: string): Section[] {
	const found: Array<{ heading: string; lines: string[] }> = [];
	let inCode = false;
	for (const line of markdown.split('\n')) {
		if (/^\s*```/.test(line)) inCode = !inCode;
		const heading = inCode ? null : /^#+ (.+)$/.exec(line);
		if (heading) found.push({ heading: heading[1]!.trim(), lines: [] });
		else found.at(-1)?.lines.push(line);
	}
	const times = new Map<string, number>();
	return found.map(({ heading, lines }) => {
		const slug = slugOf(heading);
		const before = times.get(slug) ?? 0;
		times.set(slug, before + 1);
		const text = lines.join('\n');
		return {
			heading,
			anchor: before === 0 ? slug : `${slug}-${before}`,
			text,
			tables: tablesOf(text),
			items: [...text.matchAll(/^- (.+(?:\n[ \t]+\S.*)*)/gm)].map(([, item]) => item!),
		};
	});
}

/** A text as people read it: white space is one space, and signs of emphasis are gone. */
export const plain = (markdown: string) =>
	markdown.replace(/[*_]/g, '').replace(/\s+/g, ' ').trim();

/** The targets of links and pictures of a page, and whether each is a picture, with its words; none of its code. */
export function linksOf(markdown: string): Array<{ picture: boolean; words: string; to: string }> {
	const prose = markdown.replace(/^\s*```[\s\S]*?^\s*```/gm, '').replace(/`[^`\n]*`/g, '');
	return [...prose.matchAll(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g)].map(
		([, mark, words, to]) => ({ picture: mark === '!', words: words!, to: to! }),
	);
}
