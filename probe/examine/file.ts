import { typeOf } from './headers';
import { range, type Told, told, word } from './told';

/** The first bytes of a quotation's PDF and its headers (interface.md, "GET /api/v1/quotations/pdf"). */
export interface File {
	/** The setting of the sandbox's switch `pdfAnswer` that answers likewise. */
	answer?: 'pdf' | 'html' | 'json';
	type: Told;
	/** The smallest size in bytes of the range told; undefined where no size is announced. */
	atLeastBytes?: number;
	size: Told;
	named: boolean;
	name: Told;
}

export function fileOf(headers: Record<string, string>, beginning: Uint8Array): File {
	const text = Buffer.from(beginning).toString('latin1');
	const bytes = Number(headers['content-length'] ?? NaN);
	const isSized = Number.isInteger(bytes) && bytes > 0;
	const disposition = headers['content-disposition'] ?? '';
	return {
		answer: answerOf(text),
		type: typeOf(headers['content-type']),
		atLeastBytes: isSized ? 10 ** Math.floor(Math.log10(bytes)) : undefined,
		size: isSized ? told`${range(bytes)} bytes` : word('no size announced'),
		named: /filename\*?\s*=/i.test(disposition),
		name: nameForm(disposition),
	};
}

function answerOf(text: string): File['answer'] {
	if (text.includes('%PDF-')) return 'pdf';
	if (text.trimStart().startsWith('<')) return 'html';
	return /^\s*[[{]/.test(text) ? 'json' : undefined;
}

function nameForm(disposition: string): Told {
	if (!disposition) return word('no name');
	if (!/filename/i.test(disposition)) return word('a header without a name');
	const ending = /\.pdf"?\s*(;|$)/i.test(disposition) ? word('.pdf') : word('something else');
	const extended = /filename\*\s*=/i.test(disposition);
	return extended
		? told`a name in the extended form (RFC 6266), ending in ${ending}`
		: told`a name, ending in ${ending}`;
}
