import { ok, Refusal } from '../../answer.mts';
import type { Contact } from '../../world/shapes.mts';
import type { Route } from '../call.mts';
import { shown } from './listedContacts.mts';
import { pageOf } from './pages.mts';

const listContacts: Route = (call) => {
	const profile = call.profile(call.query.company_profile_id);
	const { contacts } = profile;
	const audienceId = call.query.audience_id.toLowerCase();
	if (!contacts.has(audienceId)) throw new Refusal(404, 'No such audience');
	return pageOf(call, {
		names: ['contacts', 'relaties'],
		total: contacts.count(audienceId),
		slice: (start, end) =>
			contacts
				.slice(audienceId, start, end)
				.map((contact, n) => shown(contact, start + n, call.switches)),
	});
};

const createContact: Route = ({ body, switches, ...call }) => {
	const { audience, ...rest } = body.contact;
	const profile = call.profile(audience.company_profile?.id);
	const audienceId = audience.id.toLowerCase();
	if (!profile.contacts.has(audienceId)) throw new Refusal(404, 'No such audience');
	const contact: Contact = {
		id: profile.newId(),
		contact_type: 'CONSUMER',
		time_stamp: Date.now(),
		standard_personal_infos: [],
		...rest,
		audience: { id: audienceId, company_profile: { id: profile.id } },
	};
	profile.contacts.add(contact);
	if (switches.createAnswer === 'empty') return { status: 204 };
	return ok(switches.createAnswer === 'id' ? { id: contact.id } : { contact });
};

export const contactRoutes = { listContacts, createContact };
