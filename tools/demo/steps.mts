import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { until, type Execution } from '../n8n/rest.mts';
import { AUDIENCE_ID } from '../sandbox/identities.mts';
import { EXAMPLES, type Stage } from './stage.mts';

/** Sends the CSV file to the form of the contacts workflow, as a browser does. */
export async function createContacts(demo: Stage): Promise<void> {
	const { rest, say } = demo;
	const { id, file } = demo.workflow('create-contacts-from-csv');
	const before = (await demo.state()).contacts;
	await rest.activate(id);
	const form = new FormData();
	const csv = await readFile(join(EXAMPLES, 'contacts.csv'));
	form.set('field-0', new Blob([csv], { type: 'text/csv' }), 'contacts.csv');
	form.set('field-1', AUDIENCE_ID);
	form.set('field-2', 'Import');
	const { webhookId } = file.nodes.find(({ name }) => name === 'Upload')!;
	const sent = await fetch(`${rest.url}/form/${webhookId}`, { method: 'POST', body: form });
	if (!sent.ok) throw new Error(`the form answered ${sent.status}: ${await sent.text()}`);
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
	const executionId = new URL(formWaitingUrl).pathname.split('/').at(-1)!;
	await until('the import', 60_000, async () => {
		const { status } = await rest.getExecution(executionId);
		return status === 'waiting' ? status : undefined;
	});
	// The page that the form goes on to says what became of the rows; once open, it ends the execution.
	await fetch(formWaitingUrl);
	await fetch(formWaitingUrl, { method: 'POST' });
	const execution = await rest.executionEnded(executionId);
	const [report] = itemsOf(execution, 'Import contacts');
	const after = (await demo.state()).contacts;
	if (report?.created !== after - before) {
		throw new Error(String(report?.error ?? `${after - before} contacts: ${report?.summary}`));
	}
	say(csv.toString('utf8').trim());
	say(`${report.summary} The CRM had ${before} contacts, and now has ${after}.`);
}

/** Publishes the trigger workflow, moves a deal and prints the event that was received. */
export async function watchDeals(demo: Stage): Promise<void> {
	const { rest, say, sandbox } = demo;
	const { id } = demo.workflow('deal-status-changes');
	demo.registered.add(id);
	await rest.activate(id);
	const { subscriptions, deals, statuses } = await demo.state();
	if (subscriptions.length !== 1) throw new Error(`${subscriptions.length} webhooks were created`);
	say(`the workflow is published; the CRM will call ${subscriptions[0].url}`);

	const deal = deals[0];
	const target = statuses.find(
		(status: { id: string; backlog_id: string }) =>
			status.backlog_id === deal.backlogId && status.id !== deal.statusId,
	);
	say(`moving "${deal.summary}" from ${deal.statusLabel} to ${target.label} …`);
	await sandbox.moveDeal(deal.id, target.id);
	const [execution] = await rest.executionsEnded(id);
	const [event] = itemsOf(execution!, 'Deal changed status');
	if (event?.dealId !== deal.id || event.status !== target.label) {
		throw new Error(`an unexpected event was received: ${JSON.stringify(event)}`);
	}
	say(JSON.stringify(event, null, 2));
	say(`message: ${itemsOf(execution!, 'Message')[0]?.message}`);
}

/** Publishes the workflow for new leads, lets one come in and prints what is handed on. */
export async function hearOfLead(demo: Stage): Promise<void> {
	const { rest, say, sandbox } = demo;
	const { id } = demo.workflow('new-lead');
	demo.registered.add(id);
	await rest.activate(id);
	const [lead] = sandbox.world.profile().leads;
	say(`a form is filled in; the new lead is "${lead!.summary}" …`);
	await sandbox.send({ name: 'CRM_BACKLOG_ITEM_CREATED', about: lead!.id });
	const [execution] = await rest.executionsEnded(id);
	const [contact] = itemsOf(execution!, 'Contact');
	if (contact?.externalId !== lead!.id) {
		throw new Error(`an unexpected lead was received: ${JSON.stringify(contact)}`);
	}
	say(JSON.stringify(contact, null, 2));
}

function itemsOf(execution: Execution, node: string): Array<Record<string, unknown>> {
	if (execution.status !== 'success') {
		const { message, description } = execution.error ?? {};
		throw new Error(`the workflow ended as ${execution.status}: ${message} ${description ?? ''}`);
	}
	return execution.items(node).map(({ json }) => json);
}
