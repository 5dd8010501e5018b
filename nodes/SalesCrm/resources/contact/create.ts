import { concurrency, optionsOf, pageSize } from '../../operation/fields';
import { operation } from '../../operation/operation';
import { audienceId, extraColumns } from './fields';
import { beginImport } from './import/begin';
import { dryRun, ifExists, lookUpUncertain, matchBy } from './import/settings';

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create contact',
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
				'Name, address, email address and so on of the contact. Mapped automatically, columns such as firstName, Email or zip are recognized.',
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
			dryRun,
			extraColumns,
			ifExists,
			lookUpUncertain,
			matchBy,
			{
				...pageSize,
				description: 'How many contacts to ask for at a time where the audience is listed',
			},
			concurrency,
		]),
	],
	begin: beginImport,
});
