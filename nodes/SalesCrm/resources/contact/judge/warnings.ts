import { PERSONAL_INFO_NAMES } from '../../../../api/types';
import { folded, shown } from '../../../../utils/text';
import type { KnownColumn } from '../columns/columns';
import type { Cell, ChosenFields } from './choose';
import { addressesIn, numberInStreet } from './keys';

/** What people should know of a row, though it is sent. */
export interface Warning {
	/** What such a row has: each kind is one hint. */
	readonly kind: string;
	readonly text: string;
	/** Nothing may be wrong: it is reported for all rows together, and not for each. */
	readonly isOrdinary?: boolean;
}

/** @param cell Of an email or a phone. */
export function isNotSuch({ column, text }: Cell): Warning {
	const what = column.field === 'E-mailadres' ? 'an email address' : 'a phone number';
	return {
		kind: `a text that is not ${what}`,
		text: `'${shown(column.name)}' (${shown(text)}) is not ${what}, so it is not sent`,
	};
}

/** What means something else than what is sent. */
export const areNotSent = (unsent: readonly Cell[]): Warning => ({
	kind: 'values that are not sent',
	text: `Not sent: ${unsent.map(({ column, text }) => `'${shown(column.name)}' (${shown(text)})`).join(', ')}`,
});

export const isNotText = (column: string, value: unknown): Warning => ({
	kind: 'a list or an object that is not sent',
	text: `'${shown(column)}' contains ${Array.isArray(value) ? 'a list' : 'an object'}, so it is not sent`,
});

/** What may not be meant in what is sent. @param columns In the order in which they count. */
export function doubtsAbout(fields: ChosenFields, columns: readonly KnownColumn[]): Warning[] {
	const warnings: Warning[] = [];
	const add = (kind: string, text: string, isOrdinary?: boolean) =>
		warnings.push({ kind, text, isOrdinary });
	const [, ...more] = addressesIn(fields['E-mailadres'].from[0]?.text ?? '');
	const others = more.map(shown).join(', ');
	if (others)
		add('several email addresses in a cell', `Only the first address is sent, not ${others}`);
	const phone = fields.Telefoonnummer.value;
	const lost = 'may have lost its leading 0';
	if (lostZero(phone, fields.Land.from[0]?.text ?? ''))
		add(`a phone number that ${lost}`, `The phone number ${shown(phone)} ${lost}`);
	for (const [field, { value, from }] of Object.entries(fields)) {
		const isOfField = (one: KnownColumn) => one.field === field && !one.part;
		const [cell] = from;
		if (!value || !isOfField(cell.column) || cell.column === columns.find(isOfField)) continue;
		const label = PERSONAL_INFO_NAMES[cell.column.field].toLowerCase();
		const article = label.startsWith('e') ? 'an' : 'a';
		add(`${article} ${label} from '${shown(cell.column.name)}'`, shown(cell.text), true);
	}
	const { Straatnaam: street, Huisnummer: number } = fields;
	const [inOne] = street.from;
	if (inOne && number.from[0] === inOne) {
		const kind = `street and house number in '${shown(inOne.column.name)}'`;
		add(kind, `${shown(street.value)} and ${shown(number.value)}`, true);
	} else if (!number.value && numberInStreet(street.value)) {
		add('the house number in the street', shown(street.value), true);
	}
	return warnings;
}

/** Dutch numbers have ten digits, of which a spreadsheet drops the first. */
const lostZero = (phone: string, country: string): boolean =>
	/^[1-9]\d{8}$/.test(phone.replace(/[\s()./-]/g, '')) && DUTCH.test(folded(country).trim());

const DUTCH =
	/^(|NL|(THE )?NETHERLANDS|NEDERLAND|HOLLAND|NIEDERLANDE|PAYS-BAS|HOLANDIA|PAISES BAJOS|PAESI BASSI|\+?31|0031)$/;
