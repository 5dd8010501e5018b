import { beginning } from '../utils/text';
import { cellText, faultOf } from './cell';
import { fieldOf, type KnownField, plainField } from './headers';
import { isAlike } from './personName';
import { CONTACT_INFO_NAMES } from './personalInfos';
import { readStreet, readTown, readWholeAddress } from './wholeAddress';
import type { PersonalInfoName } from './words';

/** Lines of a description, or answers of a form. To recognize one takes a tenth of a millisecond. */
const MAX_LINES = 200;
const MAX_DESCRIPTION = 60_000;

/** Name and address of a person in parts. What is not certain is null. */
export type ContactDetails = Record<
	'firstName' | 'lastName' | 'street' | 'houseNumber' | 'postalCode' | 'city' | 'country',
	string | null
>;

export interface ContactSources {
	/** The answers of a form, by question. */
	readonly answers?: ReadonlyArray<{ label: string; identifier: string; value: unknown }>;
	/** `contact_info` of the service. */
	readonly info?: Readonly<Record<string, unknown>>;
	/** Its lines may name fields: `Voornaam: An`. */
	readonly description?: string | null;
	/** A whole address in one text. It counts where it does not contradict the others. */
	readonly address?: string | null;
}

/** @returns Null if nothing is known. A name in one piece is never split. */
export function contactDetailsOf(sources: ContactSources): ContactDetails | null {
	const { info = {}, answers = [], description, address } = sources;
	const values = new Parts();
	for (const [key, value] of Object.entries(info)) values.add(namedInfo(key), value);
	for (const { label, identifier, value } of answers.slice(0, MAX_LINES))
		values.add(namedInfo(identifier) ?? fieldOf(label), value);
	for (const [label, value] of labelLines(description ?? ''))
		values.add(fieldOf(label, values.previous), value);
	const details = values.details();
	const whole = address ? readWholeAddress(address) : null;
	const all = whole && !values.contradicts(details, whole) ? filledFrom(details, whole) : details;
	return Object.values(all).some((value) => value !== null) ? all : null;
}

const namedInfo = (key: string): KnownField | undefined => {
	const field = CONTACT_INFO_NAMES.get(key);
	return field && plainField(field);
};

const filledFrom = (details: ContactDetails, more: Partial<ContactDetails>): ContactDetails =>
	Object.fromEntries(
		Object.entries(details).map(([key, value]) => [
			key,
			value ?? more[key as keyof ContactDetails] ?? null,
		]),
	) as ContactDetails;

/** The lines `label: value` up to the first blank line, behind which Deal: Update appends. */
function* labelLines(description: string): Generator<[label: string, value: string]> {
	const [above] = beginning(description, MAX_DESCRIPTION).split(/\r?\n[^\S\r\n]*\r?\n/, 1);
	for (const line of above.split(/\r?\n/, MAX_LINES)) {
		const [, label, value] = /^[\s*•·-]*([^:]{2,80}):[\s*]*(.{1,200})$/.exec(line) ?? [];
		if (label) yield [label, value];
	}
}

/** The fields of {@link ContactDetails} by the names of the service. */
const INFO_NAMES = {
	firstName: 'Voornaam',
	lastName: 'Achternaam',
	street: 'Straatnaam',
	houseNumber: 'Huisnummer',
	postalCode: 'Postcode',
	city: 'Plaats',
	country: 'Land',
} as const satisfies Record<keyof ContactDetails, PersonalInfoName>;

const ADDRESS_PARTS = ['street', 'houseNumber', 'postalCode', 'city'] as const;

const PATTERNS: Readonly<Record<keyof ContactDetails, RegExp>> = {
	firstName: /^(?=.*\p{L})[^@\d]{1,80}$/u,
	lastName: /^(?=.*\p{L})[^@\d]{1,80}$/u,
	street: /^(?=.*\p{L})[^@]{1,100}$/u,
	houseNumber: /^\d.{0,20}$/u,
	postalCode: /^(?=.*\d).{3,10}$/u,
	city: /^(?=.*\p{L})[^@\d]{1,80}$/u,
	country: /^(?=.*\p{L})[^@\d]{1,80}$/u,
};

type Part = keyof ContactDetails | 'infix' | 'addition';

/** The values of each field. Two that differ leave it unknown. */
class Parts {
	private readonly all = new Map<Part, { text: string; isUnclear: boolean }>();

	/** The field of the value before: `Nr` means a house number behind a street. */
	previous: KnownField | undefined;

	add(known: KnownField | undefined, value: unknown): void {
		this.previous = known;
		if (!known || known.isRole || known.qualifierWords || known.onlyUnqualified) return;
		const { field, part, isWhole } = known;
		const text = cellText(value, field);
		if (!text || faultOf('', value, text)) return;
		if (part === 'infix' || part === 'addition') this.put(part, text);
		else if (part === 'withTown') this.putAll(readTown(text));
		else if (field === 'Straatnaam' && !part) this.addStreet(text, isWhole);
		else if (!part && !isWhole) {
			const key = Object.entries(INFO_NAMES).find(([, name]) => name === field)?.[0] as Part;
			if (key) this.put(key, text);
		}
	}

	/** A street may stand with its number, and an address with its town. */
	private addStreet(text: string, isWhole: boolean): void {
		const read = readWholeAddress(text) ?? readStreet(text);
		if (read) this.putAll(read);
		else if (!isWhole || !/\d/.test(text)) this.put('street', text);
	}

	private putAll(read: Partial<ContactDetails> | null): void {
		for (const [key, text] of Object.entries(read ?? {})) if (text) this.put(key as Part, text);
	}

	private put(part: Part, text: string): void {
		const before = this.all.get(part);
		if (!before) this.all.set(part, { text, isUnclear: false });
		else if (!isAlike(before.text, text)) before.isUnclear = true;
	}

	private get(part: Part): string | null {
		const value = this.all.get(part);
		return value && !value.isUnclear ? value.text : null;
	}

	details(): ContactDetails {
		const checked = (key: keyof ContactDetails) => {
			const text = this.get(key);
			return text !== null && PATTERNS[key].test(text) ? text : null;
		};
		const keys = Object.keys(INFO_NAMES) as Array<keyof ContactDetails>;
		const details = Object.fromEntries(keys.map((key) => [key, checked(key)])) as ContactDetails;
		const { lastName, houseNumber } = details;
		const infix = this.get('infix');
		const addition = this.get('addition');
		const hasInfix = !infix || isAlike(lastName?.slice(0, infix.length) ?? '', infix);
		const hasAddition = !addition || /\D/.test(houseNumber ?? '');
		return {
			...details,
			lastName: lastName && (hasInfix ? lastName : `${infix} ${lastName}`),
			houseNumber: houseNumber && (hasAddition ? houseNumber : `${houseNumber} ${addition}`),
		};
	}

	/** Whether some part of an address is known to be another one, or is not certain. */
	contradicts(details: ContactDetails, address: Partial<ContactDetails>): boolean {
		return ADDRESS_PARTS.some((key) => {
			const text = details[key];
			return text === null ? this.all.has(key) : !isAlike(text, address[key] ?? '');
		});
	}
}
