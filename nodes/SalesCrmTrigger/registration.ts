import type { IHookFunctions } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { UserError } from '../utils/userError';
import { quoted, textOf } from '../utils/text';
import { triggerOptions, wantedEvents } from './settings';

/**
 * What a webhook is registered with, and whether it could ever be called.
 *
 * 1. Another service, address, profile, event or chosen name makes another registration. The name counts only where a
 *    person chose one: a workflow that was renamed keeps its webhook.
 * 2. Without an event nothing is registered, nor at an address of this machine's own while the service is elsewhere.
 * 3. An address of a private network goes to the log, for the service may be inside it.
 */

export interface Registration {
	/** The base URL of the service. */
	service: string;
	/** The address that the service is to call. */
	address: string;
	name: string;
	events: string[];
	/** What else it is made for, so that a change is noticed (rule 1). */
	registeredFor: string;
}

/** @throws UserError when n8n gives this node no address. */
export function registrationOf(context: IHookFunctions, connection: Connection): Registration {
	const address = context.getNodeWebhookUrl('default');
	if (!address) throw new UserError('This workflow has no webhook address', 'Report this to n8n.');
	const chosen = textOf(triggerOptions(context).subscriptionName).trim();
	const events = wantedEvents(context);
	return {
		service: connection.baseUrl,
		address,
		name: chosen || `n8n: ${context.getWorkflow().name ?? 'workflow'}`,
		events,
		registeredFor: [connection.profileId ?? '', chosen, ...events.slice().sort()].join(' | '),
	};
}

/**
 * The same, of which it is certain that a webhook can do what it is registered for.
 * @throws UserError by rule 2.
 */
export function checkedRegistration(context: IHookFunctions, connection: Connection): Registration {
	const registration = registrationOf(context, connection);
	if (registration.events.length === 0) {
		throw new UserError(
			'No event is chosen',
			"Choose one in 'Events', or name one in 'Additional Events': the trigger would never start the workflow.",
		);
	}
	if (addressScope(registration.service) !== 'own') checkScope(context, registration.address);
	return registration;
}

function checkScope(context: IHookFunctions, address: string): void {
	const scope = addressScope(address);
	const shown = quoted(new URL(address).origin);
	if (scope === 'own') {
		throw new UserError(
			"The Sales CRM cannot reach this n8n: the webhook address is this machine's own",
			`It is at ${shown}. Set n8n's environment variable WEBHOOK_URL to the address under which the Sales CRM reaches it, or use the node 'Sales CRM History Trigger', which needs none.`,
		);
	}
	if (scope === 'private') {
		context.logger.warn(
			`Sales CRM Trigger: the webhook address ${shown} is of a private network. If no events arrive, set WEBHOOK_URL, or use the node 'Sales CRM History Trigger'`,
		);
	}
}

/** This machine's own, which nobody else reaches. */
const OWN = /^(localhost|(.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])\.?$/;

/** A name or number of a private network. */
const PRIVATE =
	/^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd].*\]|\[fe[89ab].*\]|[^.:]+|.+\.(local|internal|lan|home|intranet|private))$/;

type AddressScope = 'own' | 'private' | 'public';

/**
 * Where an address can be reached from, as far as its host tells.
 * @param address An http(s) address.
 */
function addressScope(address: string): AddressScope {
	const { hostname } = new URL(address);
	if (OWN.test(hostname)) return 'own';
	return PRIVATE.test(hostname) ? 'private' : 'public';
}
