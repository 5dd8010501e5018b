import { isSamePhone, phonesIn } from '../utils/phones';
import { textOf } from '../utils/text';
import { cellText, damagedNumber, faultOf, isNothingWord, isUnfilled } from './cell';
import { type Cell, chooseFields, type ChosenFields } from './choose';
import { type Column, type KnownColumn, knownColumns, unknownColumns } from './columns';
import { ADDRESS_FIELDS, isName, NAME_FIELDS } from './headers';
import { type FieldValues, keysOf } from './keys';
import { personNameOf, wordsIn } from './personName';
import { isCodeOf, isDamagedHouseNumber, isLeftOff, readShape } from './shapes';
import { doubtsAbout, misfitWarning, NO_NAME, unsentWarning } from './warnings';

export type RowValues = Readonly<ReturnType<ReturnType<typeof rowReader>>>;

/** Returns a reader of rows. */
export function rowReader(columns: readonly Column[]) {
	const [known, unknown] = [knownColumns(columns), unknownColumns(columns)];
	const names = known.filter((column) => isName(column) && column.sample.filled > 0);
	const lastNames = names.find(({ field }) => field === 'Achternaam');
	/** @param addsOthers Whether values of no field are sent under the names of their columns. */
	return (cells: readonly unknown[], addsOthers: boolean) => {
		const { filled, problem } = readCells(known, cells);
		const others = readOthers(addsOthers ? unknown : [], cells);
		const fields = chooseFields(filled, known);
		const used = new Set(
			Object.values(fields).flatMap(({ from }) => from.map(({ column }) => column)),
		);
		const misfits = filled.filter(({ values }) => values.length === 0);
		const left = filled.filter(
			(cell) => !used.has(cell.column) && !misfits.includes(cell) && !meansTheSame(cell, fields),
		);
		const added = addsOthers ? [...others.texts, ...left] : [];
		const unsent = addsOthers ? others.unreadable : left;
		const isEmpty = cells.every(isUnfilled);
		const name = personNameOf(fields.Voornaam.value, fields.Achternaam.value);
		return {
			isEmpty,
			infos: [
				...Object.entries(fields).flatMap(([name, { value }]) => (value ? { name, value } : [])),
				...added.map(({ column, text }) => ({ name: column.name, value: text })),
			],
			/** The indexes of the columns that the infos come from. */
			sentFrom: [...used, ...added.map(({ column }) => column)].map(({ index }) => index),
			keys: keysOf(comparedValues(filled, fields)),
			name,
			warnings: [
				...(unsent.length > 0 ? [unsentWarning(unsent)] : []),
				...(problem ? [] : misfits.map(misfitWarning)),
				...(names.length > 0 && !name.text && !isEmpty && !problem ? [NO_NAME] : []),
				...doubtsAbout(fields, lastNames),
			],
			problem: problem ?? others.problem,
		};
	};
}

/** The filled cells of known columns. */
function readCells(known: readonly KnownColumn[], cells: readonly unknown[]) {
	let problem: unknown;
	let filled: Cell[] = [];
	for (const column of known) {
		const { name, field, part, index } = column;
		const text = cellText(cells[index], field);
		if (text === '') continue;
		problem ??= faultOf(name, cells[index], text);
		if (text === undefined || isLeftOff(part, text)) continue;
		filled.push({ column, field, part, text, values: readShape(field, part, text) });
	}
	// Somebody is called Null, but not whose first and last name both are.
	const names = filled.filter(({ column }) => isName(column));
	if (names.every(({ text }) => isNothingWord(text)))
		filled = filled.filter((cell) => !names.includes(cell));
	const country = filled.find(({ column }) => column.field === 'Land')?.text ?? '';
	for (const { column, text } of filled)
		if (column.field === 'Huisnummer' && !column.part && isDamagedHouseNumber(text, country))
			problem ??= damagedNumber(column.name, text);
	return { filled, problem };
}

/** Columns of no field, which are sent under their own names. A list or an object cannot be. */
function readOthers(unknown: readonly Column[], cells: readonly unknown[]) {
	const filled = unknown.flatMap((column) => {
		const text = cellText(cells[column.index]);
		return text === ''
			? []
			: { column, isText: text !== undefined, text: text ?? textOf(cells[column.index]) };
	});
	const [texts, unreadable] = [true, false].map((is) =>
		filled.filter(({ isText }) => isText === is),
	);
	const problem = texts.map(({ column, text }) => faultOf(column.name, text, text)).find(Boolean);
	return { texts, unreadable, problem };
}

/** All emails and phones are compared, but those of a role only if they are sent. */
function comparedValues(filled: readonly Cell[], fields: ChosenFields): FieldValues {
	const compared: Partial<Record<string, string[]>> = {};
	for (const [field, { value, from }] of Object.entries(fields))
		compared[field] = value ? [...new Set([value, ...from.flatMap(({ values }) => values)])] : [];
	for (const { column, values } of filled)
		if (!column.part && !column.isRole) compared[column.field]!.push(...values);
	return compared;
}

/** Whether a value adds nothing to what is sent. Names are compared with names alone. */
function meansTheSame({ column, text, values }: Cell, fields: ChosenFields): boolean {
	const { value } = fields[column.field];
	if (` ${value} `.includes(` ${text} `)) return true;
	if (column.field === 'Land' && isCodeOf(text, value)) return true;
	if (column.field === 'E-mailadres')
		return values.every((one) => one.toLowerCase() === value.toLowerCase());
	if (column.field === 'Telefoonnummer') {
		const [sent, phones] = [phonesIn(value), values.flatMap(phonesIn)];
		return phones.every((phone) => sent.some((one) => isSamePhone(phone, one)));
	}
	const isOfName = NAME_FIELDS.includes(column.field);
	const group = isOfName ? NAME_FIELDS : [...ADDRESS_FIELDS, 'Land' as const];
	const words = new Set(group.flatMap((field) => wordsIn(fields[field].value)));
	return wordsIn(text.slice(0, 1_000)).every((word) => words.has(word));
}
