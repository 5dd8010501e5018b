import { uuidOf } from './chance.mts';
import { mailName, personOf } from './people.mts';
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
		/** The audience with the seeded contacts comes first. */
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

	/** The contact of that id, or the first without one. */
	find(id?: string): Contact | undefined {
		for (const audienceId of this.audienceIds) {
			for (let n = 0; n < this.count(audienceId); n++) {
				const [contact] = this.slice(audienceId, n, n + 1);
				if (id === undefined || contact.id === id) return contact;
			}
		}
		return undefined;
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
		const { first, last, ...person } = personOf(this.seed, n);
		const infos: Record<string, string> = {
			Voornaam: first,
			Achternaam: last,
			'E-mailadres': `${mailName(first)}.${mailName(last)}.${n + 1}@voorbeeld.example`,
			Land: person.country,
			Postcode: person.postcode,
			Plaats: person.place,
			Straatnaam: person.street,
			Huisnummer: person.number,
		};
		if (person.phone) infos.Telefoonnummer = person.phone;
		return {
			id: uuidOf(this.seed, 'contact', this.profileId, n),
			contact_type: 'CONSUMER',
			time_stamp: START + n * HOUR * 3 + ((n * 7919) % HOUR),
			standard_personal_infos: Object.entries(infos).map(([name, value]) => ({ name, value })),
			audience: { id: this.audienceIds[0], company_profile: { id: this.profileId } },
		};
	}
}
