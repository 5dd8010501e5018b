import { PERSONAL_INFO_NAMES } from '../../../api/types';
import type { Property } from '../../execution/parameters';

export const personalInfos = {
	displayName: 'Personal Information',
	name: 'personalInfos',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'Name, address, email address and so on of the contact. Mapped automatically, columns such as firstName, Email or zip are recognized.',
	builderHint: {
		propertyHint: `For rows of a file or form: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] }, which knows common English and Dutch names of columns. By hand: { mappingMode: 'defineBelow', value: { Voornaam: …, 'E-mailadres': … }, matchingColumns: [], schema: [] }, with no keys in value but ${Object.keys(PERSONAL_INFO_NAMES).join(', ')}, each a text.`,
	},
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'getPersonalInfoFields',
			mode: 'add',
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: true,
			supportAutoMap: true,
		},
	},
} as const satisfies Property;

const WHERE_AUTOMATIC = { show: { '/personalInfos.mappingMode': ['autoMapInputData'] } } as const;

/** n8n's own words beside the choice say that columns must be named the same. */
export const recognizedColumns = {
	displayName:
		"The names need not be the same: firstName, E-mail, zip or Postcode are recognized, too. Other columns are not sent, unless 'Extra Columns' in the options says otherwise.",
	name: 'recognizedColumns',
	type: 'notice',
	default: '',
	displayOptions: WHERE_AUTOMATIC,
} as const satisfies Property;

export const contactType = {
	displayName: 'Contact Type',
	name: 'contactType',
	type: 'string',
	default: 'CONSUMER',
	description: 'Kind of contact. CONSUMER is the only one the service documents.',
} as const satisfies Property;

export const extraColumns = {
	displayName: 'Extra Columns',
	name: 'extraColumns',
	type: 'options',
	default: 'ignore',
	description: 'What to do, when mapping automatically, with columns that are not recognized',
	displayOptions: WHERE_AUTOMATIC,
	options: [
		{ name: 'Add as Personal Information', value: 'add' },
		{ name: 'Fail', value: 'fail' },
		{ name: 'Ignore', value: 'ignore' },
	],
} as const satisfies Property;

export const timestamp = {
	displayName: 'Timestamp',
	name: 'timestamp',
	type: 'dateTime',
	default: '',
	description:
		'Moment that is recorded with the contact: a date, or seconds or milliseconds since 1970. Now when empty.',
} as const satisfies Property;
