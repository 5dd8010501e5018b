import type { IDataObject, INodeProperties } from 'n8n-workflow';

type DeepReadonly<T> = T extends (...args: never[]) => unknown
	? T
	: T extends object
		? { readonly [K in keyof T]: DeepReadonly<T[K]> }
		: T;

/** What our reader looks at in `typeOptions`, beside what n8n does. */
export interface Reading {
	readonly minValue?: number;
	readonly maxValue?: number;
	readonly numberPrecision?: number;
	/** An expression may come out empty. */
	readonly mayBeEmpty?: boolean;
	/** Nothing from a model does not mean the default, because a default could do harm. */
	readonly needsValue?: boolean;
	/** A time in the past; a date alone is its end. */
	readonly isPast?: boolean;
	/** A text is split at commas: no list tells whether it is one name. */
	readonly isSplit?: boolean;
	/** A text, but lists and objects are passed on as they are. */
	readonly acceptsAnything?: boolean;
}

/** A property with its literal type, from which the type of its value is derived. */
export type Property = DeepReadonly<INodeProperties>;

type OptionValues<P> = P extends { options: ReadonlyArray<{ value: infer V }> } ? V : string;

interface ValueByType<P> {
	boolean: boolean;
	number: number;
	options: OptionValues<P>;
	multiOptions: string[];
	string: string;
	/** Milliseconds since the Unix epoch. */
	dateTime: number | undefined;
	resourceLocator: string;
	collection: P extends { options: infer O extends readonly unknown[] }
		? Partial<ValuesOf<O>>
		: never;
	fixedCollection: P extends { options: infer O extends readonly unknown[] } ? GroupsOf<O> : never;
	resourceMapper: Mapping;
	json: IDataObject;
}

/** A resource mapper: `autoMapInputData` has no value. */
export interface Mapping {
	readonly mappingMode: string;
	readonly value: IDataObject | null;
}

type GroupsOf<Groups extends readonly unknown[]> = {
	[G in Groups[number] as G extends { name: infer N extends string } ? N : never]?: G extends {
		values: infer V extends readonly unknown[];
	}
		? Array<ValuesOf<V>>
		: never;
};

type ValueOf<P> = P extends { type: infer T extends keyof ValueByType<P> }
	? ValueByType<P>[T]
	: unknown;

export type ValuesOf<Properties extends readonly unknown[]> = {
	[P in Properties[number] as P extends { name: infer N extends string } ? N : never]: ValueOf<P>;
};
