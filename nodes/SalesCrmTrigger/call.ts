import type { IWebhookFunctions } from 'n8n-workflow';

import type { readSettings } from './settings';
import type { Subscriber } from './state';

/** One genuine call of the webhook. */
export interface Call {
	context: IWebhookFunctions;
	/** Who registered its webhook. */
	subscriber: Subscriber;
	settings: ReturnType<typeof readSettings>;
}
