import type { Property } from '../../operation/parameters';

export const audienceId = {
	displayName: 'Audience ID',
	name: 'audienceId',
	type: 'string',
	default: '',
	required: true,
	placeholder: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
	description: 'UUID of the audience of contacts',
} as const satisfies Property;
