import { createHash } from 'node:crypto';
import { faker } from '@faker-js/faker/locale/nl';

/** What makes a thing itself: the world's seed, its kind and profile, its place. */
type Name = Array<string | number>;

const digest = (name: Name) => createHash('sha1').update(name.join('/')).digest();

/**
 * Chance for one thing: the same for the same name, whatever was made before it. There is only one
 * generator, so a thing is made to its end before the next is asked for.
 */
export function chanceFor(...name: Name) {
	faker.seed(digest(name).readUInt32BE());
	return faker;
}

export type Chance = ReturnType<typeof chanceFor>;

/** The id of a thing, a UUID of version 5: made from its name alone. */
export function uuidOf(...name: Name): string {
	const bytes = digest(name).subarray(0, 16);
	bytes[6] = (bytes[6] & 0x0f) | 0x50;
	bytes[8] = (bytes[8] & 0x3f) | 0x80;
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
