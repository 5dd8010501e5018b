import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { UserError } from '../../utils/userError';

/** Each reading asks n8n's database: of more items some are drawn. */
const MAX_READ = 200;

/** What n8n itself writes into a credential, at any time. */
const WRITTEN_BY_N8N = ['oauthTokenData', 'sessionKey', 'sessionAccount'];

/**
 * Looks whether the credential of a run says the same for all items. n8n works out the expressions in
 * its fields for the first item alone, and signs all requests with that (n8n-core,
 * `httpRequestWithAuthentication`): rows of another customer would go to the first one.
 * @throws UserError where it says something else for another item.
 */
export async function checkCredentialOfItems(
	context: IExecuteFunctions,
	type: string,
): Promise<void> {
	const others = drawn(context.getInputData().length);
	if (others.length === 0) return;
	const ofFirst = enteredIn(await context.getCredentials(type, 0));
	const read = await Promise.all(
		others.map(async (itemIndex) => await context.getCredentials(type, itemIndex)),
	);
	const different = read.findIndex((one) => enteredIn(one) !== ofFirst);
	if (different !== -1) throw differs(others[different]);
}

/** Numbers of items but the first, in rising order: all of them, or some by chance. */
function drawn(itemCount: number): number[] {
	const left = Array.from({ length: Math.max(0, itemCount - 1) }, (_, n) => n + 1);
	if (left.length <= MAX_READ) return left;
	return Array.from({ length: MAX_READ }, () => {
		const at = Math.floor(Math.random() * left.length);
		return left.splice(at, 1)[0];
	});
}

const enteredIn = (credential: ICredentialDataDecryptedObject): string =>
	JSON.stringify(
		Object.entries(credential)
			.filter(([field]) => !WRITTEN_BY_N8N.includes(field))
			.sort(([a], [b]) => (a < b ? -1 : 1)),
	);

const differs = (itemIndex: number) =>
	new UserError(
		'The credential has an expression with different values for different items',
		`Nothing was sent. n8n reads a credential for the first item only, so all items would go to the customer of that item, but item ${itemIndex} (counted from 0) belongs to another. Send the items of one customer at a time (Loop Over Items, or a sub-workflow for each), or use the option 'Company Profile ID', which may be an expression.`,
	);
