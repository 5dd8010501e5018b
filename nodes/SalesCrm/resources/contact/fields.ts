import { PERSONAL_INFO_NAMES } from '../../../contacts/personalInfos';
import { concurrency, pageSize } from '../../../descriptions/fields';
import { UserError } from '../../../utils/userError';
import type { Property, ValuesOf } from '../../../parameters/property';
import type { Kind } from '../../../contacts/keys';

export const personalInfos = {
	displayName: 'Personal Information',
	name: 'personalInfos',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'Personal details of the contact. In automatic mode, common column names are recognized.',
	builderHint: {
		propertyHint: `For rows: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] }, which recognizes common column names. By hand: { mappingMode: 'defineBelow', value: { Voornaam: …, 'E-mailadres': … }, matchingColumns: [], schema: [] }, with no keys in value but ${Object.keys(PERSONAL_INFO_NAMES).join(', ')}, each a text.`,
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

/** The text that n8n shows above it says that columns must have the same names. */
export const recognizedColumns = {
	displayName:
		"Common names count as the same: firstName, E-mail, zip or Postcode. Other columns are not sent, unless you add the option 'Extra Columns'.",
	name: 'recognizedColumns',
	type: 'notice',
	default: '',
	displayOptions: { show: { '/personalInfos.mappingMode': ['autoMapInputData'] } },
} as const satisfies Property;

export const contactType = {
	displayName: 'Contact Type',
	name: 'contactType',
	type: 'string',
	typeOptions: { mayBeEmpty: true },
	default: 'CONSUMER',
	description: 'Kind of contact: CONSUMER or COMPANY',
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

export const timestamp = {
	displayName: 'Timestamp',
	name: 'timestamp',
	type: 'dateTime',
	typeOptions: { mayBeEmpty: true },
	default: '',
	description: 'Time to store with the contact. Defaults to now.',
} as const satisfies Property;

export const writeOptions = [contactType, pageSize, concurrency, timestamp] as const;

export const ifExists = {
	displayName: 'If Contact Exists',
	name: 'ifExists',
	type: 'options',
	default: 'skip',
	description: 'What to do if the contact already exists in the audience or in an earlier row',
	options: [
		{
			name: 'Create Anyway',
			value: 'createAnyway',
			description: 'Create a contact from every row: running it again creates duplicates',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Create only contacts that are missing, so that it can be run again',
		},
	],
} as const satisfies Property;

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
	options: [
		matchByField.options[0],
		{
			name: 'Name and Address',
			value: 'nameAndAddress',
			description: 'Last name, postal code and house number, all three: for lists without email',
		},
		matchByField.options[1],
	],
	hint: 'Each contact needs at least one of these',
	description: 'Values used to match contacts, in order. A row without any of them fails.',
	displayOptions: { show: { ifExists: ['skip'] } },
} as const satisfies Property;

/** What the form calls kinds of key. */
export const labelsOf = (kinds: readonly Kind[]): string[] =>
	matchBy.options.flatMap(({ value, name }) => (kinds.includes(value) ? name : []));

/** In the order in which they were chosen. @throws UserError for none. */
export function chosenKinds(given: readonly string[]): Kind[] {
	if (given.length > 0) return [...new Set(given as Kind[])];
	throw new UserError(`'${matchByField.displayName}' is empty`, 'Choose at least one.');
}

export const dryRun = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	typeOptions: { needsValue: true },
	default: false,
	description: 'Whether to preview the result without creating contacts',
} as const satisfies Property;

/** The service cannot delete contacts, so people look at a file first. */
export const dryRunOfFile = {
	...dryRun,
	default: true,
	description: 'Whether to preview the result without creating contacts. Turn it off to import.',
} as const satisfies Property;

export const resultOfRows = {
	displayName: 'Result',
	name: 'result',
	type: 'options',
	default: 'rows',
	description: 'What the node returns. With a report, a failed row does not stop the run.',
	builderHint: {
		propertyHint:
			"'report' gives one item: summary, a count for each outcome, columns, failures, warnings, and CSV files as binary properties: imported; otherNames, people with somebody else's email or phone; notImported, the other rows with a reason.",
	},
	options: [
		{
			name: 'Report',
			value: 'report',
			description: 'One item with counts, and files of the rows that were and were not imported',
		},
		{ name: 'Rows', value: 'rows', description: 'One item per row' },
	],
} as const satisfies Property;

export const resultOfFile = { ...resultOfRows, default: 'report' } as const satisfies Property;

/** Parameters that are read at the first item, for all. */
export const SETTINGS = ['ifExists', 'matchBy', 'dryRun', 'result'];

type Previews = Partial<ValuesOf<[typeof dryRun, typeof resultOfRows]>>;

/** *Dry Run* and *Result* are parameters of Import, but options of Create. */
export type SettingParameters = ValuesOf<[typeof ifExists, typeof matchBy]> &
	Previews & { options: Previews & { concurrency?: number; pageSize?: number } };

/** @throws UserError if Match By is empty, as it may be from an expression. */
export const importSettings = ({ options, ...parameters }: SettingParameters) => ({
	...parameters,
	matchBy: chosenKinds(parameters.matchBy),
	dryRun: parameters.dryRun ?? options.dryRun ?? dryRun.default,
	result: parameters.result ?? options.result ?? resultOfRows.default,
	concurrency: options.concurrency ?? concurrency.default,
	list: { pageSize: options.pageSize },
});

export type ImportSettings = Readonly<ReturnType<typeof importSettings>>;
