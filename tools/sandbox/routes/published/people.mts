import { ok } from '../../answer.mts';
import { SERVICE_ACCOUNT, SERVICE_ACCOUNT_ID } from '../../identities.mts';
import { companyProfileOf, contactPersonsOf, userOf } from '../../world/published/people.mts';
import { type Call, type Route, unknownId } from '../call.mts';

const listUsersAsPublished: Route = (call) => {
	const { users } = call.profile(call.params.companyProfileId);
	return ok(users.map(userOf));
};

const profilesOf = ({ caller, service: { world } }: Call) =>
	caller.profileIds.map((id) => world.profile(id));

const listProfiles: Route = (call) => ok(profilesOf(call).map(companyProfileOf));

const signedIn = (id: string, email: string) => ({ id, email, name: null, locale: 'nl' });

/** A token is of somebody who works there; a service account is a user of its own. */
const getMe: Route = (call) => {
	if (call.caller.isServiceAccount) {
		return ok({ ...signedIn(SERVICE_ACCOUNT_ID, SERVICE_ACCOUNT.email), role: 'API' });
	}
	const [{ users }] = profilesOf(call);
	const [{ id, email, name }] = users;
	return ok({ ...signedIn(id, email), name, role: 'ADMIN' });
};

const listContactPersons: Route = (call) => {
	const profile = call.profile(call.params.companyProfileId);
	return ok({ message: 'OK', contact_persons: contactPersonsOf(profile) });
};

const getContactPerson: Route = (call) => {
	const profile = call.profile(call.params.companyProfileId);
	const id = call.params.contactPersonId.toLowerCase();
	const found = contactPersonsOf(profile).find((person) => person.id === id);
	if (!found) throw unknownId(call);
	return ok({ message: 'OK', contact_person: found });
};

export const peopleRoutes = {
	listUsersAsPublished,
	listProfiles,
	getMe,
	listContactPersons,
	getContactPerson,
};
