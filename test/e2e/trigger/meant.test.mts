import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';

import {
	EMPTY_AUDIENCE_ID,
	PROFILE_ID,
	SECOND_API_TOKEN,
} from '../../../tools/sandbox/identities.mts';
import { until } from '../../../tools/n8n/executions.mts';
import type { Answer, WorkflowNode } from '../../../tools/n8n/rest.mts';
import { POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

const DAY = 86_400_000;

/** The triggers hear what was meant, as people set them up. */
withTriggers('what was meant', (stage) => {
	const profile = () => stage().sandbox.world.profile();
	/** Of the pipeline of the first deal, in its order. */
	const statuses = () =>
		profile().statuses.filter((one) => one.backlog_id === profile().deals[0]!.backlogId);

	it('a filter by name: an unknown one fails, one that cannot be looked up is 503, a known one starts', async () => {
		const { rest, trigger, workflow, hooks, hook, set, control, started } = stage();
		const [deal] = profile().deals;
		const [from, to] = statuses().filter(({ id }) => id !== deal!.statusId);
		const move = async (statusId: string): Promise<Array<number | null>> => {
			const moved = await control('POST', `/deals/${deal!.id}/move`, { statusId });
			return moved.deliveries.map(({ status }: Answer) => status);
		};
		const filtered = async (name: string) =>
			await workflow([trigger('apiToken', { filters: { toStatusIds: [name] } })]);
		await assert.rejects(rest.activate(await filtered('Nowhere')), /Unknown status .*Nowhere/);
		assert.deepEqual(await hooks(), []);

		const id = await filtered(to!.label.toUpperCase());
		await rest.activate(id);
		await hook();
		await set({ faults: [{ route: 'listStatuses', kind: 'status', status: 500, every: 1 }] });
		assert.deepEqual(await move(to!.id), [503]);
		await set({ faults: [] });
		await until('the names to be asked for again', 30_000, async () => {
			await move(from!.id);
			return (await move(to!.id))[0] === 200 ? true : undefined;
		});
		// Put where it stands.
		assert.deepEqual(await move(to!.id), [200]);
		const items = await started(id, 1);
		assert.deepEqual(
			items.map(({ status }) => status),
			[to!.label],
		);

		// A removal that meets a temporary error is sent once more.
		await set({ faults: [{ route: 'unsubscribe', kind: 'status', status: 503 }] });
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	const poll = async (parameters: Record<string, Answer>, more: Partial<WorkflowNode> = {}) => {
		const { poller, workflow } = stage();
		return await workflow([poller(parameters, more)]);
	};
	const items = async (id: string) =>
		(await stage().executions(id)).flatMap((one) =>
			one.items(POLLING_TRIGGER).map(({ json }) => json),
		);
	const untilItems = async (id: string, count: number) =>
		await until(`${count} items`, 60_000, async () => {
			const all = await items(id);
			return all.length >= count ? all : undefined;
		});
	/** A deal that entered a status a while ago, and has been there since. */
	const dealIn = (statusId: string, at = Date.now()): string => {
		const [first] = profile().deals;
		const id = randomUUID();
		const entry = {
			id: randomUUID(),
			backlogItemId: id,
			startTimestamp: at,
			endTimestamp: 0,
			type: 'STATUS_CHANGED',
			metaData: { propertyValue: { _id: statusId, type: 'STATUS' } },
		};
		profile().deals.push({ ...first!, id, history: [entry] as never });
		return id;
	};

	it('moves are moves, names do in filters and in days, and fewer days lose no deal', async () => {
		const { rest, polled, happened, changeTrigger } = stage();
		const [first, second] = statuses();
		const unknown = poll({ filters: { fromStatusIds: ['Nowhere'] } });
		await assert.rejects(rest.activate(await unknown), /Unknown status .*Nowhere/);

		profile().deals.splice(1);
		const stuck = dealIn(second!.id, Date.now() - 10 * DAY);
		dealIn(first!.id, Date.now() - 10 * DAY);
		const daysPerStatus = { status: [{ statusId: first!.label, days: 0 }] };
		const id = await poll({
			events: ['dealStatusChanged', 'dealStuck'],
			daysInStatus: 14,
			daysPerStatus,
		});
		await rest.activate(id);
		await polled(1);
		// A new deal, and one that is put where it stands, are no moves.
		dealIn(first!.id);
		const [deal] = profile().deals;
		const moved = happened();
		const last = deal!.history.at(-1)!;
		const at = Date.now();
		last.endTimestamp = at;
		deal!.history.push({ ...last, id: randomUUID(), startTimestamp: at, endTimestamp: 0 });
		await untilItems(id, 1);
		await changeTrigger(id, ({ parameters }) => (parameters!.daysInStatus = 7), POLLING_TRIGGER);
		await untilItems(id, 2);
		await polled(2);
		assert.deepEqual(
			(await items(id)).map(({ triggeredBy, changeId, dealId }) =>
				triggeredBy === 'dealStuck' ? dealId : changeId,
			),
			[moved, stuck],
		);
	});

	it("another customer's token starts nothing that exists; a contact says which fields were updated", async () => {
		const { rest, sandbox, polled } = stage();
		const contactId = randomUUID();
		const contact = (city: string) => ({
			id: contactId,
			contact_type: 'CONSUMER',
			time_stamp: Date.now(),
			standard_personal_infos: [{ name: 'Plaats', value: city }],
			audience: { id: EMPTY_AUDIENCE_ID, company_profile: { id: PROFILE_ID } },
		});
		profile().contacts.add(contact('Ede'));
		const data = { baseUrl: sandbox.url, apiToken: 'sandbox-api-token', companyProfileId: '' };
		const own = await rest.createCredential('salesCrmApi', 'Own', data);
		const credentials = { salesCrmApi: own };
		const quotations = await poll({ events: ['quotationCreated'] }, { credentials });
		const contacts = await poll({
			events: ['contactUpdated'],
			audienceId: EMPTY_AUDIENCE_ID,
			watchContactFields: ['Plaats', 'Land'],
		});
		for (const id of [quotations, contacts]) await rest.activate(id);
		const asked = (operation: string) =>
			sandbox.log.requests.filter(({ operationId }) => operationId === operation).length;
		const untilPolled = async (operation: string) => {
			const before = asked(operation);
			await until('two polls', 60_000, async () => asked(operation) > before + 1 || undefined);
		};
		await untilPolled('listContacts');
		Object.assign(profile().contacts.createdIn(EMPTY_AUDIENCE_ID)[0]!, contact('Gent'));
		const [updated] = await untilItems(contacts, 1);
		assert.deepEqual(
			[updated!.contactId, updated!.Plaats, updated!.changedFields],
			[contactId, 'Gent', ['Plaats']],
		);

		await rest.updateCredential(own.id, 'salesCrmApi', 'Own', {
			...data,
			apiToken: SECOND_API_TOKEN,
		});
		await rest.deactivate(quotations);
		await rest.activate(quotations);
		await untilPolled('listQuotations');
		assert.deepEqual(await items(quotations), []);
	});
});
