import { isSamePhone, type Keys, type Kind, KINDS, SOUGHT_DIGITS } from './keys';
import { isOtherName, type PersonName } from './personName';

/**
 * Things by what they can be recognized by.
 *
 * 1. Two are compared by the first of the kinds asked for that both have. So those that share a key are kept apart by
 *    what else they have: 20,000 with one phone and emails of their own cost one look, and not 20,000.
 * 2. Of several, those with the same name go before others: one that is spelled the same, else one that is written
 *    otherwise, among the first hundred.
 */

export interface Match<T> {
	readonly kind: Kind;
	readonly key: string;
	readonly value: T;
}

export interface BestMatch<T> extends Omit<Match<T>, 'value'> {
	/** Those with the same name; where there are none, all the others. */
	readonly values: readonly T[];
	readonly isOtherName: boolean;
}

const MAX_LOOKED_AT = 100;

const bitOf = (kind: Kind): number => 1 << KINDS.indexOf(kind);

/** Which kinds it has. */
const bitsOf = (keys: Keys): number =>
	KINDS.reduce((bits, kind) => (keys[kind].length > 0 ? bits | bitOf(kind) : bits), 0);

const ALL_BITS = Array.from({ length: 1 << KINDS.length }, (_, bits) => bits);

const endOf = (phone: string): string => phone.slice(-SOUGHT_DIGITS);

export class KeyIndex<T> {
	private readonly sharing = new Map<string, T[]>();
	/** The phones that end in the same digits. */
	private readonly phones = new Map<string, Set<string>>();

	add(keys: Keys, value: T): void {
		const bits = bitsOf(keys);
		for (const key of KINDS.flatMap((kind) => keys[kind])) {
			const others = this.sharing.get(`${bits} ${key}`);
			if (others) others.push(value);
			else this.sharing.set(`${bits} ${key}`, [value]);
		}
		for (const phone of keys.phone)
			this.phones.set(endOf(phone), (this.phones.get(endOf(phone)) ?? new Set()).add(phone));
	}

	/** Whatever equals by the first of these kinds that both have, each once. */
	*matches(keys: Keys, kinds: readonly Kind[]): Generator<Match<T>> {
		const seen = new Set<T>();
		for (const { kind, key, values } of this.found(keys, kinds)) {
			for (const value of values) {
				if (seen.has(value)) continue;
				seen.add(value);
				yield { kind, key, value };
			}
		}
	}

	/** Rule 2. */
	best(
		keys: Keys,
		kinds: readonly Kind[],
		name: PersonName,
		nameOf: (value: T) => PersonName,
	): BestMatch<T> | undefined {
		let other: BestMatch<T> | undefined;
		for (const match of this.found(keys, kinds)) {
			let same = match.values.filter((value) => nameOf(value).spelled === name.spelled);
			if (same.length === 0) {
				const few = match.values.slice(0, MAX_LOOKED_AT);
				same = few.filter((value) => !isOtherName(nameOf(value), name));
			}
			if (same.length > 0) return { ...match, values: same, isOtherName: false };
			other ??= { ...match, isOtherName: true };
		}
		return other;
	}

	private *found(keys: Keys, kinds: readonly Kind[]) {
		let before = 0;
		for (const kind of kinds) {
			for (const key of keys[kind]) {
				for (const id of kind === 'phone' ? this.samePhones(key) : [key]) {
					for (const bits of ALL_BITS) {
						const isCompared = (bits & bitOf(kind)) !== 0 && (bits & before) === 0;
						const values = isCompared && this.sharing.get(`${bits} ${id}`);
						if (values) yield { kind, key, values };
					}
				}
			}
			if (keys[kind].length > 0) before |= bitOf(kind);
		}
	}

	private samePhones(phone: string): string[] {
		const near = this.phones.get(endOf(phone)) ?? [];
		return [...near].filter((one) => isSamePhone(one, phone));
	}
}
