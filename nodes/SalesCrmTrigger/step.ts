import type { IHookFunctions } from 'n8n-workflow';

import { deleteWebhook, ensureWebhookDeleted } from '../api/webhooks';
import type { Connection } from '../transport/connection';
import { retryDuringPublication } from './publication';
import { triggerConnection } from './settings';
import { accountMark, type KnownState, loadState, type OwnWebhook, saveState } from './state';

/** One step of a publication: what n8n asks of the trigger, with the service and what is known of our webhooks. */
export interface Step {
	context: IHookFunctions;
	/** As entered. */
	entered: Connection;
	/** With the profile that the account was found to have when it registered. */
	connection: Connection;
	/** See `accountMark`. */
	account: string;
	known: KnownState;
}

/** One attempt, because `retryDuringPublication` and n8n repeat it. */
export const ONE_ATTEMPT = { maxAttempts: 1, timeoutMs: 5_000 };

export async function openStep(context: IHookFunctions, known = loadState(context)): Promise<Step> {
	const entered = await triggerConnection(context, ONE_ATTEMPT);
	const account = accountMark(known.endpoint, entered.account);
	const { registration } = known;
	const isFound = !entered.profileId && registration?.account === account;
	const connection = isFound ? { ...entered, profileId: registration.profileId } : entered;
	const onProfileDenied = () => {
		if (!isFound) return;
		known.registration = { ...registration, profileId: undefined };
		saveState(context, known);
	};
	return { context, entered, connection: { ...connection, onProfileDenied }, account, known };
}

/** Whether it was created by the account that signs in now. An OAuth2 account may be somebody else's meanwhile. */
export const isOfAccount = ({ entered, account }: Step, webhook: OwnWebhook): boolean =>
	webhook.account === account && entered.account.namesUser;

/**
 * Another account may be refused, or answered that there is no such webhook, although it exists; then the log names it.
 * @throws ServiceError if the webhook may still exist.
 */
export async function removeWebhook(step: Step, webhook: OwnWebhook): Promise<void> {
	const { context, connection, known } = step;
	const { id } = webhook;
	const isOurs = isOfAccount(step, webhook);
	const remove = async () => {
		await (isOurs ? ensureWebhookDeleted(connection, id) : deleteWebhook(connection, id));
	};
	await retryDuringPublication(known.endpoint, remove, { isRemoval: true }).catch((error) => {
		if (isOurs || error.isTemporary) throw error;
		const words = `webhook ${id} was created with another account: delete it in your Sales CRM`;
		logWarning(context, `${words} (${error.message})`);
	});
}

export function logWarning({ logger }: IHookFunctions, words: string): void {
	logger.warn(`Sales CRM Trigger: ${words}`);
}
