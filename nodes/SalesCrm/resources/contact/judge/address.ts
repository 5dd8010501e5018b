import { folded } from '../../../../utils/text';
import { type Cell, type CellsOf, type Chosen, chosen, firstOf } from './cells';

/** Street, house number, postcode and town, however many columns they are spread over. */

/** An addition stands behind the house number, or behind the street if that has it; a second line behind the street. */
export function chooseStreet(cellsOf: CellsOf): Record<'Straatnaam' | 'Huisnummer', Chosen> {
	const [street] = cellsOf('Straatnaam');
	const lines = cellsOf('Straatnaam', 'secondLine');
	const ends = cellsOf('Huisnummer', 'addition');
	// "Huisnummer + toevoeging" may be one column.
	const own = cellsOf('Huisnummer')[0] ?? ends.find(isHouseNumber);
	const [, name, number] =
		(!own && street?.column.hasNumber && STREET_AND_NUMBER.exec(street.text)) || [];
	const additions = ends.filter((cell) => cell !== own);
	const [before, at] = [name ?? street?.text, own?.text ?? number];
	const whole = [at ? before : withAdditions(before, additions), ...lines.map(({ text }) => text)];
	const inStreet = at || !before ? [] : additions;
	return {
		Straatnaam: chosen(whole.filter(Boolean).join(', '), street, ...lines, ...inStreet),
		Huisnummer: chosen(withAdditions(at, additions), own ?? street, ...additions),
	};
}

/** "Lange Weg 12-2 A" is Lange Weg and 12-2 A; "Plein 1944 12" is Plein 1944 and 12. */
const STREET_AND_NUMBER =
	/^(.*?\p{L}.*?)[\s,]+(\d{1,5}(?:\s?\p{L}{1,5}(?!\p{L}))?(?:\s?[-/+]\s?[\p{L}\d]{1,5})*(?:\s\p{L}{1,5})?)$/u;

const isHouseNumber = ({ column, text }: Cell): boolean =>
	/^\d/.test(text) && /^(huis|haus|house)/i.test(column.name);

/** `12A` and `A` is `12A`. */
const withAdditions = (number: string | undefined, additions: readonly Cell[]) =>
	additions.reduce((all, { text }) => {
		const isThere = /^\p{L}/u.test(text) && /\d/.test(all ?? '');
		return !all || (isThere && folded(all).endsWith(folded(text))) ? all : `${all} ${text}`;
	}, number);

export function choosePlace(cellsOf: CellsOf): Record<'Postcode' | 'Plaats', Chosen> {
	const [both] = cellsOf('Postcode', 'withTown');
	const { postcode, town } = apart(both?.text);
	const [own, ownTown] = [firstOf(cellsOf('Postcode')), firstOf(cellsOf('Plaats'))];
	return {
		Postcode: own.value ? own : chosen(postcode, both),
		Plaats: ownTown.value ? ownTown : chosen(town, both),
	};
}

/** A postcode and a town in one value, if it is plainly a Dutch, German or Belgian one. */
function apart(text = ''): { postcode?: string; town?: string } {
	const both =
		/^(?:(?:NL|DE?|BE?)-?\s?)?(\d{4}\s?[A-Z]{2}|\d{4,5})[\s,]+(?![A-Z]{2}$)(['’]?\p{L}.*)$/iu.exec(
			text,
		);
	if (both) return { postcode: both[1], town: both[2] };
	return /\d/.test(text) ? { postcode: text } : { town: text };
}
