import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until, type Answer, type WorkflowNode } from '../../../runtime/rest.mts';
import { EMPTY_AUDIENCE_ID, PROFILE_ID } from '../../../sandbox/identities.mts';
import { POLL_EVERY_MS, pollTimes } from '../support/historyTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

const RECORD_TRIGGER = 'Sales CRM Record Trigger';

withTriggers(
	'new contacts and quotations, and changed ones',
	(stage) => {
		const poller = (parameters: Record<string, Answer>): WorkflowNode => ({
			...stage().crm('apiToken', { pollTimes: pollTimes(), ...parameters }),
			name: RECORD_TRIGGER,
			type: 'n8n-nodes-sales-crm.salesCrmRecordTrigger',
		});
		const profile = () => stage().sandbox.world.profile();
		const quoted = () => {
			const id = randomUUID();
			profile().quotations.push({ ...profile().quotations[0]!, id });
			return id;
		};
		const joined = () => {
			const id = randomUUID();
			profile().contacts.add({
				id,
				contact_type: 'CONSUMER',
				time_stamp: Date.now(),
				standard_personal_infos: [{ name: 'Voornaam', value: 'An' }],
				audience: { id: EMPTY_AUDIENCE_ID, company_profile: { id: PROFILE_ID } },
			});
			return id;
		};
		/** What started a workflow, in order: ids with what changed. */
		const came = async (workflowId: string) =>
			(await stage().executions(workflowId)).flatMap((one) =>
				one.items(RECORD_TRIGGER).map(({ json }) => [json.id, json.changedFields]),
			);
		const untilCame = async (workflowId: string, count: number, timeoutMs = 60_000) =>
			await until(`${count} records`, timeoutMs, async () => {
				const all = await came(workflowId);
				return all.length >= count ? all : undefined;
			});
		const polled = async (times: number) => {
			const asked = () =>
				stage().sandbox.log.requests.filter(
					({ operationId, query }) =>
						operationId === 'listQuotations' && String(query.page) === '0',
				).length;
			const target = asked() + times;
			await until(`${times} polls`, times * 2 * POLL_EVERY_MS + 30_000, async () =>
				asked() >= target ? true : undefined,
			);
		};

		it('come once, over a restart and a SIGKILL; none that was there, and Fetch Test Event touches nothing', async () => {
			const { rest, n8n, workflow } = stage();
			const quotations = await workflow([
				poller({ record: 'quotation', event: 'createdOrUpdated' }),
			]);
			const contacts = await workflow([
				poller({ record: 'contact', audienceId: EMPTY_AUDIENCE_ID }),
			]);

			const sample = await rest.runManually(quotations, RECORD_TRIGGER);
			assert.equal(sample.status, 'success', JSON.stringify(sample.error));
			const first = profile()
				.quotations.slice(0, 10)
				.map(({ id }) => id);
			assert.deepEqual(
				sample.items(RECORD_TRIGGER).map(({ json }) => json.id),
				first,
			);
			const none = await rest.runManually(contacts, RECORD_TRIGGER);
			assert.match(none.error!.message, /no record to show/);
			const tests = await came(quotations);

			await rest.activate(quotations);
			await rest.activate(contacts);
			await polled(2);
			assert.deepEqual(await came(quotations), tests);

			const contact = joined();
			const [changed] = profile().quotations;
			changed!.status = 'Geaccepteerd, met dank';
			const added = quoted();
			// One of them with the next poll, where the list was being read meanwhile.
			const expected = await untilCame(quotations, tests.length + 2);
			assert.deepEqual(expected.slice(0, tests.length), tests);
			assert.deepEqual(
				new Map(expected.slice(tests.length) as Array<[string, Answer]>),
				new Map<string, Answer>([
					[changed!.id, ['status']],
					[added, null],
				]),
			);
			assert.equal(expected.length, tests.length + 2);
			assert.deepEqual(await untilCame(contacts, 1), [[contact, undefined]]);

			await n8n.kill('SIGTERM');
			const stopped = quoted();
			await n8n.restart();
			expected.push([stopped, null]);
			assert.deepEqual(await untilCame(quotations, expected.length, 120_000), expected);

			// Well after a poll, so that both of n8n's writes are done.
			await polled(1);
			await sleep(3_000);
			await n8n.kill();
			changed!.title = 'Ander dak';
			const second = joined();
			await n8n.restart();
			expected.push([changed!.id, ['title']]);
			assert.deepEqual(await untilCame(quotations, expected.length, 120_000), expected);
			assert.deepEqual(await untilCame(contacts, 2, 120_000), [
				[contact, undefined],
				[second, undefined],
			]);
			await polled(2);
			assert.deepEqual(await came(quotations), expected);
		});
	},
	{ ownN8n: true },
);
