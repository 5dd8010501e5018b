import type { Property } from '../../operation/parameters';

export const quotationId = {
	displayName: 'Quotation',
	name: 'quotationId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The quotation to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchQuotations', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
		},
	],
} as const satisfies Property;
