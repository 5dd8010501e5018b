import { chanceFor } from './chance.mts';

export interface Person {
	first: string;
	last: string;
	street: string;
	number: string;
	postcode: string;
	place: string;
	country: string;
	/** Not everyone leaves a number, so that records differ in what they hold. */
	phone?: string;
}

/** How many people exist, because making one takes a while. After these, the same people come again. */
const COUNT = 500;
const known = new Map<string, Person>();

/** The n-th person of the world of a seed. Any likeness to existing people is chance. */
export function personOf(seed: number, n: number): Person {
	const place = n % COUNT;
	const key = `${seed}/${place}`;
	const person = known.get(key) ?? make(seed, place);
	known.set(key, person);
	return person;
}

function make(seed: number, n: number): Person {
	const { person, location, datatype, string } = chanceFor(seed, 'person', n);
	return {
		first: person.firstName(),
		last: person.lastName(),
		street: location.street(),
		number: location.buildingNumber(),
		postcode: location.zipCode(),
		place: location.city(),
		country: datatype.boolean(0.95) ? 'Nederland' : 'België',
		// Of the kind nobody has.
		...(datatype.boolean(0.85) && { phone: `06 1234 5${string.numeric(3)}` }),
	};
}

/** A name for an email address: no accents, no spaces. */
export const mailName = (name: string) =>
	name
		.normalize('NFD')
		.replace(/[^A-Za-z]/g, '')
		.toLowerCase();
