import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Telephone numbers that libphonenumber calls valid when they are read in the Netherlands, and ways of writing them. */

interface Plan {
	country: string;
	/** What all numbers of this kind begin with, as they are dialled from abroad. */
	start: string;
	/** How many digits follow. */
	digits: number;
	/** What is written between country and number: in Italy the 0 is part of the number. */
	trunks: string[];
}

export interface Phone {
	plan: Plan;
	rest: string;
}

const ABROAD = ['', ' ', '(0)', ' (0) ', '-(0)-'];

const plan = (country: string, start: string, digits: number, trunks = ABROAD): Plan => ({
	country,
	start,
	digits,
	trunks,
});

const PLANS: Plan[] = [
	plan('31', '6', 8, [...ABROAD, '0', ' 0']),
	plan('31', '20', 7, [...ABROAD, '0', ' 0']),
	plan('31', '118', 6, [...ABROAD, '0', ' 0']),
	plan('32', '47', 7),
	plan('32', '2', 7),
	plan('49', '151', 8),
	plan('49', '30', 6),
	plan('44', '20', 8),
	plan('33', '6', 8),
	plan('352', '621', 6),
	plan('34', '6', 8),
	plan('39', '6', 8, ['0', ' 0', '(0)', ' (0) ']),
	plan('1', '212', 7),
];

const digitsOf = fc.constantFrom(...'0123456789');
const separator = fc.constantFrom('', ' ', '-', '.', '/', ' - ');
const unseen = fc.constantFrom('', '', ' ', '\u200B', '\u00A0', '\u202A');

const isValid = ({ plan: { country, start, trunks }, rest }: Phone): boolean =>
	parsePhoneNumberFromString(`+${country}${trunks[0].trim()}${start}${rest}`)!.isValid();

const number: fc.Arbitrary<Phone> = fc
	.constantFrom(...PLANS)
	.chain((one) =>
		fc
			.string({ unit: digitsOf, minLength: one.digits, maxLength: one.digits })
			.map((rest) => ({ plan: one, rest })),
	)
	.filter(isValid);

/** As people write it: in the Netherlands also without the country, or without the 0 that a spreadsheet dropped. */
function written({ plan: { country, start, trunks }, rest }: Phone): fc.Arbitrary<string> {
	const digits = [...(start + rest)];
	const abroad = fc
		.tuple(
			fc.constantFrom(`+${country}`, `00${country}`, `(+${country})`, `+ ${country}`),
			fc.constantFrom(...trunks),
		)
		.map((both) => both.join(''));
	const before =
		country === '31' ? fc.oneof(abroad, fc.constantFrom('0', '(0)', '', '31')) : abroad;
	return (
		fc
			.tuple(
				before,
				fc.array(separator, { minLength: digits.length, maxLength: digits.length }),
				unseen,
				unseen,
			)
			.map(([prefix, between, first, last]) => {
				const spread = digits.map((digit, n) => (n === 0 ? digit : between[n] + digit));
				return `${first}${prefix}${spread.join('')}${last}`;
			})
			// A 0 in brackets is nothing to Spain, for one.
			.filter((text) => parsePhoneNumberFromString(text, 'NL')?.isValid() ?? false)
	);
}

export const valid = { number, written, isValid };
