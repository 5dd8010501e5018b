import type { IHookFunctions } from 'n8n-workflow';

import { deleteWebhook, ensureWebhookDeleted } from '../api/webhooks';
import type { Connection } from '../transport/connection';
import { retryDuringPublication } from './publication';
import { triggerConnection } from './settings';
import { accountMark, loadState, type OwnWebhook, type SavedState, saveState } from './state';

/** A trigger while n8n publishes or unpublishes it: the service, and what is saved of its webhooks. */
export interface OpenTrigger {
	context: IHookFunctions;
	/** If nobody entered a profile, with the one that the account was found to have when it registered. */
	connection: Connection;
	enteredProfileId: string | undefined;
	/** See `accountMark`. */
	account: string;
	state: SavedState;
}

/** One attempt, because `retryDuringPublication` and n8n repeat it. */
export const ONE_ATTEMPT = { maxAttempts: 1, timeoutMs: 5_000 };

export async function openTrigger(
	context: IHookFunctions,
	state = loadState(context),
): Promise<OpenTrigger> {
	const connection = await triggerConnection(context, ONE_ATTEMPT);
	const { profileId: enteredProfileId } = connection;
	const account = accountMark(state.endpoint, connection.account);
	const { registration } = state;
	const trigger = { context, connection, enteredProfileId, account, state };
	if (enteredProfileId || registration?.account !== account) return trigger;
	const { profileId } = registration;
	const onProfileDenied = () => {
		state.registration = { ...registration, profileId: undefined };
		saveState(context, state);
	};
	return { ...trigger, connection: { ...connection, profileId, onProfileDenied } };
}

/** Whether it was created by the account that signs in now. An OAuth2 account may be somebody else's meanwhile. */
export const isOfAccount = ({ connection, account }: OpenTrigger, webhook: OwnWebhook): boolean =>
	webhook.account === account && connection.account.namesUser;

/**
 * Another account may be refused, or answered that there is no such webhook, although it exists; then the log names it.
 * @throws ServiceError if the webhook may still exist.
 */
export async function removeWebhook(trigger: OpenTrigger, webhook: OwnWebhook): Promise<void> {
	const { context, connection, state } = trigger;
	const { id } = webhook;
	const isOurs = isOfAccount(trigger, webhook);
	const remove = async () => {
		await (isOurs ? ensureWebhookDeleted(connection, id) : deleteWebhook(connection, id));
	};
	await retryDuringPublication(state.endpoint, remove, { isRemoval: true }).catch((error) => {
		if (isOurs || error.isTemporary) throw error;
		const words = `webhook ${id} was created with another account: delete it in your Sales CRM`;
		logWarning(context, `${words} (${error.message})`);
	});
}

export function logWarning({ logger }: IHookFunctions, words: string): void {
	logger.warn(`Sales CRM Trigger: ${words}`);
}
