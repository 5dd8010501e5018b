const describe = (what: string) =>
	`${what} Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`;

/**
 * A choice of several records by name, from a list that the editor loads. An expression may give
 * an array of ids, or a text with commas.
 */
export const idList = <const Name extends string>(field: {
	name: Name;
	displayName: string;
	list: 'getStatuses' | 'getBacklogs' | 'getUsers';
	description: string;
}) =>
	({
		displayName: field.displayName,
		name: field.name,
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: field.list },
		default: [],
		description: describe(field.description),
	}) as const;

export const backlogIds = idList({
	name: 'backlogIds',
	displayName: 'Pipeline Names or IDs',
	list: 'getBacklogs',
	description: 'Only what belongs to these pipelines.',
});
