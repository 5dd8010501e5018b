import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import type { Answer, WorkflowNode } from '../../runtime/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../sandbox/identities.mts';
import type { Switches } from '../../sandbox/switches.mts';
import { AUTO_MAPPED } from './support/mapping.mts';
import { openStage, type Stage } from './support/stage.mts';

/** Complete, or said: lists, imports and failed rows with services of the kinds that docs/unknowns.md names. */

type Row = Record<string, Answer>;
type Behaviour = Partial<Switches>;

const CONTACTS = 450;
const LIST = { resource: 'contact', operation: 'getAll', audienceId: AUDIENCE_ID, returnAll: true };
const SKIP = {
	resource: 'contact',
	operation: 'create',
	audienceId: AUDIENCE_ID,
	personalInfos: AUTO_MAPPED,
	ifExists: 'skip',
};
const CONTINUE = { onError: 'continueRegularOutput' };

/** Two requests next to each other meet a fault that passes. */
const passing = (fault: object): Behaviour => ({
	faults: [3, 4].map((nth) => ({ route: 'listContacts', nth, ...fault })) as Switches['faults'],
});

const COMPLETE: Array<[string, Behaviour]> = [
	['ids are called _id, and a field differs each time', { idName: '_id', volatileField: true }],
	['ids are called otherwise', { idName: 'contactId' }],
	['only some sizes of pages are allowed', { pageSizes: [10, 25, 50, 100], pageSizeRefusal: 422 }],
	['rows are written as PHP does', { listShape: 'keyed', pageCap: 50 }],
	['totals are those of pages', { pageCap: 50, total: 'pages' }],
	['totals count something else', { pageCap: 50, total: 'money' }],
	['"more" compares a page with what was asked', { pageCap: 50, lastMark: 'asked' }],
	['pages are limited by a refusal', { largestPageSize: 100 }],
	['pages are capped', { pageCap: 50 }],
	['pages are capped, and totals are those of the page', { pageCap: 50, total: 'page' }],
	['neighbouring pages meet a 404', passing({ kind: 'status', status: 404 })],
	['neighbouring pages meet a 400', passing({ kind: 'status', status: 400 })],
	['neighbouring pages come without a body', passing({ kind: 'noBody', status: 204 })],
	['neighbouring pages come empty', passing({ kind: 'emptyPage' })],
	...(
		['null', 'missing', 'object', 'noBody', 'message', 'totalOnly', 404, 410, 416, 422] as const
	).map((emptyPage): [string, Behaviour] => [
		`its end is ${emptyPage}`,
		{ emptyPage, total: 'none' },
	]),
	['its end is HAL without _embedded', { listShape: 'hal', emptyPage: 'halWithoutEmbedded' }],
];

const SAID: Array<[string, Behaviour, RegExp]> = [
	['`page` is ignored and pages are capped', { ignorePage: true, pageCap: 25 }, /whatever page/],
	['there is a window of results', { window: 200 }, /no more than the first 200.*answered/],
];

describe('complete, or said', () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: { contacts: CONTACTS } })));
	after(async () => await stage?.close());
	beforeEach(async () => await stage.control('POST', '/reset', { contacts: CONTACTS }));

	const behave = (switches: Behaviour) => void Object.assign(stage.sandbox.switches, switches);
	const run = async (parameters: Row, rows?: Row[], more: Partial<WorkflowNode> = {}) => {
		const connection = stage.crm('apiToken', parameters, more);
		const next = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		const { execution } = await stage.rest.runOnce([connection, next as WorkflowNode], rows);
		const hints: string = JSON.stringify(execution.resultData.runData['Sales CRM'][0].hints ?? []);
		return { execution, hints, next: execution.items('Next').map(({ json }) => json) };
	};
	const count = (audienceId: string) => stage.sandbox.world.profile().contacts.count(audienceId);
	const existing = () => {
		const all = stage.sandbox.world.profile().contacts.slice(AUDIENCE_ID, 0, CONTACTS);
		return all.map(({ standard_personal_infos: infos }) =>
			Object.fromEntries(infos.map(({ name, value }) => [name, value])),
		);
	};

	for (const [what, switches] of COMPLETE) {
		it(`complete where ${what}`, async () => {
			behave(switches);
			const { next, hints } = await run(LIST);
			assert.equal(next.length, CONTACTS);
			assert.equal(hints, '[]');
			const ids = next.map(({ contactId }) => contactId);
			assert.equal(new Set(ids).size, CONTACTS);
		});
	}

	for (const [what, switches, words] of SAID) {
		it(`said where ${what}; an import creates nothing then`, async () => {
			behave(switches);
			const { next, hints } = await run(LIST);
			assert.ok(next.length < CONTACTS);
			assert.match(hints, words);
			const rows = [{ email: 'new@example.com' }, ...existing().slice(-2)];
			const imported = await run(SKIP, rows, CONTINUE);
			assert.deepEqual(
				imported.next.map(({ outcome }) => outcome),
				['failed', 'failed', 'failed'],
			);
			assert.match(imported.next[0]!.error, words);
			assert.equal(count(AUDIENCE_ID), CONTACTS);
		});
	}

	it('an import that is sent again creates nothing twice, whatever fault neighbouring pages meet', async () => {
		for (const [what, switches] of COMPLETE.filter(([what]) => what.startsWith('neighbouring'))) {
			await stage.control('POST', '/reset', { contacts: CONTACTS });
			const rows = existing();
			behave({ ...switches, pageCap: 50 });
			const { next } = await run(SKIP, rows, CONTINUE);
			assert.equal(count(AUDIENCE_ID), CONTACTS, what);
			assert.deepEqual([...new Set(next.map(({ outcome }) => outcome))], ['existing']);
		}
	});

	it('a first import into an empty audience goes in, in every form that says it is empty', async () => {
		for (const emptyPage of ['list', 'null', 'totalOnly'] as const) {
			await stage.control('POST', '/reset', { contacts: 1 });
			behave({ emptyPage, total: emptyPage === 'totalOnly' ? 'all' : 'none' });
			const set = { ...SKIP, audienceId: EMPTY_AUDIENCE_ID };
			const { next } = await run(set, [{ email: 'an@example.com' }], CONTINUE);
			assert.deepEqual(
				next.map(({ outcome, error }) => [outcome, error]),
				[['created', undefined]],
				emptyPage,
			);
		}
	});

	it('the node behind gets advice and values of what failed, the error output n8n adds the row to', async () => {
		const rows = [{ firstName: 'An' }, { firstName: 'Bo', email: { at: 'x' } }];
		const set = { ...SKIP, ifExists: 'createAnyway' };
		const { next } = await run(set, rows, CONTINUE);
		const words = /^The column 'email' holds an object where text is expected\. Map one/;
		assert.match(next[1]!.error, words);
		assert.deepEqual([next[1]!.row, next[1]!.outcome, next[1]!.Voornaam], [2, 'failed', 'Bo']);
		const apart = await run(set, rows, { onError: 'continueErrorOutput' });
		const [failed] = apart.execution.items('Sales CRM', 1);
		assert.match(failed!.json.error, words);
		assert.equal('row' in failed!.json, false);
	});

	it('history, statuses and users that announce more than they hold say so', async () => {
		behave({ wholeTotal: 'more' });
		for (const resource of ['history', 'status', 'user']) {
			const { hints } = await run({ resource, operation: 'getAll', returnAll: true });
			assert.match(hints, /announced \d+ entries but sent/);
		}
	});
});
