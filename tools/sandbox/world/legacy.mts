import type { EventContact, LegacyQuotation } from '../openapi.ts';
import type { Document } from './documents.mts';
import type { Person } from './people.mts';
import type { Profile } from './profile.mts';
import type { Contact } from './shapes.mts';

/** The older shapes of contacts and quotations, which older pages of the service show. */

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

/** A contact with `contact_info` in place of its personal infos, other ones left out. */
export function withContactInfo({
	standard_personal_infos: infos,
	...contact
}: Contact): EventContact {
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

const STATUSES: Record<string, string> = { DRAFT: 'CREATED' };
const VAT = 21;
const withVat = (excluding: number) => Math.round(excluding * (100 + VAT)) / 100;

/**
 * A quotation of the older kind.
 * @param isNested Prices and products stand inside the contact, as an older page shows them.
 */
export function legacyQuotationOf(
	profile: Profile,
	document: Document,
	isNested: boolean,
): LegacyQuotation {
	const { id, number, createdAt, expiresAt, status, requestId, quotation } = document;
	const item = profile.items.find(({ leadConfigurationId }) => leadConfigurationId === requestId);
	const audienceId = profile.audienceIds[0];
	const contact = {
		id: requestId ?? id,
		contact_info: item ? infoOf(item.person) : { last_name: quotation.customer_name },
		audience: { id: audienceId, company_profile: { id: profile.id } },
	};
	const prices = {
		price_variables: {
			total_excl_vat: quotation.total,
			total_incl_vat: withVat(quotation.total),
		},
		products: quotation.lines.map((line, n) => ({
			id: id.slice(0, -2) + String(n + 10),
			amount: line.quantity,
			quotation_description: line.description,
			description_variables: {},
			price_variables: {
				subtotal_excl_vat: line.unit_price,
				subtotal_incl_vat: withVat(line.unit_price),
				vat_percentage: VAT,
				total_excl_vat: Math.round(line.unit_price * line.quantity * 100) / 100,
				total_incl_vat: withVat(line.unit_price * line.quantity),
			},
		})),
	};
	return {
		id,
		quotation_number: Number(number),
		time_stamp: createdAt,
		expiration_time_stamp: expiresAt,
		status: STATUSES[status] ?? status,
		contact: isNested ? { ...contact, ...prices } : contact,
		...(!isNested && prices),
	};
}
