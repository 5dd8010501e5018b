import type { IHookFunctions } from 'n8n-workflow';

import type { Connection } from '../service/http/connection';
import { Failure } from '../values/failure';
import { quoted } from '../values/text';
import { reachOf } from './reach';
import { chosenName, wantedEvents } from './settings';

/** What a webhook is registered with. */
export interface Settings {
	/** The base URL of the service. */
	service: string;
	/** The address that the service is to call. */
	address: string;
	name: string;
	events: string[];
	/**
	 * What else a registration is made for, so that a change is noticed. The name counts only where
	 * a person chose one: a workflow that was renamed keeps its webhook.
	 */
	registeredFor: string;
}

/** @throws Failure when n8n gives this node no address. */
export function settingsOf(context: IHookFunctions, crm: Connection): Settings {
	const address = context.getNodeWebhookUrl('default');
	if (!address) throw new Failure('This workflow has no webhook address', 'Report this to n8n.');
	const chosen = chosenName(context);
	const events = wantedEvents(context);
	return {
		service: crm.baseUrl,
		address,
		name: chosen || `n8n: ${context.getWorkflow().name ?? 'workflow'}`,
		events,
		registeredFor: [crm.profileId ?? '', chosen, ...events.slice().sort()].join(' | '),
	};
}

/**
 * The same, of which it is certain that a webhook can do what it is registered for.
 * @throws Failure when no event is chosen, or when the service could never reach the address.
 */
export function checkedSettings(context: IHookFunctions, crm: Connection): Settings {
	const settings = settingsOf(context, crm);
	if (settings.events.length === 0) {
		throw new Failure(
			'No event is chosen',
			"Choose one in 'Events', or name one in 'Additional Events': the trigger would never start the workflow.",
		);
	}
	if (reachOf(settings.service) !== 'own') checkReach(context, settings.address);
	return settings;
}

function checkReach(context: IHookFunctions, address: string): void {
	const reach = reachOf(address);
	const shown = quoted(new URL(address).origin);
	if (reach === 'own') {
		throw new Failure(
			"The Sales CRM cannot reach this n8n: the webhook address is this machine's own",
			`It is at ${shown}. Set n8n's environment variable WEBHOOK_URL to the address under which the Sales CRM reaches it, or use the node 'Sales CRM History Trigger', which needs none.`,
		);
	}
	if (reach === 'private') {
		context.logger.warn(
			`Sales CRM Trigger: the webhook address ${shown} is of a private network. If no events arrive, set WEBHOOK_URL, or use the node 'Sales CRM History Trigger'`,
		);
	}
}
