import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { until, type Execution } from '../n8n/rest.mts';
import { AUDIENCE_ID } from '../sandbox/identities.mts';
import type { Deal, Quotation } from '../sandbox/world/shapes.mts';
import { EXAMPLES, type Stage } from './stage.mts';

/** Where the demo's deal waits for the customer, and where it goes; `move-accepted-deals` names the same two. */
const WAITING = 'Offerte verstuurd';
export const WON = 'Gewonnen';

/** Sends a CSV file to the form, reads the report of the dry run, and approves it. */
export async function importFile(demo: Stage): Promise<void> {
	const { rest, say } = demo;
	const { id, file } = demo.workflow('approved-import');
	await rest.activate(id);
	const csv = await readFile(join(EXAMPLES, 'contacts.csv'));
	say(csv.toString('utf8').trim());
	const { webhookId } = file.nodes.find(({ name }) => name === 'Upload')!;
	const upload = { 'field-0': new Blob([csv], { type: 'text/csv' }), 'field-1': AUDIENCE_ID };
	const sent = await post(`${rest.url}/form/${webhookId}`, upload);
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
	const executionId = new URL(formWaitingUrl).pathname.split('/').at(-1)!;
	const pageAt = async (node: string) =>
		await until(`the page ${node}`, 60_000, async () => {
			const execution = await rest.getExecution(executionId);
			const isThere = execution.resultData.lastNodeExecuted === node;
			return execution.status === 'waiting' && isThere ? execution : undefined;
		});

	const before = (await demo.state()).contacts;
	const [dryRun] = (await pageAt('Report')).items('Dry run');
	say(`the report says: ${dryRun!.json.summary ?? dryRun!.json.error}`);
	say('the team lead chooses Approve …');
	await post(formWaitingUrl, { 'field-1': 'Approve' });
	await pageAt('Last page');
	await fetch(formWaitingUrl);
	await fetch(formWaitingUrl, { method: 'POST' });
	const [report] = itemsOf(await rest.executionEnded(executionId), 'Import contacts');
	const after = (await demo.state()).contacts;
	if (!report?.created || report.created !== after - before) {
		throw new Error(String(report?.error ?? `${after - before} contacts: ${report?.summary}`));
	}
	say(`${report.summary} The CRM had ${before} contacts, and now has ${after}.`);
}

/** Publishes the workflow that sends the colleague a message when a deal is won. */
export async function tellColleague(demo: Stage): Promise<void> {
	const { rest, say } = demo;
	const { id, file } = demo.workflow('deal-status-changes');
	const trigger = file.nodes.find(({ name }) => name === 'Deal entered a status')!;
	trigger.parameters!.filters = { toStatusIds: [WON] };
	await rest.updateWorkflow(id, { nodes: file.nodes });
	demo.registered.add(id);
	await rest.activate(id);
	const [subscription] = (await demo.state()).subscriptions;
	if (!subscription) throw new Error('no webhook was created');
	say(`a message is made of each deal that enters "${WON}"; the CRM will call ${subscription.url}`);
}

/** A deal waits for its customer, who accepts the quotation. */
export async function acceptQuotation(demo: Stage): Promise<void> {
	const { say, sandbox } = demo;
	const { deal, quotation } = await waitingDeal(demo);
	say(`"${deal.summary}" is in "${WAITING}", with quotation ${quotation.number}`);
	quotation.status = 'ACCEPTED';
	const metadata = { document_status: 'ACCEPTED', old_document_status: 'SENT' };
	await sandbox.send({ name: 'DOCUMENT_STATUS_UPDATED', about: quotation.id, metadata });
	const { first, last } = deal.person;
	say(`${first} ${last} accepts it; nobody moves the deal`);
	demo.deal = deal;
}

/** Runs the workflow that moves such deals every half hour, and prints the message that comes of it. */
export async function moveDeal(demo: Stage): Promise<void> {
	const { rest, say, deal } = demo;
	const { id } = demo.workflow('move-accepted-deals');
	const moved = itemsOf(await rest.runManually(id, 'Every half hour'), 'Move the deal');
	const own = moved.find(({ dealId }) => dealId === deal!.id);
	if (own?.status !== WON) throw new Error(`the deal was not moved: ${JSON.stringify(moved)}`);
	say(`the workflow finds it and moves it from "${own.previousStatus}" to "${own.status}"`);
	const { id: messages } = demo.workflow('deal-status-changes');
	const message = await until('the message', 30_000, async () =>
		(await rest.executionsEnded(messages))
			.flatMap((execution) => itemsOf(execution, 'Send your message'))
			.find(({ message }) => String(message).startsWith(deal!.summary)),
	);
	say(`the colleague reads:\n\n  ${message.message}\n`);
}

/** A deal that waits for its customer, with a quotation of its own. */
async function waitingDeal({ sandbox }: Stage): Promise<{ deal: Deal; quotation: Quotation }> {
	const profile = sandbox.world.profile();
	const status = profile.statuses.find(({ label }) => label === WAITING)!;
	const deal = profile.deals.find(
		({ backlogId, person, value }) =>
			backlogId === status.backlog_id && person.phone && value !== null,
	)!;
	if (deal.statusId !== status.id) await sandbox.moveDeal(deal.id, status.id);
	deal.labels = deal.labels.filter(({ type }) => type === 'ITEM_ACTIVE');
	const [quotation] = profile.quotations;
	for (const [id, request] of profile.requests) {
		if (request === deal.leadConfigurationId) profile.requests.delete(id);
	}
	profile.requests.set(quotation!.id, deal.leadConfigurationId);
	quotation!.status = 'SENT';
	return { deal, quotation: quotation! };
}

/** Sends a form as a browser does. */
async function post(url: string, fields: Record<string, string | Blob>): Promise<Response> {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		if (typeof value === 'string') body.set(name, value);
		else body.set(name, value, 'contacts.csv');
	}
	const sent = await fetch(url, { method: 'POST', body });
	if (!sent.ok) throw new Error(`the form answered ${sent.status}: ${await sent.text()}`);
	return sent;
}

function itemsOf(execution: Execution, node: string): Array<Record<string, unknown>> {
	if (execution.status !== 'success') {
		const { message, description } = execution.error ?? {};
		throw new Error(`the workflow ended as ${execution.status}: ${message} ${description ?? ''}`);
	}
	return execution.items(node).map(({ json }) => json);
}
