import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isObject } from '../../utils/json';

/**
 * Parameters typed from their own declaration: what an operation declares in `properties` is what
 * its `run` receives, so that the two cannot drift apart.
 */

type DeepReadonly<T> = T extends (...args: never[]) => unknown
	? T
	: T extends object
		? { readonly [K in keyof T]: DeepReadonly<T[K]> }
		: T;

/** A property as an operation declares it, kept literally so that types can be read from it. */
export type Property = DeepReadonly<INodeProperties>;

type OptionValues<P> = P extends { options: ReadonlyArray<{ value: infer V }> } ? V : string;

type ValueOf<P> = P extends { type: 'boolean' }
	? boolean
	: P extends { type: 'number' }
		? number
		: P extends { type: 'options' }
			? OptionValues<P>
			: P extends { type: 'multiOptions' }
				? unknown
				: P extends { type: 'string' | 'resourceLocator' }
					? string
					: P extends { type: 'collection'; options: infer O extends readonly unknown[] }
						? Partial<ValuesOf<O>>
						: P extends { type: 'fixedCollection' | 'resourceMapper' }
							? IDataObject
							: unknown;

/** The values of a list of properties, by name. */
export type ValuesOf<Properties extends readonly unknown[]> = {
	[P in Properties[number] as P extends { name: infer N extends string } ? N : never]: ValueOf<P>;
};

/**
 * Reads every declared parameter for one item after the other; locators give the value they point
 * to. What holds no expression is read once: it is the same for all items, and thousands of rows
 * would spend a fifth of their time on it.
 */
export function parameterReader(
	context: IExecuteFunctions,
	properties: readonly Property[],
): (itemIndex: number) => IDataObject {
	const { parameters } = context.getNode();
	const constants: IDataObject = {};
	return (itemIndex) => {
		const values = { ...constants };
		for (const { name, type, default: fallback } of properties) {
			if (Object.hasOwn(constants, name)) continue;
			const value = context.getNodeParameter(name, itemIndex, fallback, {
				extractValue: type === 'resourceLocator',
			}) as IDataObject[string];
			// An expression may turn a switch off with a text, which by itself would turn it on.
			values[name] = type === 'boolean' && value === 'false' ? false : value;
			if (!holdsExpression(parameters[name])) constants[name] = values[name];
		}
		return values;
	};
}

/** Whether n8n works the value out anew for each item, in whole or in some part of it. */
function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return isObject(value) || Array.isArray(value)
		? Object.values(value).some(holdsExpression)
		: false;
}
