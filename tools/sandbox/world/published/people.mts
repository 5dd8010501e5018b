import type { CompanyProfile, ContactPerson, UserAsPublished } from '../../openapi.ts';
import { PROFILE_SECRETS } from '../../identities.mts';
import { uuidOf } from '../chance.mts';
import type { Profile } from '../profile.mts';
import type { Deal, User } from '../shapes.mts';
import { subjectOf } from './items.mts';

/** Contact persons, users and company profiles as they are published. */

/** Each request has a contact person, who may have several. */
export const contactPersonIdOf = ({ firstRequests }: Profile, requestId: string) =>
	uuidOf(firstRequests.get(requestId) ?? requestId, 'contact person');

export function contactPersonsOf(profile: Profile): ContactPerson[] {
	const byRequest = new Map(profile.items.map((item) => [item.leadConfigurationId, item]));
	const byPerson = new Map<string, Deal[]>();
	for (const item of byRequest.values()) {
		const id = contactPersonIdOf(profile, item.leadConfigurationId);
		byPerson.set(id, [...(byPerson.get(id) ?? []), item]);
	}
	return [...byPerson].map(([id, items]) => contactPersonOf(profile, id, items));
}

function contactPersonOf(profile: Profile, id: string, items: Deal[]): ContactPerson {
	const [{ person }] = items as [Deal];
	const { first, last, email, phone, street, number, postcode, place } = person;
	const name = `${first} ${last}`;
	const fields = {
		name,
		email,
		...(phone && { phone }),
		address: `${street} ${number}, ${postcode} ${place}`,
	};
	const times = items.map(({ createdAt }) => createdAt);
	return {
		id,
		item_subjects: items.map(subjectOf),
		company_profile_id: profile.id,
		display_name: name,
		free_fields: Object.entries(fields).map(([label, value]) => ({ label, value })),
		created_timestamp: Math.min(...times),
		updated_timestamp: Math.max(...times),
	};
}

export const userOf = ({ id, name, email }: User): UserAsPublished => ({
	id,
	name,
	image: `https://images.zonendak.example/${id}.png`,
	email,
});

/** All that is kept of a profile: far more than anybody should be shown. */
export function companyProfileOf(profile: Profile): CompanyProfile {
	const idOf = (part: string) => uuidOf(profile.id, part);
	const secret = PROFILE_SECRETS;
	return {
		id: profile.id,
		name: profile.name,
		email: secret.email,
		from_email: secret.email,
		mollie_customer_id: secret.paymentCustomer,
		address: {
			id: idOf('address'),
			country_name: 'Nederland',
			city_name: 'Ergenshuizen',
			zip_code: '1234 AB',
			street_name: 'Dorpsstraat',
			house_number: '12',
		},
		phone: { id: idOf('phone'), phone_number: secret.phone },
		chamber_of_commerce: {
			id: idOf('chamber'),
			company_number: '00000000',
			trading_name: profile.name,
		},
		financials: {
			id: idOf('financials'),
			international_bank_account_number: secret.iban,
			tax_number: secret.taxNumber,
			business_identifier_code: secret.bic,
		},
		mailchimp_info: {
			id: idOf('mailchimp'),
			api_key: secret.mailchimpKey,
			server_prefix: 'us0',
		},
		owner_user_id: profile.users[0].id,
		users: profile.users.map(userOf),
		created_timestamp: Date.UTC(2021, 4, 3),
		is_template_profile: false,
	};
}
