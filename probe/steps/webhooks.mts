import type { Asker } from '../asker.mts';
import { type Field, fieldsOf } from '../examine/fields.ts';
import { isTaken, rowsOf } from '../examine/reply.ts';
import { type Webhooks, webhooksOf } from '../examine/webhooks.ts';

export interface WebhookFindings {
	list?: Webhooks;
	fields: Field[];
	/** Whether an API token gets the list only when it names its profile. */
	needsProfile?: boolean;
}

export async function webhooks(asker: Asker, profile?: string): Promise<WebhookFindings> {
	const { scheme } = asker.connection;
	const named =
		profile && (await asker.ask('listSubscriptions', { query: { profile_id: profile } }));
	const bare = scheme === 'apiToken' ? await asker.askWrongly('listSubscriptions', {}) : undefined;
	const rows = rowsOf(named || bare, 'subscriptions');
	const told = bare && (isTaken(bare) || (named && isTaken(named)));
	return {
		list: rows && webhooksOf(rows),
		fields: fieldsOf(rows ?? [], asker.naming),
		needsProfile: told ? !isTaken(bare) : undefined,
	};
}
