import type { PersonalInfoName } from '../columns/words';
import { choosePlace, chooseStreet } from './address';
import {
	type Cell,
	type CellsOf,
	cellsByField,
	type Chosen,
	chosen,
	type ColumnsByField,
	firstOf,
} from './cells';
import { addressesIn, type FieldValues, isSamePhone, phonesIn } from './keys';
import { wordsIn } from './personName';
import { isNot, type Warning, warningsOf } from './warnings';

/** A value for each field, empty for none. */
export type Values = Record<PersonalInfoName, string>;

export interface ChosenValues {
	/** In the service's order. */
	readonly sent: Values;
	readonly used: ReadonlySet<Cell>;
	/** Cells that mean something else than what is sent. */
	readonly unsent: readonly Cell[];
	/** What is sent, and what counts beside it when contacts are compared. */
	readonly compared: FieldValues;
	readonly warnings: readonly Warning[];
}

/**
 * Which cells of a row are sent as which field: of several columns the first that is filled.
 * @param filled In the order in which they count.
 */
export function chooseValues(filled: readonly Cell[], columns: ColumnsByField): ChosenValues {
	const cellsOf = cellsByField(filled, columns);
	const emails = cellsOf('E-mailadres').map((cell) => ({
		cell,
		addresses: addressesIn(cell.text),
	}));
	const email = emails.find(({ addresses }) => addresses.length > 0);
	const [address, ...more] = email?.addresses ?? [];
	const phones = cellsOf('Telefoonnummer');
	const phone = phones.find(({ text }) => phonesIn(text).length > 0) ?? phones.find(hasDigit);
	const fields: Record<PersonalInfoName, Chosen> = {
		Voornaam: firstOf(cellsOf('Voornaam')),
		Achternaam: chooseLastName(cellsOf),
		'E-mailadres': chosen(address, email?.cell),
		Telefoonnummer: chosen(phone?.text, phone),
		...chooseStreet(cellsOf),
		...choosePlace(cellsOf),
		Land: chooseCountry(cellsOf),
	};
	const entries = Object.entries(fields) as Array<[PersonalInfoName, Chosen]>;
	const sent = Object.fromEntries(entries.map(([field, { value }]) => [field, value])) as Values;
	const used = new Set(entries.flatMap(([, { from }]) => from));
	const noEmails = emails.flatMap(({ cell, addresses }) => (addresses.length > 0 ? [] : cell));
	const noPhones = phones.filter((cell) => !hasDigit(cell));
	const reported = new Set([...used, ...noEmails, ...noPhones]);
	return {
		sent,
		used,
		unsent: filled.filter((cell) => !reported.has(cell) && !meansTheSame(cell, sent)),
		compared: comparedValues(filled, sent),
		warnings: [
			...noEmails.map((cell) => isNot(cell, 'an email address')),
			...noPhones.map((cell) => isNot(cell, 'a phone number')),
			...warningsOf(fields, more, cellsOf('Land')[0]?.text, columns),
		],
	};
}

const hasDigit = ({ text }: Cell): boolean => /\d/.test(text);

/** An infix goes in front, unless it stands there. */
function chooseLastName(cellsOf: CellsOf): Chosen {
	const [[last], [infix]] = [cellsOf('Achternaam'), cellsOf('Achternaam', 'infix')];
	if (!infix || !last) return firstOf([last ?? infix]);
	const [lower, name] = [infix.text.toLowerCase(), last.text.toLowerCase()];
	const stands = name.startsWith(`${lower} `) || name.endsWith(`, ${lower}`);
	return chosen(stands ? last.text : `${infix.text} ${last.text}`, last, infix);
}

/** A country is not known by its telephone code. */
function chooseCountry(cellsOf: CellsOf): Chosen {
	const country = firstOf(cellsOf('Land'));
	return /^(\+|00)?\d+$/.test(country.value) ? chosen('') : country;
}

/** All emails and phones are compared, but those of a role only if they are sent. */
function comparedValues(filled: readonly Cell[], sent: Values): FieldValues {
	const values: Partial<Record<PersonalInfoName, string[]>> = {};
	for (const [field, value] of Object.entries(sent))
		if (value) values[field as PersonalInfoName] = [value];
	for (const { column, text } of filled) {
		const { field, part, isRole } = column;
		if (!part && !isRole && text !== sent[field]) (values[field] ??= []).push(text);
	}
	return values;
}

/** Whether a value says nothing beyond what is sent. */
function meansTheSame({ column, text }: Cell, sent: Values): boolean {
	const value = sent[column.field];
	if (` ${value} `.includes(` ${text} `)) return true;
	if (column.field === 'E-mailadres')
		return addressesIn(text).every((one) => one.toLowerCase() === value.toLowerCase());
	if (column.field === 'Telefoonnummer') {
		const [phones, others] = [text, value].map(phonesIn);
		const isSent = (phone: string) => others.some((other) => isSamePhone(phone, other));
		return phones.length > 0 && phones.every(isSent);
	}
	const known = new Set(wordsIn(Object.values(sent).join(' ')));
	return wordsIn(text.slice(0, 1_000)).every((word) => known.has(word));
}
