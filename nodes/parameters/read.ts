import { type IDataObject, type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { readPastTime, readTime } from '../utils/dates';
import {
	chosenOption,
	chosenValues,
	isObject,
	toJsonObject,
	toList,
	toNumber,
	toPlainText,
	toSwitch,
	toTexts,
} from '../utils/values';
import { containsExpression, isLeftOut, type Origin } from './empty';
import type { Property, Reading, ValuesOf } from './property';

/** Where parameters are read. */
export interface Place {
	readonly node: INode;
	/** Whether the node runs as a tool of a model. */
	readonly isTool: boolean;
	/** Whose values expressions give, such as " for this item"; may be empty. */
	readonly whose: string;
	/** Time zone of dates that name none. */
	zone(): string;
}

/** What n8n makes of a parameter. */
type GetValue = (name: string, fallback: unknown, extractsValue: boolean) => unknown;

/**
 * Reads the parameters of a node by their declarations, for one item after another. Those without an expression are read
 * once, which saves a fifth of the time for thousands of items. What the form hides has its default.
 * @returns A function that throws a UserError, which names the parameter by its label.
 */
export function parameterReader<const P extends readonly Property[]>(
	properties: P,
	place: Place,
): (getValue: GetValue) => ValuesOf<P> {
	const constants: IDataObject = {};
	const entered = enteredIn(properties, place.node);
	const read = properties.filter(({ type }) => type !== 'notice');
	const shown = read.filter((property) => isShown(property, place, entered, entered));
	return (getValue) => {
		const values: IDataObject = {};
		for (const property of read) {
			const { name, type, default: fallback } = property;
			if (Object.hasOwn(constants, name)) {
				values[name] = constants[name];
				continue;
			}
			const value = shown.includes(property)
				? getValue(name, fallback, type === 'resourceLocator')
				: fallback;
			const at = { ...place, root: entered, entered: entered[name] };
			const isDefault = isLeftOut(property, value, originOf(property, at));
			values[name] = readValue(property, isDefault ? fallback : value, at) as IDataObject[string];
			if (!containsExpression(entered[name])) constants[name] = values[name];
		}
		return values as ValuesOf<P>;
	};
}

/** The parameters as entered. n8n adds defaults, but not everywhere. */
const enteredIn = (properties: readonly Property[], { parameters }: INode): IDataObject => ({
	...defaultsOf(properties),
	...parameters,
});

/** As the form decides it: by what was entered, and always if that is an expression. */
const isShown = (
	property: Property,
	{ node }: Place,
	siblings: IDataObject,
	root: IDataObject,
): boolean =>
	NodeHelpers.displayParameter(
		siblings as INode['parameters'],
		property as INodeProperties,
		node,
		null,
		root as INode['parameters'],
	);

/** A place within the parameters. */
interface At extends Place {
	/** All parameters, as entered. */
	readonly root: IDataObject;
	/** This one, as entered. */
	readonly entered: unknown;
}

/** Fields within a structure are judged one by one, so only an expression for all of it counts here. */
const STRUCTURES = ['collection', 'fixedCollection', 'resourceMapper'];

function originOf({ type }: Property, { entered, isTool, whose }: At): Origin {
	const isWhole = !STRUCTURES.includes(type) || typeof entered === 'string';
	return { entered: isWhole ? entered : undefined, isTool, whose };
}

/** The value of a property, by its declared type. @throws UserError naming the property. */
function readValue(property: Property, value: unknown, at: At): unknown {
	const { type, displayName, options } = property;
	const reading = (property.typeOptions ?? {}) as Reading;
	const choice = { displayName, options: (options ?? []) as Choices };
	switch (type) {
		case 'boolean':
			return toSwitch(value, displayName);
		case 'number':
			return toNumber(value, displayName, reading);
		case 'dateTime':
			return (reading.isPast ? readPastTime : readTime)(value, displayName, at.zone);
		case 'multiOptions':
			// Names from the service may contain commas, and only the service's list tells.
			if (!options) return (reading.isSplit ? toList : toTexts)(value, displayName);
			return chosenValues(value, { ...choice, isOpen: property.allowArbitraryValues });
		case 'options':
			return options ? chosenOption(value, choice).value : toPlainText(value, displayName);
		case 'json':
			return toJsonObject(value, displayName);
		case 'resourceLocator':
			return extracted(value);
		case 'resourceMapper':
			return readMapping(property, value, at);
		case 'collection':
			return readCollection(property, value, at);
		case 'fixedCollection':
			return readGroups(property, value, at);
		default:
			return reading.acceptsAnything ? value : toPlainText(value, displayName);
	}
}

type Choices = ReadonlyArray<{ readonly name: string; readonly value: string }>;

/** Of a structure with an expression for all of it, that expression; otherwise what was entered for one of its fields. */
const enteredFor = ({ entered }: At, name: string | number): unknown =>
	isObject(entered) || Array.isArray(entered) ? (entered as IDataObject)[name] : entered;

/** Fields that are not set are left out, as are those of a later version. */
function readCollection({ displayName, ...property }: Property, given: unknown, at: At) {
	const values: IDataObject = {};
	const siblings = toJsonObject(at.entered, displayName);
	for (const [name, value] of Object.entries(toJsonObject(given, displayName))) {
		const option = (property.options as readonly Property[]).find((one) => one.name === name);
		if (!option || !isShown(option, at, siblings, at.root)) continue;
		const inside = { ...at, entered: siblings[name] };
		if (isLeftOut(option, extracted(value), originOf(option, inside))) continue;
		values[name] = readValue(option, value, inside) as IDataObject[string];
	}
	return values;
}

/** The ID in a resource locator, which n8n does not extract within collections. */
const extracted = (value: unknown): unknown =>
	isObject(value) && value.__rl === true ? value.value : value;

/** Each group is a list, also where only one is allowed. */
function readGroups({ displayName, ...property }: Property, given: unknown, at: At): IDataObject {
	const groups = toJsonObject(given, displayName);
	const options = property.options as ReadonlyArray<{ name: string; values: readonly Property[] }>;
	const lists = options.flatMap(({ name, values }) => {
		const list = [groups[name] ?? []].flat();
		const within = { ...at, entered: enteredFor(at, name) };
		return list.length === 0
			? []
			: [[name, list.map((one, n) => readGroup(displayName, values, one, n, within))]];
	});
	return Object.fromEntries(lists) as IDataObject;
}

function readGroup(
	label: string,
	properties: readonly Property[],
	given: unknown,
	index: number,
	at: At,
): IDataObject {
	const group = toJsonObject(given, label);
	const isList = Array.isArray(at.entered);
	const within = { ...at, entered: isList ? enteredFor(at, index) : at.entered };
	const values: IDataObject = {};
	for (const property of properties) {
		const { name, default: fallback } = property;
		const inside = { ...within, entered: enteredFor(within, name) };
		const isRead = isShown(property, at, { ...defaultsOf(properties), ...group }, at.root);
		const value = isRead ? group[name] : fallback;
		const isDefault = isLeftOut(property, value, originOf(property, inside));
		values[name] = readValue(property, isDefault ? fallback : value, inside) as IDataObject[string];
	}
	return values;
}

const defaultsOf = (properties: readonly Property[]): IDataObject =>
	Object.fromEntries(properties.map((one) => [one.name, one.default])) as IDataObject;

/** Its values may be empty, but not all of them by one expression. A text is JSON: of the mapping, or of its values. */
function readMapping(property: Property, given: unknown, at: At): unknown {
	const { displayName } = property;
	const mapping = toJsonObject(given, displayName);
	const isMapping = 'value' in mapping || 'mappingMode' in mapping;
	const { mappingMode = 'defineBelow', value } = isMapping ? mapping : { value: mapping };
	if (mappingMode === 'autoMapInputData') return { mappingMode, value: null };
	const { entered } = at;
	const inside = { ...at, entered: isObject(entered) ? entered.value : entered };
	const origin = typeof inside.entered === 'string' ? inside : { ...inside, entered: undefined };
	const isNothing = isLeftOut(property, value, origin);
	return { mappingMode, value: isNothing ? null : toJsonObject(value, displayName) };
}
