/** The mapping of personal information that takes each item's columns by their names. */
export const AUTO_MAPPED = {
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: [],
	schema: [],
};
