import { Failure } from '../../../../values/failure';
import { ranges } from '../../../operation/account';
import type { Kind } from './keys';
import type { Reason } from './outcome';

/** What the kinds are called. */
export const WORD: Record<Kind, string> = { email: 'email address', phone: 'phone number' };

/**
 * The failure of a row that exists, where such rows are to fail. All is in the message: of the items
 * of "Continue" n8n keeps nothing else.
 */
export const existsFailure = (
	{ outcome, matchedBy, contactId, firstItem }: Reason,
	addition = '',
): Failure =>
	new Failure(
		outcome === 'existing'
			? `A contact with this ${WORD[matchedBy]} is in the audience already${contactId === null ? '' : `: ${contactId}`}`
			: `An earlier row has the same ${WORD[matchedBy]}: item ${firstItem}, counted from 0`,
		["Choose 'Skip' in 'If Contact Exists' to leave such rows out.", addition]
			.filter(Boolean)
			.join(' '),
	);

/** For the error of a run that stops before its first write. */
export const stoppedBefore = (failed: number[], all: number): string =>
	`Nothing was sent. Of ${all} items, counted from 0, ${failed.length} cannot be created (${ranges(failed)}).`;
