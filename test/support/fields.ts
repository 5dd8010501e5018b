import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** Each place of a description where a person may enter an expression, taken from the description itself. */

export interface Field {
	/** Such as `filters.statusIds`, or `headers.header.name`. */
	path: string[];
	property: INodeProperties;
}

export const fieldsIn = (properties: readonly INodeProperties[], path: string[] = []): Field[] =>
	properties.flatMap((property): Field[] => {
		if (property.type === 'notice') return [];
		const here = [...path, property.name];
		const inside = (property.options ?? []) as INodeProperties[];
		if (property.type === 'collection') {
			return [{ path: here, property }, ...fieldsIn(inside, here)];
		}
		if (property.type !== 'fixedCollection') return [{ path: here, property }];
		const groups = property.options as Array<{ name: string; values: INodeProperties[] }>;
		const nested = groups.flatMap(({ name, values }) => fieldsIn(values, [...here, name]));
		return [{ path: here, property }, ...nested];
	});

const STRUCTURES: Record<string, IDataObject> = {
	resourceLocator: { __rl: true, mode: 'id' },
	resourceMapper: { mappingMode: 'defineBelow' },
};

/** The parameters with an expression in this place; a group of a fixed collection has one entry. */
export function withExpression(
	parameters: IDataObject,
	{ path, property }: Field,
	expression: string,
): IDataObject {
	const [name, ...rest] = path;
	const structure = STRUCTURES[property.type];
	if (rest.length === 0 && structure) {
		return { ...parameters, [name]: { ...structure, value: expression } };
	}
	if (rest.length === 0) return { ...parameters, [name]: expression };
	const inside = withExpression(
		(parameters[name] ?? {}) as IDataObject,
		{ path: rest, property },
		expression,
	);
	if (rest.length !== 2) return { ...parameters, [name]: inside };
	const [group] = rest;
	return { ...parameters, [name]: { [group]: [inside[group] as IDataObject] } };
}
