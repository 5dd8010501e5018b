import { PERSONAL_INFO_NAMES, type PersonalInfo } from '../../../api/types';
import { folded } from '../../../utils/text';
import { type Cell, choose, fieldOfAddress, type Known, type Warning } from './chooseCells';
import type { Column, PersonalInfoName } from './columns';
import { hasKey, isSamePhone, type Keys, keysOf, NO_KEYS } from './keys';
import { NO_NAME, type PersonName, personNameOf } from './personName';
import { cellText, damageOf, hasLostLetters, noText } from './values';
import { shown } from './wording';

/**
 * A row, parsed once: what is sent (chooseCells.ts), and what it is compared by.
 *
 * 1. What is not sent, and means something else, is a warning; where extra columns are added, it goes out under its name.
 * 2. An object where text is expected, and a damaged value, keep the row from being sent.
 * 3. The personal infos stand in the service's order.
 */

export interface ParsedRow {
	readonly infos: PersonalInfo[];
	readonly keys: Keys;
	readonly name: PersonName;
	readonly warnings: readonly Warning[];
	/** Letters were lost when its file was read. */
	readonly lostLetters: boolean;
	/** Why it cannot be sent. */
	readonly problem?: unknown;
}

/** What cannot be read at all. */
export const UNREADABLE: Omit<ParsedRow, 'problem'> = {
	infos: [],
	keys: NO_KEYS,
	name: NO_NAME,
	warnings: [],
	lostLetters: false,
};

const FIELDS = Object.keys(PERSONAL_INFO_NAMES) as PersonalInfoName[];

export type RowParser = (values: readonly unknown[]) => ParsedRow;

/**
 * How rows with these columns are parsed, by their values at the places of the columns.
 * @param addsOthers Whether what is not sent otherwise goes out under its own name.
 */
export function rowParser(columns: readonly Column[], addsOthers: boolean): RowParser {
	const known = columns
		.filter((column): column is Known => column.meaning !== undefined)
		.sort((one, other) => one.meaning.rank - other.meaning.rank || one.place - other.place);
	const addressFields = new Set(
		known.map(({ meaning }) => fieldOfAddress(meaning, meaning.address)),
	);
	const isNamed = ({ name }: Column) => name.trim() !== '';
	const added = columns.filter(
		(one) => addsOthers && isNamed(one) && !one.meaning && !one.isDeclined,
	);
	const unnamed = columns.filter((one) => !isNamed(one));
	return (values) => {
		const faults: unknown[] = [];
		let lostLetters = false;
		const read = ({ name, place }: Column): string => {
			const text = cellText(values[place]);
			if (text === undefined) faults.push(noText(`The column '${shown(name)}'`, values[place]));
			const damage = text ? damageOf(name, text) : undefined;
			if (damage) faults.push(damage);
			lostLetters ||= hasLostLetters(text ?? '');
			return text ?? '';
		};
		const filled = known.flatMap((column): Cell[] => {
			const text = read(column);
			return text ? [{ column, text }] : [];
		});
		const chosen = choose(filled, addressFields);
		const others: PersonalInfo[] = [];
		for (const column of added) {
			const text = read(column);
			if (text) others.push({ name: column.name, value: text });
		}
		const { sent, compared, warnings } = chosen;
		const unsent = chosen.unsent.filter((cell) => !meansTheSame(cell, sent, compared.slice(0, 1)));
		if (addsOthers) {
			for (const { column, text } of unsent) others.push({ name: column.name, value: text });
		} else if (unsent.length > 0) {
			const told = unsent.map(({ column, text }) => `'${shown(column.name)}' (${shown(text)})`);
			warnings.unshift({ kind: 'notSent', text: `Not sent: ${told.join(', ')}` });
		}
		const nameless = unnamed.map(({ place }) => cellText(values[place])).filter(Boolean);
		if (nameless.length > 0) {
			const told = nameless.map((text) => shown(text!)).join(', ');
			warnings.push({ kind: 'notSent', text: `Values without a column are not sent: ${told}` });
		}
		const infos = FIELDS.flatMap((name) => {
			const value = sent.get(name);
			return value ? [{ name, value }] : [];
		});
		return {
			infos: [...infos, ...others],
			keys: keysOf([...infos, ...compared]),
			name: personNameOf(infos),
			warnings,
			lostLetters,
			problem: faults[0],
		};
	};
}

/** Whether a value says nothing beyond what is sent. */
function meansTheSame(
	{ column, text }: Cell,
	sent: ReadonlyMap<PersonalInfoName, string>,
	country: readonly PersonalInfo[],
): boolean {
	const { field } = column.meaning;
	const keysIn = (value = '') => keysOf([{ name: field, value }, ...country]);
	if (field === 'E-mailadres' || field === 'Telefoonnummer') {
		const [keys, known] = [keysIn(text), keysIn(sent.get(field))];
		if (text === sent.get(field)) return true;
		const isKnownPhone = (key: string) => known.phone.some((one) => isSamePhone(one, key));
		const isKnown = keys.email.every((key) => known.email.includes(key));
		return hasKey(keys) && isKnown && keys.phone.every(isKnownPhone);
	}
	const wordsIn = (value: string) => folded(value).match(/[\p{L}\p{N}]+/gu) ?? [];
	const known = new Set(wordsIn([...sent.values()].join(' ')));
	return wordsIn(text.slice(0, 1_000)).every((word) => known.has(word));
}
