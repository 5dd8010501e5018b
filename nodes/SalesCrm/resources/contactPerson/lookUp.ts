import type { IDataObject } from 'n8n-workflow';

import { fetchNames, hintAtLackingNames } from '../../../api/names';
import { withProfile } from '../../../api/profiles';
import { summaryItem } from '../../../api/quotationItem';
import { needed, shown } from '../../../api/source';
import { searchedValues } from '../../../contacts/peopleIndex';
import { optionsOf } from '../../../descriptions/fields';
import { warn } from '../../../transport/hints';
import { serviceTimeMs } from '../../../utils/dates';
import { counted, quoted, textOf, withoutInvisible } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { ifNotFound } from '../../execution/commonFields';
import { type Call, operation, type Outputs, outputs } from '../../execution/operation';
import type { Property } from '../../../parameters/property';
import { NEEDED } from '../contact/searchQuery';
import { contactPersonItem } from './get';
import {
	documentsOf,
	type LookUpBy,
	type Person,
	peopleWith,
	readDocumentsByPerson,
	readPeople,
} from './people';
import { dealsOfPeople } from './personDeals';

const MAX_PEOPLE = 20;

const by = {
	displayName: 'Look Up By',
	name: 'by',
	type: 'options',
	default: 'phone',
	description: 'What is known about the person',
	options: [
		{ name: 'Email', value: 'email' },
		{ name: 'Name', value: 'name' },
		{ name: 'Phone', value: 'phone' },
		{ name: 'Quotation Number', value: 'quotationNumber' },
		{
			name: 'Request ID',
			value: 'requestId',
			description: 'The ID that deals, quotations and contact persons share',
		},
	],
} as const satisfies Property;

const value = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 06 12345678',
	description: 'The phone number in any spelling, or the email, words of the name, number or ID',
} as const satisfies Property;

export const lookUp = operation({
	value: 'lookUp',
	name: 'Look Up',
	action: 'Look up contact person',
	description:
		'Find out who it is by phone, email, name or quotation number, with deals, quotations, invoices and contracts, if your Sales CRM offers contact persons',
	kind: 'single',
	properties: [
		by,
		value,
		{
			...ifNotFound,
			description: 'What to do if nobody matches',
			builderHint: {
				propertyHint:
					"With 'item' branch on found. Several people with one phone number are an item each, with unclear true: ask for the name.",
			},
		},
		optionsOf([]),
	],
	async run(call) {
		const { connection: entered, parameters, once } = call;
		const text = withoutInvisible(parameters.value);
		const reason = whyNotComparable(parameters.by, text);
		if (reason) return notFound(call, text, reason);
		const connection = await withProfile(entered);
		const readDocuments = async () => await readDocumentsByPerson(connection);
		const isByNumber = parameters.by === 'quotationNumber';
		const [people, directory, documents] = await Promise.all([
			once('people', async () => await readPeople(connection)),
			once('names', async () => await fetchNames(connection)),
			isByNumber ? once('documents', readDocuments) : undefined,
		]);
		const byNumber = documents && needed(documents, 'The quotation cannot be looked up');
		const matching = peopleWith(parameters.by, text, people, byNumber).sort(newestFirst);
		if (matching.length === 0) return notFound(call, text);
		const found = matching.slice(0, MAX_PEOPLE);
		hintAtLackingNames(connection, directory);
		const [deals, read] = await Promise.all([
			dealsOfPeople(connection, found, directory.names),
			once('documents', readDocuments),
		]);
		const consequence = 'Quotations, invoices and contracts are left empty';
		const all = shown(read, null, connection, consequence);
		const items = found.map((person, index) =>
			personItem(person.record, {
				matchedBy: parameters.by,
				deals: deals[index],
				documents: all && documentsOf(person, all),
				unclear: matching.length > 1,
				companyProfileId: connection.profileId ?? null,
			}),
		);
		return [...outputs(items), ...leftOut(call, matching.length - found.length)];
	},
});

