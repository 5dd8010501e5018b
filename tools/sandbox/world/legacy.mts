import type * as described from '../openapi.ts';
import type { Document } from './documents.mts';
import type { Person } from './people.mts';
import type { Profile } from './profile.mts';
import { contactPersonIdOf } from './published/people.mts';
import { lineTotal } from './quotations.mts';
import type { Contact } from './shapes.mts';

/** Contacts and quotations in the shapes that older pages of the service show. */

const KEYS: Record<string, string> = {
	Voornaam: 'first_name',
	Achternaam: 'last_name',
	'E-mailadres': 'email',
	Land: 'country',
	Postcode: 'postal_code',
	Plaats: 'city',
	Straatnaam: 'address_street',
	Huisnummer: 'address_number',
	Telefoonnummer: 'phone',
};

/** A contact with `contact_info` in place of its personal infos, of which unknown ones are left out. */
export function withContactInfo({
	standard_personal_infos: infos,
	...contact
}: Contact): described.EventContact {
	const known = infos.filter(({ name }) => name in KEYS);
	const contact_info = Object.fromEntries(known.map(({ name, value }) => [KEYS[name], value]));
	return { ...contact, contact_info };
}

const infoOf = (person: Person & { email: string }) => ({
	email: person.email,
	first_name: person.first,
	last_name: person.last,
	...(person.phone && { phone: person.phone }),
	address_street: person.street,
	address_number: person.number,
	city: person.place,
	postal_code: person.postcode,
	country: person.country,
});

/** The only status that an older page shows. */
const STATUSES: Record<string, string> = { DRAFT: 'CREATED' };
const VAT = 21;
const withoutVat = (including: number) => Math.round((including * 1e4) / (100 + VAT)) / 100;
const pricesOf = (name: string, including: number | null): Record<string, number> =>
	including === null
		? {}
		: { [`${name}_excl_vat`]: withoutVat(including), [`${name}_incl_vat`]: including };

/** A quotation as described, and in its older events. */
export function legacyQuotationOf(profile: Profile, document: Document): described.Quotation {
	const { id, number, createdAt, expiresAt, status, requestId, total } = document;
	const item = profile.items.find(({ leadConfigurationId }) => leadConfigurationId === requestId);
	const audienceId = profile.audienceIds[0];
	const contact = {
		...(requestId && { id: contactPersonIdOf(profile, requestId) }),
		contact_info: item ? infoOf(item.person) : {},
		audience: { id: audienceId, company_profile: { id: profile.id } },
	};
	return {
		id,
		quotation_number: Number(number),
		time_stamp: createdAt,
		expiration_time_stamp: expiresAt,
		status: STATUSES[status] ?? status,
		contact,
		price_variables: pricesOf('total', total),
		products: document.lines.map((line, n) => ({
			id: id.slice(0, -2) + String(n + 10),
			amount: line.quantity,
			quotation_description: line.description,
			description_variables: {},
			price_variables: {
				...pricesOf('subtotal', line.unitPrice),
				vat_percentage: VAT,
				...pricesOf('total', lineTotal(line)),
			},
		})),
	};
}
