import { areUnset } from '../../../nodes/utils/lists';

it.each<[filters: object, isUnset: boolean]>([
	[{}, true],
	[{ statusIds: [], minDays: undefined }, true],
	[{ between: [undefined, undefined] }, true],
	[{ statusIds: [], minDays: 0 }, false],
	[{ statusIds: ['a'], minDays: undefined }, false],
])('of %j none is set: %p', (filters, isUnset) => {
	expect(areUnset(filters)).toBe(isUnset);
});
