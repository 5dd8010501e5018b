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
	readonly kinds: readonly Kind[];
	readonly all: T[];
	/** By the spelling of a name; undefined if nobody asks for names. */
	readonly byName?: Map<string, T[]>;
}

/** How many are searched for a similar name, if none has the same spelling. */
const MAX_SEARCHED = 100;

const phoneEnd = (phone: string): string => phone.slice(-SHARED_DIGITS);

/**
 * Rows or contacts by their keys. Two are compared by the first wanted kind that both have, so each key has a bucket for
 * each combination of kinds: 20,000 that share a phone but have different emails cost one lookup.
 */
export class KeyIndex<T> {
	private readonly buckets = new Map<string, Array<Bucket<T>>>();
	private readonly phones = new Map<string, Set<string>>();

	constructor(private readonly nameOf?: (value: T) => PersonName) {}

	add(keys: Keys, value: T): void {
		const kinds = KINDS.filter((kind) => keys[kind].length > 0);
		const name = this.nameOf?.(value);
		for (const key of KINDS.flatMap((kind) => keys[kind])) {
			const bucket = this.bucketOf(key, kinds);
			bucket.all.push(value);
			if (bucket.byName) pushTo(bucket.byName, name!.spelled, value);
		}
		for (const phone of keys.phone)
			this.phones.set(phoneEnd(phone), (this.phones.get(phoneEnd(phone)) ?? new Set()).add(phone));
	}

	private bucketOf(key: string, kinds: readonly Kind[]): Bucket<T> {
		const same = this.buckets.get(key)?.find((bucket) => bucket.kinds.join() === kinds.join());
		if (same) return same;
		const bucket = { kinds, all: [], byName: this.nameOf && new Map<string, T[]>() };
		pushTo(this.buckets, key, bucket);
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
			for (const same of kind === 'phone' ? this.samePhones(key) : [key])
				for (const bucket of this.buckets.get(same) ?? []) yield { key, bucket };
	}

	private samePhones(phone: string): string[] {
		const near = this.phones.get(phoneEnd(phone)) ?? [];
		return [...near].filter((one) => isSamePhone(one, phone));
	}
}
