import type { IDataObject } from 'n8n-workflow';

import { personNames, readContactPersons } from '../../../api/contactPersons';
import { ownerOf, readDocuments } from '../../../api/quotationCustomers';
import { typeOfDocument } from '../../../api/quotationItem';
import { needed, type Source } from '../../../api/source';
import { keysOf } from '../../../contacts/keys';
import { PeopleIndex, searchedValues } from '../../../contacts/peopleIndex';
import { wordsIn } from '../../../contacts/personName';
import type { Connection } from '../../../transport/connection';
import { inPieces } from '../../../transport/waiting';
import { pushTo, recordOf } from '../../../utils/lists';
import { textOf } from '../../../utils/text';

/** A contact person, as the service sends it. IDs are in lower case. */
export interface Person {
	readonly record: IDataObject;
	readonly id: string;
	readonly requestIds: ReadonlySet<string>;
}

export interface People {
	readonly index: PeopleIndex<Person>;
	readonly byId: ReadonlyMap<string, Person>;
	readonly byRequest: ReadonlyMap<string, readonly Person[]>;
}

/** @param connection With its profile. @throws ServiceError if they cannot be read. */
export async function readPeople(connection: Connection): Promise<People> {
	const source = await readContactPersons(connection);
	const records = needed(source, 'Nobody can be looked up');
	const index = new PeopleIndex<Person>();
	const byId = new Map<string, Person>();
	const byRequest = new Map<string, Person[]>();
	for await (const record of inPieces(records, connection.signal)) {
		const person = personOf(record);
		const { name, email, phone } = personNames(record);
		const values = { 'E-mailadres': [email ?? ''], Telefoonnummer: [phone ?? ''] };
		index.add(keysOf(values), [name ?? ''], person);
		byId.set(person.id, person);
		for (const id of person.requestIds) pushTo(byRequest, id, person);
	}
	return { index, byId, byRequest };
}

function personOf(record: IDataObject): Person {
	const subjects = Array.isArray(record.item_subjects) ? record.item_subjects : [];
	const ids = subjects.map((one) => textOf(Object(one).id).toLowerCase());
	return { record, id: textOf(record.id).toLowerCase(), requestIds: new Set(ids.filter(Boolean)) };
}

/** Rows of the overview of documents by whom they are for. */
export interface Documents {
	readonly byPerson: ReadonlyMap<string, readonly IDataObject[]>;
	/** Of those that name no person. */
	readonly byRequest: ReadonlyMap<string, readonly IDataObject[]>;
	readonly quotationsByNumber: ReadonlyMap<string, readonly IDataObject[]>;
}

/** @param connection With its profile. */
export async function readDocumentsByPerson(connection: Connection): Promise<Source<Documents>> {
	const source = await readDocuments(connection);
	if (source.is !== 'read') return source;
	const byPerson = new Map<string, IDataObject[]>();
	const byRequest = new Map<string, IDataObject[]>();
	const quotationsByNumber = new Map<string, IDataObject[]>();
	for await (const row of inPieces(source.value, connection.signal)) {
		const { contactId, requestId } = ownerOf(row);
		const number = textOf(row.document_number);
		if (contactId) pushTo(byPerson, contactId.toLowerCase(), row);
		else if (requestId) pushTo(byRequest, requestId.toLowerCase(), row);
		if (number !== '' && typeOfDocument(row) === 'QUOTATION')
			pushTo(quotationsByNumber, plainNumber(number), row);
	}
	return { is: 'read', value: { byPerson, byRequest, quotationsByNumber } };
}

/** `#2026-0042` is `20260042`. */
const plainNumber = (number: string): string => wordsIn(number).join('');

export type LookUpBy = 'phone' | 'email' | 'name' | 'quotationNumber' | 'requestId';

/** Everybody who matches, once. @param documents Needed for the number of a quotation. */
export function peopleWith(
	by: LookUpBy,
	text: string,
	people: People,
	documents: Documents | undefined,
): Person[] {
	const ofRequest = (id: string | null) => recordOf(people.byRequest, id) ?? [];
	if (by === 'requestId') return [...ofRequest(text)];
	if (by !== 'quotationNumber') return people.index.find(by, searchedValues(by, text));
	const quotations = documents?.quotationsByNumber.get(plainNumber(text)) ?? [];
	const owners = quotations
		.map(ownerOf)
		.flatMap(
			({ contactId, requestId }) => recordOf(people.byId, contactId) ?? ofRequest(requestId),
		);
	return [...new Set(owners)];
}

export const documentsOf = (person: Person, { byPerson, byRequest }: Documents) => [
	...(byPerson.get(person.id) ?? []),
	...[...person.requestIds].flatMap((id) => byRequest.get(id) ?? []),
];
