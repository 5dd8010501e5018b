import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { inLine, type WorkflowNode } from '../../runtime/rest.mts';
import { API_TOKEN, AUDIENCE_ID, OAUTH_CLIENT, PROFILE_ID } from '../../sandbox/identities.mts';
import { connectOAuth2 } from '../../test/e2e/sign-in/support/connect.mts';
import type { Stage } from '../../test/e2e/support/stage.mts';

export const CONTACTS = 400;
export const QUOTATIONS = 200;

/** What goes on in n8n: one kind of work, done once; throws when anything but the right thing came of it. */
export type Work = Record<string, () => Promise<void>>;

/** Events to our trigger, lists with our node, by a service account and by OAuth2 whose sign-ins are short-lived. */
export async function ourWork(stage: Stage): Promise<Work> {
	const { rest, sandbox, crm } = stage;
	const { id, name } = await rest.createCredential('salesCrmOAuth2Api', 'Soak', {
		baseUrl: sandbox.url,
		companyProfileId: PROFILE_ID,
		authUrl: `${sandbox.url}/oidc/auth`,
		accessTokenUrl: `${sandbox.url}/oidc/token`,
		...OAUTH_CLIENT,
	});
	await connectOAuth2(rest, id);
	const oAuth2 = { salesCrmOAuth2Api: { id, name } };
	const all = { operation: 'getAll', returnAll: true };
	const contacts = crm('serviceAccount', { resource: 'contact', audienceId: AUDIENCE_ID, ...all });
	const quotations = { authentication: 'oAuth2', resource: 'quotation', ...all };
	await startBy(stage, stage.trigger('apiToken'));
	return {
		events: async () => {
			const { deals, statuses } = await stage.state();
			const any = <T,>(list: T[]) => list[Math.floor(Math.random() * list.length)]!;
			const { deliveries } = await sandbox.moveDeal(any<any>(deals).id, any<any>(statuses).id);
			if (deliveries.length !== 1 || deliveries[0]!.status !== 200) throw new Error('not taken');
		},
		contacts: await listing(stage, contacts, CONTACTS),
		quotations: await listing(
			stage,
			{ ...contacts, parameters: quotations, credentials: oAuth2 },
			QUOTATIONS,
		),
	};
}

/** As much of the same with n8n's own nodes alone, to know what grows without us. */
export async function n8nsWork(stage: Stage): Promise<Work> {
	const { rest, sandbox } = stage;
	const data = { name: 'X-Webhook-Secret', value: randomUUID() };
	const secret = await rest.createCredential('httpHeaderAuth', 'Secret', data);
	const token = { name: 'Authorization', value: `Bearer ${API_TOKEN}` };
	const bearer = await rest.createCredential('httpHeaderAuth', 'Token', token);
	const path = randomUUID();
	await startBy(stage, {
		...webhookNode(path, { authentication: 'headerAuth', responseMode: 'onReceived' }),
		credentials: { httpHeaderAuth: secret },
	});
	const { event } = await sandbox.moveDeal(...(await anyMove(stage)));
	const pages = (route: string, more = ''): WorkflowNode => ({
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials: { httpHeaderAuth: bearer },
		parameters: {
			url: `${sandbox.url}/api/v1/${route}?company_profile_id=${PROFILE_ID}${more}`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			options: {
				pagination: {
					pagination: {
						parameters: { parameters: [{ name: 'page', value: '={{ $pageCount }}' }] },
						paginationCompleteWhen: 'other',
						completeExpression: `={{ $response.body.${route}.length === 0 }}`,
					},
				},
			},
		},
	});
	return {
		events: async () => {
			const response = await fetch(`${rest.url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', [data.name]: data.value },
				body: JSON.stringify(event),
			});
			await response.text();
			if (response.status !== 200) throw new Error('not taken');
		},
		contacts: await listing(stage, pages('contacts', `&audience_id=${AUDIENCE_ID}`), CONTACTS),
		quotations: await listing(stage, pages('quotations'), QUOTATIONS),
	};
}

async function anyMove(stage: Stage): Promise<[string, string]> {
	const { deals, statuses } = await stage.state();
	return [deals[0].id, statuses[0].id];
}

/** A workflow that one call starts, and that answers with what the node gave out. */
async function listing(stage: Stage, node: WorkflowNode, count: number) {
	const path = randomUUID();
	const options = { responseMode: 'lastNode', responseData: 'allEntries' };
	await startBy(stage, webhookNode(path, options), node);
	return async () => {
		const response = await fetch(`${stage.rest.url}/webhook/${path}`, { method: 'POST' });
		const rows = (await response.json()) as Array<Record<string, unknown>>;
		// n8n's own node gives a page as an item.
		const found = Array.isArray(rows)
			? rows.flatMap((row) => row.contacts ?? row.quotations ?? [row]).length
			: JSON.stringify(rows);
		if (found !== count) throw new Error(`${found} rows in place of ${count}`);
	};
}

const webhookNode = (path: string, parameters: object): WorkflowNode => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { path, httpMethod: 'POST', options: {}, ...parameters },
});

async function startBy({ rest }: Stage, ...nodes: WorkflowNode[]): Promise<void> {
	const chain = nodes.length > 1 ? nodes : [...nodes, { name: 'End', type: 'n8n-nodes-base.noOp' }];
	const { id } = await rest.createWorkflow({
		name: `Soak ${randomUUID()}`,
		nodes: chain,
		connections: inLine(chain),
	});
	await rest.activate(id);
}

/** Does one kind of work again and again until told to stop. */
export async function keepDoing(
	work: () => Promise<void>,
	pauseMs: number,
	isOver: () => boolean,
	count: { done: number; failed: string[] },
): Promise<void> {
	while (!isOver()) {
		await work().then(
			() => count.done++,
			(error: Error) => count.failed.push(error.message),
		);
		await sleep(pauseMs);
	}
}
