import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	adds,
	IdsOnce,
	RowsOnce,
	sameRows,
	shares,
} from '../../../../nodes/service/lists/rowsOnce';

/** When two rows count as one. */

const id = fc.constantFrom<unknown>(1, '1', 0, '', 'a', null, undefined, { $oid: 1 }, { $oid: 2 });
/** Ids that are objects look alike, and are never the same one. */
const row = fc.record({ id, n: fc.nat(1) }).map((one) => structuredClone(one) as IDataObject);
const rows = fc.array(row, { maxLength: 6 });

const isKnown = ({ id: value }: IDataObject) => value !== undefined && value !== null;
/** Objects are the same id where they look alike. */
const idOf = (one: IDataObject) => (isKnown(one) ? JSON.stringify(one.id) : undefined);

it('each row passes once, rows without an id always, the same id with other content too', () => {
	fc.assert(
		fc.property(fc.array(rows, { maxLength: 5 }), (pages) => {
			const once = new RowsOnce();
			const seen: IDataObject[] = [];
			for (const page of pages) {
				expect(once.knows(page)).toBe(
					page.every((one) => isKnown(one) && seen.some((other) => idOf(other) === idOf(one))),
				);
				const passed: IDataObject[] = [];
				let twofold: string | undefined;
				for (const one of page) {
					const alike = seen.filter((other) => isKnown(one) && idOf(other) === idOf(one));
					if (alike.some((other) => other.n === one.n)) continue;
					if (alike.length > 0) twofold ??= idOf(one);
					seen.push(one);
					passed.push(one);
				}
				const { fresh, twofold: told, isNew } = once.take(page);
				expect(fresh).toEqual(passed);
				expect(isNew).toBe(passed.length > 0);
				expect(told !== undefined).toBe(twofold !== undefined);
				if (typeof told === 'number') expect(String(told)).toBe(twofold);
			}
		}),
	);
});

it('where rows may come again all pass, and what came before is told by its id', () => {
	fc.assert(
		fc.property(fc.array(rows, { maxLength: 5 }), (pages) => {
			const once = new IdsOnce();
			const seen: IDataObject[] = [];
			for (const page of pages) {
				const isSeen = (one: IDataObject) =>
					isKnown(one) && seen.some((other) => idOf(other) === idOf(one));
				expect(once.knows(page)).toBe(page.every(isSeen));
				const [old, fresh]: IDataObject[][] = [[], []];
				for (const one of page) {
					(isSeen(one) ? old : fresh).push(one);
					seen.push(one);
				}
				expect(once.take(page)).toEqual({
					fresh: page,
					isNew: fresh.length > 0,
					repeated: old.length > 0,
				});
			}
		}),
	);
});

it('pages are the same by their ids where all rows have one, else by their content', () => {
	fc.assert(
		fc.property(rows, rows, (one, other) => {
			const byId = [...one, ...other].every(isKnown);
			const mark = (it: IDataObject) => (byId ? idOf(it) : JSON.stringify(it));
			expect(sameRows(one, other)).toBe(
				JSON.stringify(one.map(mark)) === JSON.stringify(other.map(mark)),
			);
			expect(sameRows(one, structuredClone(one))).toBe(true);
		}),
	);
});

it('a page adds rows where one of them is not among the others, and shares those that are, by id or else content', () => {
	fc.assert(
		fc.property(rows, rows, (one, others) => {
			const mark = (it: IDataObject) => idOf(it) ?? JSON.stringify(it);
			const known = others.map(mark);
			expect(adds(one, others)).toBe(one.some((it) => !known.includes(mark(it))));
			expect(adds(undefined, others)).toBe(false);
			expect(shares(one, others)).toBe(one.some((it) => known.includes(mark(it))));
		}),
	);
});
