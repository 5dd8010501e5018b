import type { Search } from '../utils/search';
import { UserError } from '../utils/userError';
import type { Filters } from './filters';
import type { Deal } from './present';

/** A service as described shows neither customers nor results, so nothing would match, and an empty list would look right. */

/** @throws UserError for a filter on data that no deal has */
export function checkResults({ results }: Filters, deals: readonly Deal[]): void {
	const isUnlabelled = deals.length > 0 && deals.every(({ details }) => details.archived === null);
	if (results.length === 0 || !isUnlabelled) return;
	throw new UserError(
		"'Results' cannot be used: your Sales CRM does not show which deals were won or lost",
		'Remove this filter, or filter by status.',
	);
}

/**
 * @param entered The text that was searched for.
 * @param isFound Whether it occurs in a title.
 * @throws UserError if a phone number or an email address is not found because no deal shows any.
 */
export function checkSearch(
	entered: string,
	{ phones, words }: Search,
	deals: readonly Deal[],
	isFound: boolean,
	warn: (words: string) => void,
): void {
	const what = phones.length === 0 ? 'email' : 'phone';
	const isSearched = words.length + phones.length > 0;
	const isShown = deals.some(({ details }) => details[what] !== null);
	if (!isSearched || isShown || deals.length === 0) return;
	const lack = `your Sales CRM does not show ${what === 'email' ? 'email addresses' : 'phone numbers'} of deals`;
	const isOfCustomer = phones.length > 0 || entered.includes('@');
	if (isOfCustomer && !isFound) {
		throw new UserError(
			`The search found nothing in titles, and ${lack}`,
			'Search for a word of the title, or for the customer in your Sales CRM.',
		);
	}
	warn(`Only titles were searched: ${lack}`);
}
