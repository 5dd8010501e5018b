import type { Switches } from '../../switches.mts';
import { withContactInfo } from '../../world/legacy.mts';
import type { Contact } from '../../world/shapes.mts';

const EMAIL = 'E-mailadres';

/** A contact as the list shows it: which fields it really shows is unknown. */
export function shown(contact: Contact, place: number, switches: Switches): object {
	const { contactFields, sharedEmails } = switches;
	const { standard_personal_infos: all, time_stamp, ...others } = contact;
	// Each has the address of the one before it, two by two.
	const infos = sharedEmails ? all.map((info) => shared(info, place)) : all;
	const forms = {
		all: { time_stamp, standard_personal_infos: infos },
		noEmails: {
			time_stamp,
			standard_personal_infos: infos.filter(({ name }) => name !== EMAIL),
		},
		noInfos: { time_stamp },
		flat: { time_stamp, details: flat(infos) },
		noMoment: { standard_personal_infos: infos },
		contactInfo: withContactInfo({ ...contact, standard_personal_infos: infos }),
	};
	return { ...others, ...forms[contactFields] };
}

type Info = Contact['standard_personal_infos'][number];

const shared = ({ name, value }: Info, place: number): Info => ({
	name,
	value: name === EMAIL ? `familie${Math.floor(place / 2)}@voorbeeld.example` : value,
});

const FIELDS: Record<string, string> = { [EMAIL]: 'reachedAt', Telefoonnummer: 'phoneNumber' };

const flat = (infos: Info[]) =>
	Object.fromEntries(infos.map(({ name, value }) => [FIELDS[name] ?? name, value]));
