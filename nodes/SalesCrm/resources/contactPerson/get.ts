import type { IDataObject } from 'n8n-workflow';

import { getContactPerson, personNames } from '../../../api/contactPersons';
import { dealDetails } from '../../../api/dealDetails';
import { contactDetailsOf } from '../../../contacts/contactDetails';
import { optionsOf, simplify } from '../../../descriptions/fields';
import { toIso } from '../../../utils/dates';
import { textOf } from '../../../utils/text';
import { toIdentifier } from '../../../utils/uuid';
import { listOrId } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get contact person',
	description: 'Get a contact person, if your Sales CRM offers them',
	kind: 'single',
	properties: [
		{
			displayName: 'Contact Person',
			name: 'contactPersonId',
			description: 'The contact person to get',
			builderHint: {
				propertyHint:
					"The ID of a contact person, as { __rl: true, mode: 'id', value: expr('{{ $json.contactPersonId }}') }; quotations call it contactId.",
			},
			...listOrId('searchContactPersons'),
		},
		simplify,
		optionsOf([]),
	],
	async run({ connection, parameters }) {
		const id = toIdentifier(parameters.contactPersonId, 'Contact Person');
		const person = await getContactPerson(connection, id);
		return outputs([parameters.simplify ? contactPersonItem(person) : person]);
	},
});

export function contactPersonItem(person: IDataObject): IDataObject {
	const { address, custom } = dealDetails(person);
	const subjects = Array.isArray(person.item_subjects) ? person.item_subjects : [];
	return {
		...personNames(person),
		address,
		contactDetails: contactDetailsOf({ address, info: Object(person.contact_info) as IDataObject }),
		custom: custom && withoutName(custom),
		createdAt: toIso(person.created_timestamp),
		updatedAt: toIso(person.updated_timestamp),
		/** They tie the person to deals and quotations. */
		requestIds: subjects.map((one) => textOf(Object(one).id)),
		contactPersonId: textOf(person.id),
		companyProfileId: textOf(person.company_profile_id) || null,
	};
}

/** The field `name` repeats the display name. */
const withoutName = (custom: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(custom).filter(([label]) => label !== 'name'));