interface FoundPerson {
	matchedBy: LookUpBy;
	/** Null if they could not be read, like documents. */
	deals: IDataObject[] | null;
	/** As the service sends them. */
	documents: readonly IDataObject[] | null;
	/** Whether others match as well. */
	unclear: boolean;
	companyProfileId: string | null;
}

/** @param record As the service sends it. */
export function personItem(record: IDataObject, found: FoundPerson): IDataObject {
	const { name, email, phone, contactDetails, ...person } = contactPersonItem(record);
	return {
		...{ found: true, name, email, phone, matchedBy: found.matchedBy, contactDetails },
		deals: found.deals,
		...documentFields(found.documents),
		unclear: found.unclear,
		contactPersonId: person.contactPersonId,
		requestIds: person.requestIds,
		companyProfileId: person.companyProfileId ?? found.companyProfileId,
	};
}

/** Undefined if it can be compared. @throws UserError for an empty text. */
function whyNotComparable(key: LookUpBy, text: string): string | undefined {
	if (text === '') {
		throw new UserError(
			`'${value.displayName}' is empty for this item`,
			'Fill it in, or filter out such items before this node.',
		);
	}
	if (key === 'quotationNumber' || key === 'requestId') return undefined;
	return searchedValues(key, text).length === 0
		? `${quoted(text)} is not ${NEEDED[key]}`
		: undefined;
}

/** By the last update of the person, because requests have no time of their own. */
const newestFirst = (one: Person, other: Person): number => updatedAt(other) - updatedAt(one);

const updatedAt = ({ record }: Person): number => serviceTimeMs(record.updated_timestamp) || 0;

function leftOut({ connection }: Pick<Call<unknown>, 'connection'>, more: number): Outputs {
	if (more <= 0) return [];
	warn(
		connection,
		`${counted(more)} more people match: the ${MAX_PEOPLE} updated last are shown. Enter something more exact.`,
	);
	return [{ leftOut: more }];
}

const TYPES = { quotations: 'QUOTATION', invoices: 'INVOICE', contracts: 'CONTRACT' };

/** Newest first. @param all Null if they could not be read. */
function documentFields(all: readonly IDataObject[] | null): IDataObject {
	const items = all?.flatMap<IDataObject>((row) => summaryItem(row, Date.now()) ?? []);
	const sorted = items?.sort((a, b) => textOf(b.createdAt).localeCompare(textOf(a.createdAt)));
	return Object.fromEntries(
		Object.entries(TYPES).map(([key, type]) => {
			const own = sorted?.filter(({ documentType = 'QUOTATION' }) => documentType === type);
			return [key, own?.map(documentOfPerson) ?? null];
		}),
	);
}

const documentOfPerson = ({ number, status, total, currency, createdAt, ...ids }: IDataObject) => {
	const { quotationId, documentId } = ids;
	const id = quotationId === undefined ? { documentId } : { quotationId };
	return { number, status, total, currency, createdAt, ...id };
};

const NOUNS: Record<LookUpBy, string> = {
	phone: 'phone number',
	email: 'email address',
	name: 'name',
	quotationNumber: 'quotation number',
	requestId: 'request ID',
};

/** @throws UserError if the user chose an error. */
function notFound(
	{ parameters: { by: key, ifNotFound: choice } }: Call<{ by: LookUpBy; ifNotFound: string }>,
	text: string,
	reason = '',
): Outputs {
	if (choice === 'nothing') return [];
	if (choice === 'item') return outputs([{ ...NO_PERSON, ...(reason && { reason }) }]);
	throw new UserError(
		`No contact person has the ${NOUNS[key]} ${quoted(text)}`,
		`${reason} Choose 'Return an Item' in 'If Not Found' to branch on it instead.`.trim(),
	);
}

const NO_PERSON: IDataObject = {
	...{ found: false, name: null, email: null, phone: null, matchedBy: null },
	...{ contactDetails: null, deals: null, quotations: null, invoices: null, contracts: null },
	...{ unclear: false, contactPersonId: null, requestIds: null, companyProfileId: null },
};
