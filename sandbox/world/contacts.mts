import { FIRST_NAMES, LAST_NAMES, PLACES, STREETS } from './dutch.mts';
import { randomFor } from './random.mts';
import type { Contact } from './shapes.mts';

const START = Date.UTC(2023, 0, 9, 8);
const HOUR = 3_600_000;

/**
 * The contacts of a profile. Seeded ones are worked out when asked for, not stored: two hundred
 * thousand of them cost nothing until they are read. Created ones follow them, in order.
 */
export class ContactBook {
	private readonly created = new Map<string, Contact[]>();

	constructor(
		private readonly seed: number,
		private readonly profileId: string,
		/** The audience that holds the seeded contacts comes first. */
		private readonly audienceIds: string[],
		private readonly seeded: number,
	) {}

	has(audienceId: string) {
		return this.audienceIds.includes(audienceId);
	}

	/** How many contacts there are, in one audience or in all. */
	count(audienceId?: string): number {
		const audiences = audienceId ? [audienceId] : this.audienceIds;
		return audiences.reduce((sum, id) => sum + this.seededIn(id) + this.createdIn(id).length, 0);
	}

	slice(audienceId: string, start: number, end: number): Contact[] {
		const created = this.createdIn(audienceId);
		const seeded = this.seededIn(audienceId);
		const last = Math.min(end, seeded + created.length);
		const found: Contact[] = [];
		for (let n = start; n < last; n++) found.push(n < seeded ? this.make(n) : created[n - seeded]);
		return found;
	}

	add(contact: Contact) {
		const list = this.createdIn(contact.audience.id);
		this.created.set(contact.audience.id, list);
		list.push(contact);
	}

	/** The contacts created since the start, in the order they came. */
	createdIn(audienceId: string): Contact[] {
		return this.created.get(audienceId) ?? [];
	}

	private seededIn(audienceId: string) {
		return audienceId === this.audienceIds[0] ? this.seeded : 0;
	}

	private make(n: number): Contact {
		const chance = randomFor(this.seed, this.profileId, n);
		const id = chance.uuid();
		const first = chance.pick(FIRST_NAMES);
		const last = chance.pick(LAST_NAMES);
		const [place, district] = chance.pick(PLACES);
		const letters = 'ABCDEGHJKLMNPRSTVWXZ';
		const postcode = `${district}${chance.int(10, 99)} ${chance.pick([...letters])}${chance.pick([...letters])}`;
		const infos: Record<string, string> = {
			Voornaam: first,
			Achternaam: last,
			'E-mailadres': `${mailName(first)}.${mailName(last)}.${n + 1}@voorbeeld.example`,
			Land: chance.chance(0.95) ? 'Nederland' : 'België',
			Postcode: postcode,
			Plaats: place,
			Straatnaam: chance.pick(STREETS),
			Huisnummer: `${chance.int(1, 240)}${chance.chance(0.1) ? chance.pick(['a', 'b', '-2']) : ''}`,
		};
		// Not everyone leaves a number, so that records differ in what they hold.
		if (chance.chance(0.85)) infos.Telefoonnummer = `06 1234 ${chance.int(5000, 5999)}`;
		return {
			id,
			contact_type: 'CONSUMER',
			time_stamp: START + n * HOUR * 3 + chance.int(0, HOUR),
			standard_personal_infos: Object.entries(infos).map(([name, value]) => ({ name, value })),
			audience: { id: this.audienceIds[0], company_profile: { id: this.profileId } },
		};
	}
}

/** A name as it stands in an e-mail address: no accents, no spaces. */
const mailName = (name: string) =>
	name
		.normalize('NFD')
		.replace(/[^A-Za-z]/g, '')
		.toLowerCase();
