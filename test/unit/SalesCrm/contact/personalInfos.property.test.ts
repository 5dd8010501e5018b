import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	type ExtraColumns,
	knownName,
	type Mapping,
	readPersonalInfos,
} from '../../../../nodes/SalesCrm/resources/contact/personalInfos';
import { PERSONAL_INFO_NAMES } from '../../../../nodes/api/types';
import { readMoment } from '../../../../nodes/utils/dates';
import { UserError } from '../../../../nodes/utils/userError';
import { runs } from '../../../support/runs';

/** Whatever an item holds: either personal infos that can be sent, or an error in the user's words. */

const known = ['Voornaam', 'firstName', 'E-mail', 'zip', 'Huisnummer', 'phone', 'Land'];
const column = fc.oneof(fc.constantFrom(...known), fc.string(), fc.constant('__proto__'));
const scalar = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.integer(),
	fc.double(),
	fc.boolean(),
	fc.constantFrom(null, undefined, '', '  '),
);
const value = fc.oneof(
	{ weight: 4, arbitrary: scalar },
	fc.jsonValue() as fc.Arbitrary<unknown>,
	fc.date(),
);
const itemOf = (values: fc.Arbitrary<unknown>) =>
	fc.dictionary(column, values) as fc.Arbitrary<IDataObject>;
const extra = fc.constantFrom<ExtraColumns>('ignore', 'add', 'fail');
const automatic = { mappingMode: 'autoMapInputData', value: null };
const byHand = (mapped: IDataObject) => ({ mappingMode: 'defineBelow', value: mapped });

const ZONE = 'Europe/Amsterdam';

const personalInfos = (mapping: Mapping, item: IDataObject, extraColumns: ExtraColumns) => {
	const { infos, failure } = readPersonalInfos(mapping, item, extraColumns, ZONE);
	if (failure) throw failure;
	return infos;
};

const orError = <T>(make: () => T): T | UserError => {
	try {
		return make();
	} catch (error) {
		expect(error).toBeInstanceOf(UserError);
		return error as UserError;
	}
};
const blank = (one: unknown) => String(one ?? '').trim() === '';

it.each([
	['automatically', () => automatic, (item: IDataObject) => item],
	['by hand', byHand, () => ({})],
])('mapped %s: texts that are not blank, each name once, or a Failure', (_, mapping, itemFor) => {
	fc.assert(
		fc.property(itemOf(value), extra, (item, extraColumns) => {
			const infos = orError(() => personalInfos(mapping(item), itemFor(item), extraColumns));
			if (infos instanceof UserError) {
				expect(infos.message).not.toBe('');
				return;
			}
			expect(infos.length).toBeGreaterThan(0);
			for (const info of infos) {
				expect(Object.keys(info)).toEqual(['name', 'value']);
				expect(typeof info.value).toBe('string');
				expect(info.value.trim()).not.toBe('');
			}
			expect(new Set(infos.map(({ name }) => name)).size).toBe(infos.length);
		}),
		runs(500),
	);
});

it('no value is lost: with extra columns added, each that is not blank goes out', () => {
	fc.assert(
		fc.property(itemOf(scalar), (item) => {
			const infos = orError(() => personalInfos(automatic, item, 'add'));
			if (infos instanceof UserError) return;
			const sent = new Map(infos.map(({ name, value: text }) => [name, text]));
			for (const [name, one] of Object.entries(item)) {
				if (!blank(one)) expect(sent.get(knownName(name) ?? name)).toBe(String(one));
			}
		}),
		runs(500),
	);
});

it('nothing goes out that was not put in, and ignoring sends known names only', () => {
	const names: string[] = Object.keys(PERSONAL_INFO_NAMES);
	fc.assert(
		fc.property(itemOf(scalar), (item) => {
			const infos = orError(() => personalInfos(automatic, item, 'ignore'));
			if (infos instanceof UserError) return;
			const values = Object.values(item).map(String);
			for (const info of infos) {
				expect(names).toContain(info.name);
				expect(values).toContain(info.value);
			}
		}),
		runs(500),
	);
});

it('a column is recognized whatever its case, accents, spaces and punctuation', () => {
	const noise = fc.stringMatching(/^[ _.\-/]{0,3}$/);
	// Written as one character with its letter, or after it.
	const accent = fc.constantFrom('', '', '\u0301', '\u0308', '\u0302', '\u0327');
	const form = fc.constantFrom('NFC', 'NFD');
	const names = fc.constantFrom(...Object.keys(PERSONAL_INFO_NAMES));
	fc.assert(
		fc.property(
			names,
			noise,
			fc.array(accent, { minLength: 20, maxLength: 20 }),
			form,
			fc.boolean(),
			(name, junk, accents, written, upper) => {
				const letters = [...name].map((letter, n) => letter + accents[n]);
				const column = letters.join(junk).normalize(written);
				expect(knownName(upper ? column.toUpperCase() : column)).toBe(name);
			},
		),
	);
});

it('whatever is given as a moment: milliseconds, nothing, or a Failure', () => {
	fc.assert(
		fc.property(fc.oneof(value, fc.anything()), (given) => {
			const ms = orError(() => readMoment(given, 'Timestamp', ZONE));
			if (ms === undefined || ms instanceof UserError) return;
			expect(Number.isFinite(ms)).toBe(true);
		}),
		runs(1000),
	);
});
