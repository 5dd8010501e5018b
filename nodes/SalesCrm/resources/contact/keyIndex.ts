import { isSamePhone, type Keys, type Kind, KINDS, SOUGHT_DIGITS } from './keys';
import { isOtherName, type PersonName } from './personName';

/**
 * Things by what they can be recognized by.
 *
 * 1. Two are compared by the first of the kinds asked for that both have. So those that share a key are kept apart by
 *    what else they have: 20,000 with one phone and emails of their own cost one look, and not 20,000.
 * 2. Of several, those with the same name go before others. One that is spelled the same is found at once, one that is
 *    written otherwise among the first hundred.
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
/** More than these are looked up by the spelling of their name. */
const FEW = 16;

const bitOf = (kind: Kind): number => 1 << KINDS.indexOf(kind);

/** Which kinds it has. */
const bitsOf = (keys: Keys): number =>
	KINDS.reduce((bits, kind) => (keys[kind].length > 0 ? bits | bitOf(kind) : bits), 0);

const ALL_BITS = Array.from({ length: 1 << KINDS.length }, (_, bits) => bits);

export class KeyIndex<T> {
	private readonly sharing = new Map<string, Sharing<T>>();
	/** The phones that end in the same digits. */
	private readonly phones = new Map<string, string[]>();

	/** @param nameOf Where it is asked for the best match: whose name it is. */
	constructor(private readonly nameOf: (value: T) => PersonName | undefined = () => undefined) {}

	add(keys: Keys, value: T): void {
		const bits = bitsOf(keys);
		for (const kind of KINDS) {
			for (const key of new Set(keys[kind])) {
				const id = `${bits} ${key}`;
				const others = this.sharing.get(id);
				if (others) {
					others.add(value);
					continue;
				}
				this.sharing.set(id, new Sharing(value, this.nameOf));
				if (kind === 'phone') this.notePhone(key);
			}
		}
	}

	private notePhone(key: string): void {
		const end = key.slice(-SOUGHT_DIGITS);
		const others = this.phones.get(end);
		if (!others) this.phones.set(end, [key]);
		else if (!others.includes(key)) others.push(key);
	}

	/** Whatever equals by the first of these kinds that both have, each once. */
	*matches(keys: Keys, kinds: readonly Kind[]): Generator<Match<T>> {
		const seen = new Set<T>();
		for (const { kind, key, sharing } of this.found(keys, kinds)) {
			for (const value of sharing.values) {
				if (seen.has(value)) continue;
				seen.add(value);
				yield { kind, key, value };
			}
		}
	}

	/** Rule 2. */
	best(keys: Keys, kinds: readonly Kind[], name: PersonName): BestMatch<T> | undefined {
		let other: BestMatch<T> | undefined;
		for (const { kind, key, sharing } of this.found(keys, kinds)) {
			const values = sharing.named(name);
			if (values.length > 0) return { kind, key, values, isOtherName: false };
			other ??= { kind, key, values: sharing.values, isOtherName: true };
		}
		return other;
	}

	private *found(keys: Keys, kinds: readonly Kind[]) {
		let before = 0;
		for (const kind of kinds) {
			for (const asked of keys[kind]) {
				for (const key of kind === 'phone' ? this.samePhones(asked) : [asked]) {
					for (const bits of ALL_BITS) {
						if ((bits & bitOf(kind)) === 0 || (bits & before) !== 0) continue;
						const sharing = this.sharing.get(`${bits} ${key}`);
						if (sharing) yield { kind, key: asked, sharing };
					}
				}
			}
			if (keys[kind].length > 0) before |= bitOf(kind);
		}
	}

	private samePhones(phone: string): string[] {
		const near = this.phones.get(phone.slice(-SOUGHT_DIGITS)) ?? [];
		return near.filter((one) => isSamePhone(one, phone));
	}
}

/** Those that have the same key, and the same kinds of key. */
class Sharing<T> {
	readonly values: T[];
	private bySpelling: Map<string, T[]> | undefined;

	constructor(
		first: T,
		private readonly nameOf: (value: T) => PersonName | undefined,
	) {
		this.values = [first];
	}

	add(value: T): void {
		this.values.push(value);
		if (this.bySpelling) this.note(value, this.bySpelling);
	}

	private note(value: T, bySpelling: Map<string, T[]>): void {
		const { spelled = '' } = this.nameOf(value) ?? {};
		const others = bySpelling.get(spelled);
		if (others) others.push(value);
		else bySpelling.set(spelled, [value]);
	}

	named(name: PersonName): T[] {
		if (this.values.length > FEW) {
			if (!this.bySpelling) {
				this.bySpelling = new Map();
				for (const value of this.values) this.note(value, this.bySpelling);
			}
			const spelledSame = this.bySpelling.get(name.spelled);
			if (spelledSame) return spelledSame;
		}
		return this.values.slice(0, MAX_LOOKED_AT).filter((value) => {
			const own = this.nameOf(value);
			return !own || !isOtherName(own, name);
		});
	}
}
