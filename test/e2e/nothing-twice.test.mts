import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import type { Answer, WorkflowNode } from '../../runtime/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../sandbox/identities.mts';
import { AUTO_MAPPED } from './support/mapping.mts';
import { openStage, type Stage } from './support/stage.mts';

/** What was reported is what is there: n8n's "Retry On Fail", and answers cut off after their headers. */

type Row = Record<string, Answer>;
type Sent = { method: string; path: string; status: number };

const CONTACTS = 177;
const ROWS = 20;
const MIDDLE = 9;

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
const CONTINUE = { onError: 'continueRegularOutput' };

const CREATE = {
	resource: 'contact',
	operation: 'create',
	audienceId: EMPTY_AUDIENCE_ID,
	personalInfos: AUTO_MAPPED,
	ifExists: 'createAnyway',
};
const LIST = {
	resource: 'contact',
	operation: 'getAll',
	returnAll: true,
	simplify: true,
};

/** Rows to create, one of which holds what is no text. */
const rowsWithBad = (bad: number): Row[] =>
	Array.from({ length: ROWS }, (_, n) => ({ firstName: n === bad ? [n] : `An ${n}` }));

describe('nothing twice, nothing lost unsaid', () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: { contacts: CONTACTS } })));
	after(async () => await stage?.close());
	beforeEach(async () => await stage.control('POST', '/reset', { contacts: CONTACTS }));

	const run = async (parameters: Row, rows?: Row[], more: Partial<WorkflowNode> = {}) =>
		await stage.rest.runOnce([stage.crm('apiToken', parameters, more)], rows);
	/** What the sandbox was asked, creates or lists. */
	const sent = async (method: string): Promise<Sent[]> =>
		(await stage.control('GET', '/requests?path=/api/v1/contacts')).filter(
			(request: Sent) => request.method === method,
		);
	/** First names of the contacts that are there, by the number in them. */
	const created = async (): Promise<number[]> => {
		const { items } = await run({ ...LIST, audienceId: EMPTY_AUDIENCE_ID });
		return items.map(({ json }) => Number(json.Voornaam.slice(3))).sort((a, b) => a - b);
	};
	const all = Array.from({ length: ROWS }, (_, n) => n);

	for (const bad of [0, MIDDLE]) {
		it(`Retry On Fail and Continue, row ${bad} bad: each other row is created once`, async () => {
			const { items } = await run(CREATE, rowsWithBad(bad), { ...RETRY, ...CONTINUE });
			assert.deepEqual(
				items.map(({ json }) => 'error' in json),
				all.map((n) => n === bad),
			);
			assert.equal((await sent('PUT')).length, ROWS - 1);
			assert.deepEqual(
				await created(),
				all.filter((n) => n !== bad),
			);
		});
	}

	it('Retry On Fail without Continue: no row twice, and the error says how many are in', async () => {
		const refusal = { route: 'createContact', kind: 'status', status: 422, every: 9 };
		await stage.control('PATCH', '/switches', { faults: [refusal] });
		const rows = all.map((n) => ({ firstName: `An ${n}` }));
		const { execution } = await run(CREATE, rows, { ...RETRY, maxTries: 2 });
		await stage.control('PATCH', '/switches', { faults: [] });
		assert.equal(execution.status, 'error');
		const there = await created();
		assert.deepEqual(there, [...new Set(there)]);
		assert.match(execution.error!.description!, new RegExp(`${there.length} of ${ROWS} are in\\.`));
	});

	it('with the settings as they come, pressed again after an error: each row once', async () => {
		const refusal = { route: 'createContact', kind: 'status', status: 422, nth: 7 };
		await stage.control('PATCH', '/switches', { faults: [refusal] });
		const { ifExists, ...asTheyCome } = CREATE;
		const rows = all.map((n) => ({ firstName: `An ${n}`, email: `an${n}@example.com` }));
		const broken = await run(asTheyCome, [...rows, {}]);
		assert.match(broken.execution.error!.description!, /Execute again: nobody is created twice\./);
		const { items } = await run(asTheyCome, [...rows, {}]);
		assert.equal(items.at(-1)!.json.outcome, 'empty');
		assert.deepEqual(await created(), all);
	});

	it('Retry On Fail after a refusal for now: all rows in the end, each once', async () => {
		const refusal = { route: 'createContact', kind: 'status', status: 422, nth: 3 };
		await stage.control('PATCH', '/switches', { faults: [refusal] });
		const rows = all.map((n) => ({ firstName: `An ${n}` }));
		const { items, execution } = await run(CREATE, rows, RETRY);
		assert.equal(execution.status, 'success', execution.error?.message);
		assert.equal(items.length, ROWS);
		assert.equal((await sent('PUT')).length, ROWS + 1);
		assert.deepEqual(await created(), all);
	});

	for (const kind of ['cut', 'reset'] as const) {
		it(`a list whose answers end after their headers (${kind}) is complete`, async () => {
			const fault = { route: 'listContacts', kind, of: 'body', after: 20, every: 3 };
			await stage.control('PATCH', '/switches', { faults: [fault] });
			const set = { ...LIST, audienceId: AUDIENCE_ID, options: { pageSize: 50 } };
			const { items } = await run(set);
			assert.equal(new Set(items.map(({ json }) => json.contactId)).size, CONTACTS);
			assert.equal(items.length, CONTACTS);
			assert.ok((await sent('GET')).length > CONTACTS / 50 + 1, 'no answer was cut off');
		});

		for (const isListed of [true, false]) {
			const told = isListed ? 'looked for and found' : 'told as open';
			it(`a create whose answer ends after its headers (${kind}) is ${told}, and sent once`, async () => {
				const fault = { route: 'createContact', kind, of: 'body', after: 5, nth: 2 };
				await stage.control('PATCH', '/switches', { faults: [fault] });
				const rows = [0, 1, 2].map((n) => ({ firstName: `An ${n}` }));
				const more = { ...CONTINUE, ...RETRY };
				const options = { concurrency: 1 };
				await stage.control('PATCH', '/switches', {
					contactFields: isListed ? 'all' : 'noMoment',
				});
				const { items } = await run({ ...CREATE, options }, rows, more);
				assert.deepEqual(
					items.map(({ json }) => 'error' in json),
					[false, !isListed, false],
				);
				const { error, outcome } = items[1]!.json;
				if (isListed) assert.equal(outcome, 'foundAfterwards');
				else assert.match(error, /it may have been carried out/);
				assert.equal((await sent('PUT')).length, 3);
				assert.deepEqual(await created(), [0, 1, 2]);
			});
		}
	}
});
