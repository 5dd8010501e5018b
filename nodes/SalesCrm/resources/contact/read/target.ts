import type { NewContact } from '../../../../api/types';
import { audienceOf, checkProfileOfWrite, type Connection } from '../../../../transport/connection';
import { readMoment } from '../../../../utils/dates';
import { withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import type { Call } from '../../../execution/operation';
import { contactType } from '../fields';

/** Where a row goes, and as what: the same for all rows of a file. */
export interface Target extends Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Undefined for the time of sending. */
	readonly timestamp: number | undefined;
}

/** What is read of each input item by Create and Import alike. */
export interface TargetParameters {
	audienceId: string;
	options: { contactType?: unknown; extraColumns?: string; timestamp?: unknown };
}

/** @throws UserError */
export function targetOf({ connection, parameters, zone }: Call<TargetParameters>): Target {
	const { options } = parameters;
	checkProfileOfWrite(connection);
	const audienceId = audienceOf(connection, parameters.audienceId);
	const timestamp = readMoment(options.timestamp, 'Timestamp', zone);
	// The service takes 13 digits (operation `createContact`).
	if (timestamp !== undefined && !(timestamp >= 1e12 && timestamp < 1e13)) {
		throw new UserError(
			"'Timestamp' is out of range",
			'The Sales CRM accepts times from 9 September 2001 to November 2286.',
		);
	}
	const type = withoutInvisible(options.contactType) || contactType.default;
	return { connection, audienceId, contactType: type, timestamp };
}
