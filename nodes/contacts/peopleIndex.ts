import { KeyIndex } from './keyIndex';
import { type Keys, keysOf, KIND_FIELDS } from './keys';
import { wordsIn } from './personName';

/** By what people are searched. */
export type PersonKey = 'email' | 'phone' | 'name';

/** What is compared for a searched text; empty if it is not an email address, a phone number or a name. */
export const searchedValues = (by: PersonKey, text: string): readonly string[] =>
	by === 'name' ? wordsIn(text) : keysOf({ [KIND_FIELDS[by]]: [text] })[by];

/** People by their emails, their phones and the words of their names. */
export class PeopleIndex<T> {
	private readonly byKey = new KeyIndex<T>();
	private readonly byWord = new Map<string, Set<T>>();

	add(keys: Keys, names: readonly string[], person: T): void {
		this.byKey.add(keys, person);
		for (const word of names.flatMap(wordsIn))
			this.byWord.set(word, (this.byWord.get(word) ?? new Set()).add(person));
	}

	/** Those who have one of the emails or phones, or every word of a name. */
	find(by: PersonKey, values: readonly string[]): T[] {
		if (by !== 'name')
			return [...new Set([...this.byKey.matches(by, values)].map(({ value }) => value))];
		const named = values.map((word) => this.byWord.get(word) ?? new Set<T>());
		const [fewest = [], ...others] = named.sort((one, other) => one.size - other.size);
		return [...fewest].filter((person) => others.every((one) => one.has(person)));
	}
}
