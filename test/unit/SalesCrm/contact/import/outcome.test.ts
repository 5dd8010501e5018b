import {
	createdItem,
	skippedItem,
} from '../../../../../nodes/SalesCrm/resources/contact/import/outcome';

/** What an item of an import says beside what the service says. */

it('the outcome stands beside the answer; what the service calls so goes under response', () => {
	expect(createdItem({ id: 1 })).toEqual({ outcome: 'created', id: 1 });
	expect(createdItem({ id: 1, outcome: null })).toEqual({
		outcome: 'created',
		id: 1,
		response: { outcome: null },
	});
	expect(createdItem({ outcome: 'won', response: 'text' })).toEqual({
		outcome: 'created',
		response: { outcome: 'won', response: 'text' },
	});
});

it('warnings stand in the items of a dry run alone', () => {
	const reason = {
		outcome: 'existing',
		contactId: null,
		matchedBy: 'phone',
		firstItem: null,
	} as const;
	expect(skippedItem(reason, {}, undefined)).not.toHaveProperty('warnings');
	expect(skippedItem(reason, {}, [])).toEqual({ ...reason, warnings: [], contact: {} });
});
