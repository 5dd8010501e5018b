import { PERSONAL_INFO_NAMES } from './personalInfos';
import { folded, shown } from '../utils/text';
import type { Column, KnownColumn } from './columns';
import type { Cell, ChosenFields } from './choose';
import { SHAPES } from './shapes';
import type { PersonalInfoName } from './words';

/** What people should know about a row, though it is sent. */
export interface Warning {
	/** Each kind is one hint: "3 rows have …". */
	readonly kind: string;
	readonly text: string;
	/** It need not be wrong, so it is not reported for each row. */
	readonly isOrdinary?: boolean;
}

export const NO_NAME: Warning = { kind: 'no name', text: 'It has no name' };

export function misfitWarning({ column, text }: Cell): Warning {
	const { noun } = SHAPES[column.field];
	const digits = text.replace(/\D/g, '').length;
	const isShort = column.field === 'Telefoonnummer' && /^[\d\s()+./-]+$/.test(text) && digits < 8;
	const why = isShort ? 'is too short for a phone number' : `is not ${noun}`;
	return {
		kind: `a text that ${why}`,
		text: `'${shown(column.name)}' (${shown(text)}) ${why}, so it is not sent`,
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
	const warnings = [
		...furtherValues('E-mailadres', 'email address', fields),
		...furtherValues('Telefoonnummer', 'phone number', fields),
		...oddValues(fields),
	];
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

/** Of several in a cell only the first is sent. */
function furtherValues(field: PersonalInfoName, noun: string, fields: ChosenFields): Warning[] {
	const [, ...more] = fields[field].from[0]?.values ?? [];
	const others = [...new Set(more)].filter((one) => one !== fields[field].value);
	if (others.length === 0) return [];
	const text = `Only the first ${noun} is sent, not ${others.map(shown).join(', ')}`;
	return [{ kind: `more than one ${noun} in a cell`, text }];
}

/** DOS letters, decoded as those of a Mac or of Windows. */
const MAY_BE_DECODED_WRONGLY = /\p{Ll}[ÇÅÄÖÜÉ](?!\p{Lu})|\p{L}[‚„†‡ˆ‰‹]/u;

function oddValues(fields: ChosenFields): Warning[] {
	const hasStreet = fields.Straatnaam.value !== '';
	return Object.entries(fields).flatMap(([field, { value, from }]) => {
		if (!value) return [];
		const { noun, odd } = SHAPES[field as PersonalInfoName];
		const isWrong = MAY_BE_DECODED_WRONGLY.test(value);
		const what = isWrong ? 'letters that may be wrong' : odd?.(value, hasStreet);
		if (what === undefined) return [];
		const [{ column }] = from;
		return [
			{
				kind: `${noun} with ${what}`,
				text: `'${shown(column.name)}' (${shown(value)}) has ${what}`,
			},
		];
	});
}

/** Dutch numbers have ten digits, and a spreadsheet drops the first. */
const lostZero = (phone: string, country: string): boolean =>
	/^[1-9]\d{8}$/.test(phone.replace(/[\s()./-]/g, '')) && DUTCH.test(folded(country).trim());

const DUTCH =
	/^(|NL|(THE )?NETHERLANDS|NEDERLAND|HOLLAND|NIEDERLANDE|PAYS-BAS|HOLANDIA|PAISES BAJOS|PAESI BASSI|\+?31|0031)$/;
