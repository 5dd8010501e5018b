import { PERSONAL_INFO_NAMES } from '../../../api/types';
import { concurrency, pageSize } from '../../../descriptions/fields';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import type { Property, ValuesOf } from '../../execution/parameters';
import { type Kind, KINDS } from './keys';

/** What people may set about contacts that are created, by Create and by Import alike. */

export const personalInfos = {
	displayName: 'Personal Information',
	name: 'personalInfos',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'Name, address, email address and so on of the contact. Mapped automatically, columns such as firstName, Email or zip are recognized.',
	builderHint: {
		propertyHint: `For rows of a file or form: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] }, which knows the common names of columns in English, Dutch, German and French. By hand: { mappingMode: 'defineBelow', value: { Voornaam: …, 'E-mailadres': … }, matchingColumns: [], schema: [] }, with no keys in value but ${Object.keys(PERSONAL_INFO_NAMES).join(', ')}, each a text.`,
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

/** n8n's own words beside the choice say that columns must be named the same. */
export const recognizedColumns = {
	displayName:
		"The names need not be the same: firstName, E-mail, zip or Postcode are recognized, too. Other columns are not sent, unless 'Extra Columns' in the options says otherwise.",
	name: 'recognizedColumns',
	type: 'notice',
	default: '',
	displayOptions: { show: { '/personalInfos.mappingMode': ['autoMapInputData'] } },
} as const satisfies Property;

export const contactType = {
	displayName: 'Contact Type',
	name: 'contactType',
	type: 'string',
	default: 'CONSUMER',
	description: 'Kind of contact. CONSUMER is the only one that is known.',
} as const satisfies Property;

export const extraColumns = {
	displayName: 'Extra Columns',
	name: 'extraColumns',
	type: 'options',
	default: 'ignore',
	description: 'What to do with columns that are not recognized',
	options: [
		{ name: 'Add as Personal Information', value: 'add' },
		{ name: 'Ignore', value: 'ignore' },
	],
} as const satisfies Property;

const { displayOptions } = recognizedColumns;
export const extraColumnsOfItems = { ...extraColumns, displayOptions } as const;

export const timestamp = {
	displayName: 'Timestamp',
	name: 'timestamp',
	type: 'dateTime',
	default: '',
	description:
		'Moment that is recorded with the contact: a date, or seconds or milliseconds since 1970. Now when empty.',
} as const satisfies Property;

/** Options of Create and Import alike. */
export const writeOptions = [contactType, pageSize, concurrency, timestamp] as const;

export const ifExists = {
	displayName: 'If Contact Exists',
	name: 'ifExists',
	type: 'options',
	default: 'skip',
	description:
		'What to do if the contact of a row is already in the audience or in an earlier row. The audience is listed once before anything is sent.',
	options: [
		{
			name: 'Create Anyway',
			value: 'createAnyway',
			description:
				'Create a contact from every row without checking. If you run it again, all are there twice.',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Create only contacts that are missing, so that you can run an import again',
		},
	],
} as const satisfies Property;

/** Kinds of key, for several purposes. */
export const matchByField = {
	displayName: 'Match By',
	name: 'matchBy',
	type: 'multiOptions',
	default: ['email'],
	options: [
		{ name: 'Email', value: 'email' },
		{ name: 'Phone', value: 'phone' },
	],
} as const;

export const matchBy = {
	...matchByField,
	default: ['email', 'phone'],
	description:
		'What a contact is recognized by: a row and a contact are compared by the first of these that both have. A row that has none fails.',
	displayOptions: { show: { ifExists: ['skip'] } },
} as const satisfies Property;

/** In the order in which they were chosen. @throws UserError for one that there is not. */
export function chosenKinds(given: readonly string[]): Kind[] {
	const kinds = [...new Set(given)] as Kind[];
	if (kinds.length > 0 && kinds.every((kind) => KINDS.includes(kind))) return kinds;
	throw new UserError(
		`'${matchByField.displayName}' must be one or more of ${KINDS.join(', ')}`,
		`Got ${quoted(given)}.`,
	);
}

export const dryRun = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to do everything except create contacts: each item shows what would be sent, and what would happen to it',
} as const satisfies Property;

export const resultOfRows = {
	displayName: 'Result',
	name: 'result',
	type: 'options',
	default: 'rows',
	description: 'What the node returns. With a report, a failed row does not stop the run.',
	builderHint: {
		propertyHint:
			"'report' gives one item: summary (a sentence), a count for each outcome, failures, and the binary property notImported, a CSV file of the rows that did not get in. There is no such file where all rows did.",
	},
	options: [
		{
			name: 'Report',
			value: 'report',
			description: 'One item with counts, and a file of the rows that did not get in',
		},
		{ name: 'Rows', value: 'rows', description: 'An item for each row' },
	],
} as const satisfies Property;

export const resultOfFile = { ...resultOfRows, default: 'report' } as const satisfies Property;

/** Read at the first item, for all. */
export const SETTINGS = ['ifExists', 'matchBy', 'dryRun', 'result'];

type Previews = Partial<ValuesOf<[typeof dryRun, typeof resultOfRows]>>;

/** Import shows *Dry Run* and *Result* at once; Create, which is for single contacts, among its options. */
export type SettingParameters = ValuesOf<[typeof ifExists, typeof matchBy]> &
	Previews & { options: Previews & { concurrency?: number; pageSize?: number } };

/** @throws UserError for a value that there is not, as an expression may give. */
export const importSettings = ({ options, ...parameters }: SettingParameters) => ({
	...parameters,
	matchBy: chosenKinds(parameters.matchBy),
	dryRun: parameters.dryRun ?? options.dryRun ?? dryRun.default,
	result: parameters.result ?? options.result ?? resultOfRows.default,
	concurrency: options.concurrency ?? concurrency.default,
	/** How an audience is listed. */
	list: { pageSize: options.pageSize },
});

export type ImportSettings = Readonly<ReturnType<typeof importSettings>>;
