const MOST_CHARACTERS = 150;

/**
 * A name that is no path: without folders, control characters and what file systems refuse, with
 * the ending .pdf. Undefined when nothing is left of it.
 */
export function safeFileName(name: string | undefined): string | undefined {
	const last = (name ?? '').split(/[/\\]/).pop() ?? '';
	const clean = last
		.replace(/[\p{Cc}<>:"|?*]/gu, '')
		.replace(/^\.+/, '')
		.trim()
		.slice(0, MOST_CHARACTERS);
	if (clean === '') return undefined;
	return /\.pdf$/i.test(clean) ? clean : `${clean}.pdf`;
}
