import { pushTo } from '../utils/lists';
import { isSamePhone, SHARED_DIGITS } from '../utils/phones';
import { type Keys, type Kind, KINDS } from './keys';
import { isOtherName, type PersonName } from './personName';

export interface Match<T> {
	readonly kind: Kind;
	readonly key: string;
	readonly value: T;
}

export interface BestMatch<T> extends Omit<Match<T>, 'value'> {
	readonly values: readonly T[];
	readonly isOtherName: boolean;
}

/** What shares a key, and has the same kinds of key. */
interface Bucket<T> {
	readonly key: string;
	readonly kinds: readonly Kind[];
	readonly all: T[];
	/** By the spelling of a name; undefined if nobody asks for names. */
	readonly byName?: Map<string, T[]>;
}

/** How many are searched for a similar name, if none has the same spelling. */
const MAX_SEARCHED = 100;

/** Phones that may be equal are in one place. */
const placeOf = (kind: Kind, key: string): string =>
	kind === 'phone' ? key.slice(-SHARED_DIGITS) : key;

/**
 * Rows or contacts by their keys. Two are compared by the first wanted kind that both have, so each key has a bucket for
 * each combination of kinds: 20,000 that share a phone but have different emails cost one lookup.
 */
export class KeyIndex<T> {
	private readonly places = new Map<string, Array<Bucket<T>>>();

	constructor(private readonly nameOf?: (value: T) => PersonName) {}

	add(keys: Keys, value: T): void {
		const kinds = KINDS.filter((kind) => keys[kind].length > 0);
		const name = this.nameOf?.(value);
		for (const kind of kinds)
			for (const key of keys[kind]) {
				const bucket = this.bucketFor(placeOf(kind, key), key, kinds);
				bucket.all.push(value);
				if (bucket.byName) pushTo(bucket.byName, name!.spelled, value);
			}
	}

	private bucketFor(place: string, key: string, kinds: readonly Kind[]): Bucket<T> {
		const isSame = (one: Bucket<T>) => one.key === key && one.kinds.join() === kinds.join();
		const same = this.places.get(place)?.find(isSame);
		if (same) return same;
		const bucket = { key, kinds, all: [], byName: this.nameOf && new Map<string, T[]>() };
		pushTo(this.places, place, bucket);
		return bucket;
	}

	/** Everything that has one of these keys, once for each key that it has. */
	*matches(kind: Kind, keys: readonly string[]): Generator<Match<T>> {
		for (const { key, bucket } of this.bucketsOf(kind, keys))
			for (const value of bucket.all) yield { kind, key, value };
	}

	/** Matches the first key of somebody with the same name; otherwise the first key that anybody has. */
	best(keys: Keys, kinds: readonly Kind[], name: PersonName): BestMatch<T> | undefined {
		let other: BestMatch<T> | undefined;
		const isSame = (value: T) => !isOtherName(this.nameOf!(value), name);
		const askedKinds = kinds.filter((kind) => keys[kind].length > 0);
		for (const [index, kind] of askedKinds.entries()) {
			const earlier = askedKinds.slice(0, index);
			for (const { key, bucket } of this.bucketsOf(kind, keys[kind])) {
				const { all, byName } = bucket;
				if (earlier.some((one) => bucket.kinds.includes(one))) continue;
				const same = byName!.get(name.spelled) ?? all.slice(0, MAX_SEARCHED).filter(isSame);
				if (same.length > 0) return { kind, key, values: same, isOtherName: false };
				other ??= { kind, key, values: all, isOtherName: true };
			}
		}
		return other;
	}

	private *bucketsOf(kind: Kind, keys: readonly string[]) {
		for (const key of keys)
			for (const bucket of this.places.get(placeOf(kind, key)) ?? [])
				if (kind !== 'phone' || isSamePhone(bucket.key, key)) yield { key, bucket };
	}
}
