import { ServiceError } from '../http/serviceError';
import type { Page } from './page';

/** What is told of a list: why it failed, or what is to be known of one that did not. */

const TURN_OFF =
	"The service seems to ignore which page is asked for. Turn off 'Return All', or raise 'Page Size' in the options.";

export const endless = (collected: number, pages: number): ServiceError =>
	new ServiceError(`The list does not end: ${collected} entries came on ${pages} pages`, TURN_OFF);

export const incomplete = (collected: number, total: number | undefined): ServiceError =>
	new ServiceError(
		`The list is incomplete: the service says there are ${total ?? 'more'} entries but handed out ${collected}`,
		"It sends the same page again whatever page is asked for. Raise 'Page Size' in the options so that one page holds everything.",
	);

/** @param number The page that stays empty, counted from 0. */
export function gap(number: number, { refused }: Page): ServiceError {
	const reason = refused
		? `${refused.message}. ${refused.description}`
		: 'It comes empty each time.';
	return new ServiceError(
		`The list has a gap: its page ${number + 1} holds nothing, though the one behind it does`,
		`${reason} Try again later, or choose another 'Page Size' in the options.`,
		{ status: refused?.status },
	);
}

export const shortfall = (collected: number, total: number | undefined): string =>
	`The service announced ${total ?? 'more'} entries but had only ${collected} to give. Entries may have been removed meanwhile, or be hidden from this account.`;

export const onePage = (collected: number): string =>
	`The service sends the same ${collected} entries whatever page is asked for: there may be more. Raise 'Page Size' in the options until fewer come than that.`;

export const CHANGED =
	'The list seems to have changed while it was read: entries that came or went meanwhile may not have been seen.';

export const sharedId = (id: unknown): string =>
	`The service sent different entries with the same id (the first of them: ${String(id)}). All are kept: they may be several entries, or one that changed while the list was read.`;
