import { PERSONAL_INFO_NAMES } from './personalInfos';
import { folded, shown } from '../utils/text';
import type { Column, KnownColumn } from './columns';
import type { Cell, ChosenFields } from './choose';
import { addressesIn } from './keys';

/** What people should know about a row, though it is sent. */
export interface Warning {
	/** Each kind is one hint: "3 rows have …". */
	readonly kind: string;
	readonly text: string;
	/** It need not be wrong, so it is not reported for each row. */
	readonly isOrdinary?: boolean;
}

export function misfitWarning({ column, text }: Cell): Warning {
	const nouns: Partial<Record<string, string>> = {
		'E-mailadres': 'an email address',
		Land: 'a country',
	};
	const what = nouns[column.field] ?? 'a phone number';
	return {
		kind: `a text that is not ${what}`,
		text: `'${shown(column.name)}' (${shown(text)}) is not ${what}, so it is not sent`,
	};
}

export const unsentWarning = (
	unsent: ReadonlyArray<{ column: Column; text: string }>,
): Warning => ({
	kind: 'values that are not sent',
	text: `Not sent: ${unsent.map(({ column, text }) => `'${shown(column.name)}' (${shown(text)})`).join(', ')}`,
});

/** Warns of sent values that may not be what was meant. */
export function doubtsAbout(
	fields: ChosenFields,
	filled: readonly Cell[],
	columns: readonly KnownColumn[],
): Warning[] {
	const warnings: Warning[] = [];
	const [, ...more] = addressesIn(fields['E-mailadres'].from[0]?.text ?? '');
	if (more.length > 0) {
		const text = `Only the first address is sent, not ${more.map(shown).join(', ')}`;
		warnings.push({ kind: 'several email addresses in a cell', text });
	}
	const phone = fields.Telefoonnummer.value;
	const country = filled.find(({ column }) => column.field === 'Land')?.text ?? '';
	if (lostZero(phone, country)) {
		const lost = 'may have lost its leading 0';
		warnings.push({
			kind: `a phone number that ${lost}`,
			text: `The phone number ${shown(phone)} ${lost}`,
		});
	}
	for (const { from } of Object.values(fields)) {
		if (from.length === 0) continue;
		const [{ column, text }] = from;
		const isOfField = ({ field, part }: KnownColumn) => field === column.field && !part;
		if (!isOfField(column) || column === columns.find(isOfField)) continue;
		const label = PERSONAL_INFO_NAMES[column.field].toLowerCase();
		const kind = `${label.startsWith('e') ? 'an' : 'a'} ${label} from '${shown(column.name)}'`;
		warnings.push({ kind, text: shown(text), isOrdinary: true });
	}
	return warnings;
}

/** Dutch numbers have ten digits, and a spreadsheet drops the first. */
const lostZero = (phone: string, country: string): boolean =>
	/^[1-9]\d{8}$/.test(phone.replace(/[\s()./-]/g, '')) && DUTCH.test(folded(country).trim());

const DUTCH =
	/^(|NL|(THE )?NETHERLANDS|NEDERLAND|HOLLAND|NIEDERLANDE|PAYS-BAS|HOLANDIA|PAISES BAJOS|PAESI BASSI|\+?31|0031)$/;
