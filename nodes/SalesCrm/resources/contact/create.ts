import type { IDataObject } from 'n8n-workflow';

import { contactBody, createContact } from '../../../service/api/contacts';
import { toUuid } from '../../../values/identifiers';
import { readMoment } from '../../../values/moments';
import { isObject } from '../../../values/json';
import { Failure } from '../../../values/failure';
import { textOf } from '../../../values/text';
import { concurrency, optionsOf } from '../../operation/fields';
import { operation } from '../../operation/operation';
import { audienceId } from './fields';
import { type Mapping, personalInfos } from './personalInfos';

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create a contact',
	description: 'Create a contact in an audience',
	kind: 'single',
	done: 'created',
	properties: [
		audienceId,
		{
			displayName: 'Contact Type',
			name: 'contactType',
			type: 'string',
			default: 'CONSUMER',
			required: true,
			description: 'Kind of contact. CONSUMER is the only one the service documents.',
		},
		{
			displayName: 'Personal Information',
			name: 'personalInfos',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			description:
				'Name, address, email address and so on of the contact. Mapped automatically, columns such as firstName, Email or zip are recognised.',
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: 'getPersonalInfoFields',
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: true,
					supportAutoMap: true,
				},
			},
		},
		{
			displayName: 'Timestamp',
			name: 'timestamp',
			type: 'dateTime',
			default: '',
			description:
				'Moment that is recorded with the contact: a date, or seconds or milliseconds since 1970. Now when empty.',
		},
		optionsOf([
			concurrency,
			{
				displayName: 'Extra Columns',
				name: 'extraColumns',
				type: 'options',
				default: 'ignore',
				description: 'What to do, when mapping automatically, with columns that are not recognised',
				options: [
					{ name: 'Ignore', value: 'ignore' },
					{ name: 'Add as Personal Information', value: 'add' },
					{ name: 'Fail', value: 'fail' },
				],
			},
		]),
	],
	async run({ crm, parameters, item, zone }) {
		const contact = {
			audienceId: toUuid(parameters.audienceId, 'Audience ID'),
			contactType: contactType(parameters.contactType),
			timestamp: thirteenDigits(readMoment(parameters.timestamp, 'Timestamp', zone) ?? Date.now()),
			personalInfos: personalInfos(
				parameters.personalInfos as unknown as Mapping,
				item.json,
				parameters.options.extraColumns ?? 'ignore',
			),
		};
		const answer = await createContact(crm, contact);
		if (isObject(answer) && Object.keys(answer).length > 0) return [{ json: answer }];
		// The response is not shown: when it says nothing, what was sent stands in for it.
		const sent: IDataObject = { contact: contactBody(contact, crm.profileId) };
		return [{ json: answer === undefined ? sent : { ...sent, response: answer as string } }];
	},
});

function contactType(value: unknown): string {
	const text = textOf(value).trim();
	if (text !== '') return text;
	throw new Failure("'Contact Type' is empty", 'Enter a kind of contact, such as CONSUMER.');
}

/** The service takes 13-digit milliseconds (interface.md, "Contact"): from September 2001 on. */
function thirteenDigits(ms: number): number {
	if (ms >= 1e12 && ms < 1e13) return ms;
	throw new Failure(
		"'Timestamp' is out of range",
		'The service takes moments from 9 September 2001 to November 2286.',
	);
}
