import { folded } from '../utils/text';
import { addressIn, townAndPostcode } from './address';
import type { KnownColumn } from './columns';
import { isOfAddress } from './headers';
import type { FieldPart, PersonalInfoName } from './words';
import { wordsIn } from './personName';

export interface Cell {
	readonly column: KnownColumn;
	readonly text: string;
	/** What it has for its field, the first one to send; empty if it cannot be sent. */
	readonly values: readonly string[];
}

/** A value to send, empty for none, and the cells that it comes from. */
export interface Chosen {
	readonly value: string;
	readonly from: readonly Cell[];
}

const chosen = (value = '', ...from: Array<Cell | undefined>): Chosen => ({
	value,
	from: value ? from.filter((cell) => cell !== undefined) : [],
});

const whole = (cell: Cell | undefined): Chosen => chosen(cell?.values[0], cell);

/** The filled cells of a field, the first choice first. */
type CellsOf = (field: PersonalInfoName, part?: FieldPart) => readonly Cell[];

/**
 * Columns with the same qualifier words are one address (`Business Street`, `Business City`). The first address with a
 * value is sent. Others only add fields for which the first has no column.
 */
function cellsByField(filled: readonly Cell[], columns: readonly KnownColumn[]): CellsOf {
	const first = filled.find(({ column }) => isOfAddress(column.field));
	const isOfFirst = ({ qualifierWords }: KnownColumn) =>
		qualifierWords === first?.column.qualifierWords;
	return (field, part) => {
		const isSuch = (column: KnownColumn) => column.field === field && column.part === part;
		const cells = filled.filter(({ column }) => isSuch(column));
		if (cells.length === 0 || (!isOfAddress(field) && field !== 'Land')) return cells;
		const hasOwn = columns.some((column) => isSuch(column) && isOfFirst(column));
		return hasOwn ? cells.filter(({ column }) => isOfFirst(column)) : cells;
	};
}

export type ChosenFields = Readonly<Record<PersonalInfoName, Chosen>>;

/** The value to send for each field. @param filled The most important cell first. @param columns All known columns. */
export function chooseFields(
	filled: readonly Cell[],
	columns: readonly KnownColumn[],
): ChosenFields {
	const cellsOf = cellsByField(
		filled.filter(({ values }) => values.length > 0),
		columns,
	);
	const [first] = cellsOf('Voornaam');
	return {
		Voornaam: whole(first),
		Achternaam: lastName(cellsOf('Achternaam')[0], cellsOf('Achternaam', 'infix')[0], first),
		'E-mailadres': whole(cellsOf('E-mailadres')[0]),
		Telefoonnummer: whole(cellsOf('Telefoonnummer')[0]),
		...addressFields(cellsOf),
	};
}

/** Puts the infix in front, unless the last name already contains it. */
function lastName(last: Cell | undefined, infix: Cell | undefined, first?: Cell): Chosen {
	if (!infix || !last) return last ? chosen(withoutFirst(last, first), last) : whole(infix);
	const bare = withoutFirst(last, first);
	const [lower, name] = [infix.text.toLowerCase(), bare.toLowerCase()];
	const hasInfix = name.startsWith(`${lower} `) || name.endsWith(`, ${lower}`);
	return chosen(hasInfix ? bare : `${infix.text} ${bare}`, last, infix);
}

/** A whole name beside the first name repeats it. */
function withoutFirst({ column, values: [name] }: Cell, first: Cell | undefined): string {
	const given = first?.values[0].toLowerCase();
	if (!column.isWhole || !given) return name;
	const lower = name.toLowerCase();
	if (lower === given) return '';
	if (lower.startsWith(`${given} `)) return name.slice(given.length).trim();
	return lower.endsWith(`, ${given}`) ? name.slice(0, -given.length).replace(/,\s*$/, '') : name;
}

type AddressField = 'Straatnaam' | 'Huisnummer' | 'Postcode' | 'Plaats' | 'Land';

const isAlike = (one: string, other: string): boolean =>
	wordsIn(one).join('') === wordsIn(other).join('');

