/** A heading of a page, and its anchor, as GitHub and npm name it in an address. */
export interface Section {
	heading: string;
	anchor: string;
}

/** Letters, digits, hyphens and underscores stay, spaces become hyphens; links count as their text. */
function slugOf(heading: string): string {
	return heading
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_\- ]/gu, '')
		.replaceAll(' ', '-');
}

/** The headings of a Markdown page; what stands in fenced code is none. */
export function sectionsOf(markdown: string): Section[] {
	const prose = markdown.replace(/^\s*```[\s\S]*?^\s*```/gm, '');
	const times = new Map<string, number>();
	return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title]) => {
		const heading = title!.trim();
		const slug = slugOf(heading);
		const before = times.get(slug) ?? 0;
		times.set(slug, before + 1);
		return { heading, anchor: before === 0 ? slug : `${slug}-${before}` };
	});
}

/** The targets of links and pictures of a page, and whether each is a picture, with its words; none of its code. */
export function linksOf(markdown: string): Array<{ picture: boolean; words: string; to: string }> {
	const prose = markdown.replace(/^\s*```[\s\S]*?^\s*```/gm, '').replace(/`[^`\n]*`/g, '');
	return [...prose.matchAll(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g)].map(
		([, mark, words, to]) => ({ picture: mark === '!', words: words!, to: to! }),
	);
}
