import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	timestampOf,
	AlikeRows,
} from '../../../../../nodes/SalesCrm/resources/contact/import/lookUp';

/** Rows that may have been created, drawn with what became of them, against what the list shows. */

const MOMENTS = [1_700_000_000_000, 1_700_000_000_001];
/** One has all that another has, and more. */
const VALUES = [{ Voornaam: 'An' }, { Voornaam: 'An', Plaats: 'Ede' }, { Voornaam: 'Bo' }];

const rowDrawn = fc.record({
	moment: fc.constantFrom(...MOMENTS),
	values: fc.constantFrom(...VALUES),
	/** Known to be created; carried out without an answer; or not carried out, and not known so. */
	fate: fc.constantFrom('created', 'lost', 'failed'),
});
type Drawn = typeof rowDrawn extends fc.Arbitrary<infer T> ? T : never;

const infosOf = ({ values }: Pick<Drawn, 'values'>) =>
	Object.entries(values).map(([name, value]) => ({ name, value }));
const contactOf = (row: Drawn) => ({
	audienceId: 'a',
	contactType: 'CONSUMER',
	timestamp: row.moment,
	personalInfos: infosOf(row),
});
const kindOf = ({ moment, values }: Drawn) => JSON.stringify([moment, values]);

const SHAPES: Record<string, (row: Drawn, id: string) => IDataObject> = {
	infos: (row, id) => ({ id, time_stamp: row.moment, standard_personal_infos: infosOf(row) }),
	text: (row, id) => ({ id, time_stamp: String(row.moment), person: row.values }),
	inside: (row, id) => ({ contact: { id, time_stamp: row.moment, infos: infosOf(row) } }),
};

it('as many are found as are there, of each kind, and none that is not', () => {
	fc.assert(
		fc.property(
			fc.array(rowDrawn, { maxLength: 10 }),
			fc.array(rowDrawn, { maxLength: 3 }),
			fc.constantFrom(...Object.keys(SHAPES)),
			fc.boolean(),
			(rows, others, shape, twice) => {
				const alike = new AlikeRows();
				for (const [n, row] of rows.entries()) {
					if (row.fate === 'created') alike.addCreated(contactOf(row));
					else alike.addUncertain(contactOf(row), n);
				}
				const there = rows.flatMap((row, n) =>
					row.fate === 'failed' ? [] : [SHAPES[shape](row, `c${n}`)],
				);
				// Of another moment than any row.
				const strangers = others.map((row, n) => SHAPES[shape]({ ...row, moment: 1 }, `s${n}`));
				const listed = [...strangers, ...there, ...(twice ? there : [])];
				for (const contact of listed) alike.addListed(contact);

				const found = alike.found();
				const count = (kind: string, fate: Drawn['fate']) =>
					rows.filter((row) => kindOf(row) === kind && row.fate === fate).length;
				for (const kind of new Set(rows.map(kindOf))) {
					const ofKind = found.filter(({ itemIndex }) => kindOf(rows[itemIndex]) === kind);
					expect(ofKind).toHaveLength(count(kind, 'lost'));
					for (const { itemIndex, contactId } of ofKind) {
						expect(rows[itemIndex].fate).not.toBe('created');
						// Where others of the kind were created, it cannot be told which is which.
						if (count(kind, 'created') > 0) expect(contactId).toBeNull();
						else expect(contactId).toMatch(/^c\d+$/);
					}
				}
				const ids = found.map(({ contactId }) => contactId).filter((id) => id !== null);
				expect(new Set(ids).size).toBe(ids.length);
				expect(alike.allFound).toBe(rows.every(({ fate }) => fate !== 'failed'));
			},
		),
	);
});

it('contacts that show no id and are alike count once: one may have come twice', () => {
	const row: Drawn = { moment: MOMENTS[0], values: VALUES[0], fate: 'lost' };
	const alike = new AlikeRows();
	alike.addUncertain(contactOf(row), 0);
	alike.addUncertain(contactOf(row), 1);
	const contact = { time_stamp: row.moment, standard_personal_infos: infosOf(row) };
	alike.addListed(contact);
	alike.addListed({ ...contact });
	expect(alike.found()).toEqual([{ itemIndex: 0, contact: contactOf(row), contactId: null }]);
});

it('a contact that shows names shows a value by its name alone', () => {
	const swapped = [
		{ name: 'Voornaam', value: 'Ede' },
		{ name: 'Plaats', value: 'An' },
	];
	const row: Drawn = { moment: MOMENTS[0], values: VALUES[1], fate: 'lost' };
	const proves = (shown: IDataObject) => {
		const alike = new AlikeRows();
		alike.addUncertain(contactOf(row), 0);
		alike.addListed({ id: 'c', time_stamp: row.moment, ...shown });
		return alike.allFound;
	};
	expect(proves({ standard_personal_infos: swapped })).toBe(false);
	expect(proves({ standard_personal_infos: [], name: 'An', city: 'Ede' })).toBe(false);
	expect(proves({ name: 'Ede', city: 'An' })).toBe(true);
	expect(proves({ name: 'Ede', city: 'Anna' })).toBe(false);
});

it('a contact that fits rows of several kinds alike proves none', () => {
	const [one, other] = [VALUES[0], VALUES[2]].map((values) => ({
		moment: MOMENTS[0],
		values,
		fate: 'lost' as const,
	}));
	const alike = new AlikeRows();
	alike.addUncertain(contactOf(one), 0);
	alike.addUncertain(contactOf(other), 1);
	alike.addListed({ id: 1, time_stamp: MOMENTS[0], note: { a: 'An', b: 'Bo' } });
	expect(alike.found()).toEqual([]);
});

it.each([
	[1_700_000_000_000, 1_700_000_000_000],
	['1700000000000', 1_700_000_000_000],
	['2023-11-14', undefined],
	[null, undefined],
	['17000000000001', undefined],
])('the moment %p is %p', (moment, expected) => {
	expect(timestampOf({ time_stamp: moment })).toBe(expected);
});

it.each([
	['by their names', (row: Drawn) => ({ standard_personal_infos: infosOf(row) })],
	['in any text', (row: Drawn) => ({ person: row.values })],
])('thousands of rows of one moment take no time: %s', (_, shape) => {
	const many = 20_000;
	const rows = Array.from({ length: many }, (_row, n) => ({
		moment: MOMENTS[0],
		values: {
			Voornaam: `An ${n % 9}`,
			Plaats: 'Ede',
			'E-mailadres': `an${n}@example.com`,
		} as never,
		fate: 'lost' as const,
	}));
	const alike = new AlikeRows();
	const start = Date.now();
	for (const [n, row] of rows.entries()) {
		if (n % 2) alike.addUncertain(contactOf(row), n);
		else alike.addCreated(contactOf(row));
	}
	for (const [n, row] of rows.entries()) {
		alike.addListed({ id: `c${n}`, time_stamp: row.moment, ...shape(row) });
		expect(alike.allFound).toBe(n === many - 1);
	}
	expect(alike.found()).toHaveLength(many / 2);
	expect(Date.now() - start).toBeLessThan(10_000);
});
