import type { IDataObject } from 'n8n-workflow';

import type { Kind } from './keys';

/** What an item of an import says beside what was, or would be, sent. */

export type Outcome = 'created' | 'existing' | 'duplicate' | 'foundAfterwards' | 'wouldCreate';

/** Why a row was not sent. */
export interface Reason {
	outcome: 'existing' | 'duplicate';
	contactId: string | null;
	matchedBy: Kind;
	/** The earlier row that a double stands for, counted from 0. */
	firstItem: number | null;
}

/** The service's answer with the outcome; what the service itself calls so goes under `response`. */
export function createdItem(answer: IDataObject): IDataObject {
	const outcome: Outcome = 'created';
	if (!Object.hasOwn(answer, 'outcome')) return { outcome, ...answer };
	const { outcome: theirs, response, ...others } = answer;
	return {
		outcome,
		...others,
		response: { outcome: theirs, ...(response !== undefined && { response }) },
	};
}

/** @param warnings Only of a dry run. */
export const skippedItem = (
	reason: Reason,
	body: IDataObject,
	warnings: string[] | undefined,
): IDataObject => ({
	outcome: reason.outcome,
	contactId: reason.contactId,
	matchedBy: reason.matchedBy,
	firstItem: reason.firstItem,
	...(warnings && { warnings }),
	contact: body,
});

export const dryItem = (body: IDataObject, warnings: string[]): IDataObject => ({
	outcome: 'wouldCreate' satisfies Outcome,
	warnings,
	contact: body,
});

export const foundItem = (contactId: string | null, body: IDataObject): IDataObject => ({
	outcome: 'foundAfterwards' satisfies Outcome,
	contactId,
	contact: body,
});
