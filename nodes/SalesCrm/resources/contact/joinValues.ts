import { folded } from '../../../utils/text';
import { callingCodeOf, hasTrunkZero } from './countries';

/** Values of a field that stand in several columns, or several in one. */

export function withInfix(infix: string | undefined, last: string | undefined): string | undefined {
	if (!infix || !last) return last ?? infix;
	const [lower, name] = [infix.toLowerCase(), last.toLowerCase()];
	const stands = name.startsWith(`${lower} `) || name.endsWith(`, ${lower}`);
	return stands ? last : `${infix} ${last}`;
}

/** One that stands there is not written twice: `12A` and `A`. */
export function withAdditions(number: string, additions: readonly string[]): string {
	return additions.reduce((text, addition) => {
		const isThere = /^\p{L}/u.test(addition) && folded(text).endsWith(folded(addition));
		return isThere && /\d/.test(text) ? text : `${text} ${addition}`;
	}, number);
}

/** A postcode and a town in one value, where it is plainly a Dutch, German or Belgian one. */
export function apart(text = ''): { postcode?: string; town?: string } {
	const both =
		/^(?:NL-?\s?)?(\d{4}\s?[A-Z]{2})[\s,]+(['’]?\p{L}.*)$/iu.exec(text) ??
		/^(?:D(?:E)?-?\s?)?(\d{5})[\s,]+(['’]?\p{L}.*)$/iu.exec(text) ??
		/^(?:B(?:E)?-?\s?)?(\d{4})[\s,]+(?![A-Z]{2}$)(['’]?\p{L}.*)$/u.exec(text);
	if (both) return { postcode: both[1], town: both[2] };
	return /\d/.test(text) ? { postcode: text } : { town: text };
}

export function lostZero(phone: string, country: string): boolean {
	const code = callingCodeOf(country);
	const digits = phone.replace(/\D/g, '');
	const isNational = /^\(?[1-9]/.test(phone) && digits.length >= 8 && digits.length <= 11;
	return code !== undefined && hasTrunkZero(code) && isNational && !digits.startsWith(code);
}
