import { listOrId } from '../../execution/commonFields';
import type { Property } from '../../execution/parameters';

export const quotationId = {
	displayName: 'Quotation',
	name: 'quotationId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The quotation to work on',
	...listOrId('searchQuotations'),
} as const satisfies Property;