function addressFields(cellsOf: CellsOf): Record<AddressField, Chosen> {
	const town = townFields(cellsOf);
	const country = whole(cellsOf('Land')[0]);
	const [street] = cellsOf('Straatnaam');
	const address = street && addressIn(street.values[0]);
	const [number] = cellsOf('Huisnummer');
	const fits = (value: string, own = '') => !own || isAlike(value, own);
	const isRead =
		address &&
		fits(address.houseNumber, number?.values[0]) &&
		fits(address.postalCode, town.Postcode.value) &&
		fits(address.city, town.Plaats.value);
	if (!isRead) return { ...streetFields(cellsOf, street, number), ...town, Land: country };
	const part = (value: string): Cell => ({ ...street, values: [value] });
	const or = (own: Chosen, value: string | null) => (own.value ? own : chosen(value ?? '', street));
	return {
		...streetFields(cellsOf, part(address.street), number ?? part(address.houseNumber)),
		Postcode: or(town.Postcode, address.postalCode),
		Plaats: or(town.Plaats, address.city),
		Land: or(country, address.country),
	};
}

/** An addition follows the house number, or the street if that includes the number; a second line follows the street. */
function streetFields(
	cellsOf: CellsOf,
	street: Cell | undefined,
	own: Cell | undefined,
): Record<'Straatnaam' | 'Huisnummer', Chosen> {
	const ends = cellsOf('Huisnummer', 'addition');
	// "Huisnummer + toevoeging" may be one column.
	const number = own ?? ends.find(isHouseNumber);
	const additions = ends.filter((cell) => cell !== number);
	const inStreet = number || !street ? [] : additions;
	const name = withAdditions(street && withoutNumber(street.values[0], number), inStreet);
	const lines = cellsOf('Straatnaam', 'secondLine').filter(
		({ text }) => !` ${name} `.includes(` ${text} `),
	);
	const texts = [name, ...lines.map(({ text }) => text)];
	return {
		Straatnaam: chosen(texts.filter(Boolean).join(', '), street, ...lines, ...inStreet),
		Huisnummer: chosen(withAdditions(number?.values[0], additions), number, ...additions),
	};
}

/** A street that ends with the number beside it repeats it. */
function withoutNumber(street: string, number: Cell | undefined): string {
	const end = number && ` ${number.values[0]}`;
	return end && street.length > end.length && street.endsWith(end)
		? street.slice(0, -end.length).replace(/[\s,]+$/, '')
		: street;
}

const isHouseNumber = ({ column, text }: Cell): boolean =>
	/^\d/.test(text) && /^(huis|haus|house)/i.test(column.name);

/** `12` and `A` become `12 A`, but `12A` and `A` stay `12A`. */
const withAdditions = (start: string | undefined, additions: readonly Cell[]) =>
	additions.reduce((all, { values: [text] }) => {
		const isIncluded = /^\p{L}/u.test(text) && /\d/.test(all ?? '');
		return !all || (isIncluded && folded(all).endsWith(folded(text))) ? all : `${all} ${text}`;
	}, start);

/** A postcode may stand with its town in any column of either. */
function townFields(cellsOf: CellsOf): Record<'Postcode' | 'Plaats', Chosen> {
	const [postcode, town] = [cellsOf('Postcode')[0], cellsOf('Plaats')[0]];
	const [both] = cellsOf('Postcode', 'withTown');
	const read = (cell: Cell | undefined) => (cell ? townAndPostcode(cell.values[0]) : undefined);
	const [inPostcode, inTown] = [read(postcode), read(town)];
	const split = both && (read(both) ?? alone(both.text));
	return {
		Postcode: postcode
			? chosen(inPostcode?.postcode ?? postcode.values[0], postcode)
			: chosen(inTown?.postcode ?? split?.postcode, inTown ? town : both),
		Plaats: town
			? chosen(inTown?.town ?? town.values[0], town)
			: chosen(inPostcode?.town ?? split?.town, inPostcode ? postcode : both),
	};
}

const alone = (text: string) =>
	/\d/.test(text) ? { postcode: text, town: '' } : { postcode: '', town: text };
