import { isSamePhone, type Keys, type Kind, KINDS, SHARED_DIGITS } from './keys';
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

/** How many are searched for a similar name, if none has the same spelling. */
const MAX_SEARCHED = 100;

/** No key contains a line break, so this cannot be the place of another key. */
const spelledAt = (place: string, { spelled }: PersonName): string => `${place}\n${spelled}`;

const endOf = (phone: string): string => phone.slice(-SHARED_DIGITS);

/**
 * Rows or contacts by their keys. Two are compared by the first wanted kind that both have, so they are stored by the
 * kinds that they have: 20,000 that share a phone but have different emails cost one lookup.
 */
export class KeyIndex<T> {
	private readonly sharing = new Map<string, T[]>();
	/** The kinds that occur together, such as `email,phone`. Each place in {@link sharing} begins with them. */
	private readonly combinations = new Set<string>();
	private readonly phones = new Map<string, Set<string>>();

	constructor(private readonly nameOf?: (value: T) => PersonName) {}

	add(keys: Keys, value: T): void {
		const name = this.nameOf?.(value);
		const kindsHad = KINDS.filter((kind) => keys[kind].length > 0).join();
		this.combinations.add(kindsHad);
		for (const key of KINDS.flatMap((kind) => keys[kind])) {
			const place = `${kindsHad} ${key}`;
			this.share(place, value);
			if (name) this.share(spelledAt(place, name), value);
		}
		for (const phone of keys.phone)
			this.phones.set(endOf(phone), (this.phones.get(endOf(phone)) ?? new Set()).add(phone));
	}

	private share(place: string, value: T): void {
		const others = this.sharing.get(place);
		if (others) others.push(value);
		else this.sharing.set(place, [value]);
	}

	/** Everything that has one of these keys, once for each key that it has. */
	*matches(kind: Kind, keys: readonly string[]): Generator<Match<T>> {
		const asked = { email: [], phone: [], nameAndAddress: [], [kind]: keys };
		for (const { key, values } of this.found(asked, [kind]))
			for (const value of values) yield { kind, key, value };
	}

	/** Matches the first key of somebody with the same name; otherwise the first key that anybody has. */
	best(keys: Keys, kinds: readonly Kind[], name: PersonName): BestMatch<T> | undefined {
		let other: BestMatch<T> | undefined;
		const isSame = (value: T) => !isOtherName(this.nameOf!(value), name);
		for (const { kind, key, place, values: all } of this.found(keys, kinds)) {
			const spelled = this.sharing.get(spelledAt(place, name));
			const same = spelled ?? all.slice(0, MAX_SEARCHED).filter(isSame);
			if (same.length > 0) return { kind, key, values: same, isOtherName: false };
			other ??= { kind, key, values: all, isOtherName: true };
		}
		return other;
	}

	private *found(keys: Keys, kinds: readonly Kind[]) {
		let compared = [...this.combinations];
		for (const kind of kinds) {
			for (const key of keys[kind]) {
				for (const same of kind === 'phone' ? this.samePhones(key) : [key]) {
					for (const kindsHad of compared) {
						const place = `${kindsHad} ${same}`;
						const values = this.sharing.get(place);
						if (values) yield { kind, key, place, values };
					}
				}
			}
			if (keys[kind].length > 0) compared = compared.filter((kindsHad) => !kindsHad.includes(kind));
		}
	}

	private samePhones(phone: string): string[] {
		const near = this.phones.get(endOf(phone)) ?? [];
		return [...near].filter((one) => isSamePhone(one, phone));
	}
}
