import type { IDataObject } from 'n8n-workflow';

import { contactBody, createContact } from '../../../service/api/contacts';
import type { NewContact } from '../../../service/api/types';
import type { Connection } from '../../../service/http/connection';
import { Failure } from '../../../values/failure';
import { toUuid } from '../../../values/identifiers';
import { isObject } from '../../../values/json';
import { readMoment } from '../../../values/moments';
import { textOf } from '../../../values/text';
import { chosenOption } from '../../operation/fields';
import type { Call } from '../../operation/operation';
import { extraColumns } from './fields';
import { type ExtraColumns, type Mapping, personalInfos } from './personalInfos';

/** What is read of an input item to create a contact from. */
export interface NewContactParameters {
	audienceId: string;
	contactType: string;
	personalInfos: IDataObject;
	timestamp: unknown;
	options: { extraColumns?: unknown };
}

/** A contact before it is sent. */
export interface Draft extends Omit<NewContact, 'timestamp'> {
	/** Undefined for the moment of sending. */
	timestamp: number | undefined;
	/** Columns that hold something and were not recognized. */
	unknownColumns: string[];
	/** What becomes of them. */
	extraColumns: ExtraColumns;
}

/** @throws Failure for what cannot be sent. */
export function readDraft({ parameters, item, zone }: Call<NewContactParameters>): Draft {
	const unknownColumns: string[] = [];
	const wanted = parameters.options.extraColumns ?? extraColumns.default;
	const chosen = chosenOption(wanted, extraColumns);
	const moment = readMoment(parameters.timestamp, 'Timestamp', zone);
	return {
		audienceId: toUuid(parameters.audienceId, 'Audience ID'),
		contactType: contactType(parameters.contactType),
		timestamp: moment === undefined ? undefined : thirteenDigits(moment),
		personalInfos: personalInfos(
			parameters.personalInfos as unknown as Mapping,
			item.json,
			chosen,
			(column) => unknownColumns.push(column),
		),
		unknownColumns,
		extraColumns: chosen,
	};
}

/**
 * Moments of sending, each of which is given out once: by its moment a contact can be recognized
 * afterwards.
 */
export class Moments {
	private last = 0;

	next(): number {
		this.last = Math.max(Date.now(), this.last + 1);
		return this.last;
	}
}

export const contactOf = (draft: Draft, moment: () => number): NewContact => ({
	audienceId: draft.audienceId,
	contactType: draft.contactType,
	timestamp: draft.timestamp ?? moment(),
	personalInfos: draft.personalInfos,
});

/** Creates a contact. The response is not shown: when it says nothing, what was sent stands in for it. */
export async function sendContact(crm: Connection, contact: NewContact): Promise<IDataObject> {
	const answer = await createContact(crm, contact);
	if (isObject(answer) && Object.keys(answer).length > 0) return answer;
	const sent: IDataObject = { contact: contactBody(contact, crm.profileId) };
	return answer === undefined ? sent : { ...sent, response: answer as string };
}

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
