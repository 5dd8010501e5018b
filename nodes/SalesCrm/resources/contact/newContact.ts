import type { IDataObject } from 'n8n-workflow';

import type { NewContact, PersonalInfo } from '../../../api/types';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import { readMoment } from '../../../utils/dates';
import { textOf } from '../../../utils/text';
import type { Call } from '../../execution/operation';
import { contactType } from './fields';

/** What is read of an input item to create a contact from. */
export interface NewContactParameters {
	audienceId: string;
	personalInfos: IDataObject;
	options: { contactType?: unknown; extraColumns?: unknown; timestamp?: unknown };
}

/** A contact before it is sent. */
export interface Draft extends Omit<NewContact, 'timestamp'> {
	/** Undefined for the moment of sending. */
	timestamp: number | undefined;
}

/** @throws UserError for what cannot be sent. */
export function draftOf(
	{ parameters: { audienceId, options }, zone }: Call<NewContactParameters>,
	personalInfos: PersonalInfo[],
): Draft {
	const moment = readMoment(options.timestamp, 'Timestamp', zone);
	return {
		audienceId: toUuid(audienceId, 'Audience ID'),
		contactType: chosenType(options.contactType ?? contactType.default),
		timestamp: moment === undefined ? undefined : thirteenDigits(moment),
		personalInfos,
	};
}

function chosenType(value: unknown): string {
	const text = textOf(value).trim();
	if (text !== '') return text;
	throw new UserError("'Contact Type' is empty", 'Enter a kind of contact, such as CONSUMER.');
}

/** The service takes 13-digit milliseconds (interface.md, "Contact"): from September 2001 on. */
function thirteenDigits(ms: number): number {
	if (ms >= 1e12 && ms < 1e13) return ms;
	throw new UserError(
		"'Timestamp' is out of range",
		'The service takes moments from 9 September 2001 to November 2286.',
	);
}
