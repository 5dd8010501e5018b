import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

import { matchKeyOf } from '../../../../nodes/SalesCrm/resources/contact/matching';
import { valid } from '../../../support/phones';
import { runs } from '../../../support/runs';

/** Phones beside libphonenumber: what it calls one number has one key, what it calls two has two. */

const numberOf = (text: string) => parsePhoneNumberFromString(text, 'NL')!.number;
const keyOf = (text: string) => matchKeyOf('phone', text);

it('one number has one key, however it is written', () => {
	fc.assert(
		fc.property(
			valid.number.chain((one) => fc.tuple(valid.written(one), valid.written(one))),
			([one, other]) => {
				expect(numberOf(one)).toBe(numberOf(other));
				expect([one, keyOf(one)]).toEqual([one, keyOf(other)]);
			},
		),
		runs(1000),
	);
});

it('two numbers have two, though a digit alone is another', () => {
	const two = valid.number.chain(({ plan, rest }) =>
		fc
			.tuple(fc.nat(rest.length - 1), fc.integer({ min: 1, max: 9 }))
			.map(([place, more]) => {
				const digits = [...rest];
				digits[place] = String((Number(digits[place]) + more) % 10);
				return { plan, rest: digits.join('') };
			})
			.filter(valid.isValid)
			.chain((other) => fc.tuple(valid.written({ plan, rest }), valid.written(other))),
	);
	fc.assert(
		fc.property(two, ([one, other]) => {
			expect(numberOf(one)).not.toBe(numberOf(other));
			expect(keyOf(one)).not.toBe(keyOf(other));
		}),
		runs(1000),
	);
});
