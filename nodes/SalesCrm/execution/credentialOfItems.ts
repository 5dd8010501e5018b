import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { forEachConcurrent } from '../../transport/waiting';
import { UserError } from '../../utils/userError';

/** Each read of a credential is a query to n8n's database. */
const CONCURRENT_READS = 20;

/** Fields that n8n itself may change at any time. */
const WRITTEN_BY_N8N = ['oauthTokenData', 'sessionKey'];

/**
 * n8n evaluates the expressions of a credential for the first item, and signs all requests with the result (n8n-core,
 * `httpRequestWithAuthentication`), so rows of one customer could go to another.
 * @throws UserError if the credential is not the same for all items.
 */
export async function checkCredentialOfItems(
	context: IExecuteFunctions,
	type: string,
): Promise<void> {
	const { length } = context.getInputData();
	if (length < 2) return;
	const enteredFor = async (itemIndex: number) =>
		enteredFields(await context.getCredentials(type, itemIndex));
	// No item has this index, so n8n throws if an expression depends on the item.
	const dependsOnItem = await enteredFor(length).then(
		() => false,
		() => true,
	);
	if (!dependsOnItem) return;
	const ofFirst = await enteredFor(0);
	let firstDifferent = Infinity;
	await forEachConcurrent(context.getInputData(), CONCURRENT_READS, async (_item, itemIndex) => {
		if ((await enteredFor(itemIndex)) !== ofFirst)
			firstDifferent = Math.min(firstDifferent, itemIndex);
		return firstDifferent === Infinity;
	});
	if (firstDifferent < length) throw differentValues(firstDifferent);
}

const enteredFields = (credential: ICredentialDataDecryptedObject): string =>
	JSON.stringify(Object.entries(credential).filter(([field]) => !WRITTEN_BY_N8N.includes(field)));

const differentValues = (itemIndex: number) =>
	new UserError(
		'The credential has an expression with different values for different items',
		`Nothing was sent. n8n reads a credential for the first item only, so all items would go to the customer of that item, but item ${itemIndex} (counted from 0) belongs to another. Send the items of one customer at a time (Loop Over Items, or a sub-workflow for each), or use the option 'Company Profile ID', which may be an expression.`,
	);
