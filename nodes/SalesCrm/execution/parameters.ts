import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	chosenOption,
	type Range,
	toList,
	toNumber,
	toSwitch,
	toTexts,
	toJsonObject,
} from '../../utils/values';
import { isTool } from './tool';

/**
 * Parameters typed, and read, by their own declaration: what an operation declares in `properties` is
 * what its `run` receives, so that the two cannot drift apart. An expression or a model may give
 * anything.
 *
 * 1. A `multiOptions` is a list, a `boolean` a switch, a `number` a number in its range, an `options` one of its
 *    values, a `json` an object. A choice is given by value or by label. What cannot be read as that is an error that
 *    says what was expected.
 * 2. In a collection the same holds. What is given there without a value counts as not given; a text is left to its
 *    reader, for of a profile nothing means something else than not given.
 * 3. A locator gives the value it points to. All other types pass as they are.
 * 4. A parameter that is not shown for what was read before it has its default.
 * 5. A model gives nothing, or "null", for what it does not care about. As a tool that counts as not given everywhere,
 *    of texts too. What is required has no default to fall back on, such as whether to write.
 * 6. Settings are read at the first item, for all. What holds no expression is read once, too: thousands
 *    of rows would spend a fifth of their time on it.
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
				? string[]
				: P extends { type: 'string' | 'resourceLocator' }
					? string
					: P extends { type: 'collection'; options: infer O extends readonly unknown[] }
						? Partial<ValuesOf<O>>
						: P extends { type: 'fixedCollection' | 'resourceMapper' | 'json' }
							? IDataObject
							: unknown;

/** The values of a list of properties, by name. */
export type ValuesOf<Properties extends readonly unknown[]> = {
	[P in Properties[number] as P extends { name: infer N extends string } ? N : never]: ValueOf<P>;
};

/** Reads every declared parameter for one item after the other. */
export function parameterReader(
	context: IExecuteFunctions,
	properties: readonly Property[],
	settings: readonly string[] = [],
): (itemIndex: number) => IDataObject {
	const { parameters } = context.getNode();
	const asTool = isTool(context);
	const constants: IDataObject = {};
	return (itemIndex) => {
		const values = { ...constants };
		for (const property of properties) {
			const { name, type, default: fallback } = property;
			if (Object.hasOwn(constants, name)) continue;
			const isConstant = !holdsExpression(parameters[name]);
			const isSetting = settings.includes(name);
			const given: unknown = context.getNodeParameter(name, isSetting ? 0 : itemIndex, fallback, {
				extractValue: type === 'resourceLocator',
			});
			const isLeftOut = asTool && isNothing(property, given, asTool);
			const value = isShown(property, values) && !isLeftOut ? given : fallback;
			values[name] = readValue(property, value, asTool) as IDataObject[string];
			if (isConstant || isSetting) constants[name] = values[name];
		}
		return values;
	};
}

type Choices = ReadonlyArray<{ readonly name: string; readonly value: string }>;

/** The value of a property, by its declared type. @throws UserError naming the property. */
function readValue(property: Property, value: unknown, asTool: boolean): unknown {
	const { type, displayName, options, typeOptions } = property;
	const choice = { displayName, options: options as Choices };
	switch (type) {
		case 'boolean':
			return toSwitch(value, displayName);
		case 'number':
			return toNumber(value, displayName, typeOptions as Range | undefined);
		case 'multiOptions':
			// What is loaded from the service may be given by names, which may have commas in them.
			if (!options) return toTexts(value, displayName);
			if (property.allowArbitraryValues) return toList(value, displayName);
			return toList(value, displayName).map((one) => chosenOption(one, choice).value);
		case 'options':
			return options ? chosenOption(value, choice).value : value;
		case 'json':
			return toJsonObject(value, displayName);
		case 'collection':
			return readCollection(property, toJsonObject(value, displayName), asTool);
		default:
			return value;
	}
}

function readCollection({ options }: Property, given: IDataObject, asTool: boolean): IDataObject {
	const entries = Object.entries(given).map(([name, value]) => {
		const option = (options as readonly Property[]).find((one) => one.name === name);
		if (!option) return [name, value];
		return [name, isNothing(option, value, asTool) ? undefined : readValue(option, value, asTool)];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** Whether a value counts as not given: rules 2 and 5. */
function isNothing({ type, required }: Property, value: unknown, asTool: boolean): boolean {
	if (required) return false;
	if (type === 'string') return asTool && [undefined, null, ''].includes(value as string);
	return [undefined, null, '', ...(asTool ? ['null'] : [])].includes(value as string);
}

const isShown = ({ displayOptions }: Property, values: IDataObject): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(
		([name, shownFor]) => !(name in values) || (shownFor as unknown[]).includes(values[name]),
	);

/** Whether n8n works the value out anew for each item, in whole or in some part of it. */
const holdsExpression = (value: unknown): boolean =>
	typeof value === 'string'
		? value.startsWith('=')
		: Object.values(Object(value)).some(holdsExpression);
