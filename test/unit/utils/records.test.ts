import fc from 'fast-check';

import { byId, recordOf } from '../../../nodes/utils/lists';

/** Records by id, whichever case a part of the service writes ids in. */

it('each is found by its id in any case, and nothing by another', () => {
	const id = fc.uuid();
	fc.assert(
		fc.property(fc.uniqueArray(id, { minLength: 1 }), id, fc.boolean(), (ids, other, isUpper) => {
			fc.pre(!ids.includes(other));
			const inCase = (text: string) => (isUpper ? text.toUpperCase() : text);
			const known = byId(ids.map((one) => ({ id: inCase(one) })));
			for (const one of ids) {
				expect(recordOf(known, one)).toEqual({ id: inCase(one) });
				expect(recordOf(known, one.toUpperCase())).toEqual({ id: inCase(one) });
			}
			expect(recordOf(known, other)).toBeUndefined();
			expect(recordOf(known, null)).toBeUndefined();
		}),
	);
});

it('one without an id harms no other, and is not what an entry names that names nothing', () => {
	const known = byId([{ id: null as never }, { id: 7 as never, name: 'Seven' }]);
	expect(recordOf(known, '7')).toMatchObject({ name: 'Seven' });
	expect(recordOf(known, null)).toBeUndefined();
});
