import { areUnset, isChosen } from '../../../nodes/utils/lists';

it.each<[filters: object, isUnset: boolean]>([
	[{}, true],
	[{ statusIds: [], minDays: undefined }, true],
	[{ between: [undefined, undefined] }, true],
	[{ statusIds: [], minDays: 0 }, false],
	[{ statusIds: ['a'], minDays: undefined }, false],
])('of %j none is set: %p', (filters, isUnset) => {
	expect(areUnset(filters)).toBe(isUnset);
});

it.each<[chosen: string[], id: string | null, isIn: boolean]>([
	[[], null, true],
	[['3F2504E0'], '3f2504e0', true],
	[['3f2504e0'], '4F89', false],
	[['3f2504e0'], null, false],
])('of %j, %p is chosen: %p', (chosen, id, isIn) => {
	expect(isChosen(chosen, id)).toBe(isIn);
});
