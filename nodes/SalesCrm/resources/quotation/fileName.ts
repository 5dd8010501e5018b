import { textOf } from '../../../values/text';

const MOST_CHARACTERS = 150;

/**
 * A name that is no path: without folders, invisible characters and what file systems refuse, with
 * the ending .pdf. Undefined when nothing is left of it.
 */
export function safeFileName(name: unknown): string | undefined {
	const last = textOf(name).split(/[/\\]/).pop() ?? '';
	const clean = last
		.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
		.replace(/^[.\s]+/, '')
		.trim();
	// By characters, for half of one cannot be sent or shown.
	const short = [...clean].slice(0, MOST_CHARACTERS).join('').toWellFormed();
	if (short === '') return undefined;
	return /\.pdf$/i.test(short) ? short : `${short}.pdf`;
}
