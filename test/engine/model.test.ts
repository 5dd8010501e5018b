/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import fc from 'fast-check';
import nock from 'nock';

import { createParameters } from '../support/contactRuns';
import { CredentialStore } from '../support/credentials';
import { FAKE_URL, useNock } from '../support/fakeService';
import { crmOf, runFlow } from '../support/flow';
import { anyOnError } from '../support/onError';
import { runs } from '../support/runs';
import { signIn } from '../support/signIns';

/**
 * Runs of the node as they are drawn, with any of n8n's settings, against a model: at the service
 * each row at most once unless it was plainly refused, and an output that says what is there.
 */

useNock();

/** What the service makes of a row each time it comes; the last one holds on. */
const KINDS = {
	good: ['take'],
	/** Nothing to send: refused by the node itself. */
	invalid: [],
	refused: ['refuse'],
	refusedOnce: ['refuse', 'take'],
	/** Carried out, and answered with 500. */
	open: ['takeUnsaid'],
	slow: ['wait', 'take'],
} as const;
type Kind = keyof typeof KINDS;
type Answer = (typeof KINDS)[Kind][number];

const STATUSES: Record<Answer, number> = { take: 200, refuse: 422, takeUnsaid: 500, wait: 429 };

/** A service that answers each row as its kind wants, and notes what came. */
function serve(kinds: Kind[]) {
	const came: Answer[][] = kinds.map(() => []);
	nock(FAKE_URL)
		.persist()
		.put('/api/v1/contacts')
		.reply((_uri, body) => {
			const { contact } = body as {
				contact: { standard_personal_infos: Array<{ value: string }> };
			};
			const row = Number(contact.standard_personal_infos[0].value.slice(3));
			const answers: readonly Answer[] = KINDS[kinds[row]];
			const answer = answers[Math.min(came[row].length, answers.length - 1)];
			came[row].push(answer);
			return [STATUSES[answer], { id: `contact ${row}` }, { 'Retry-After': '0' }];
		});
	return came;
}

const kind = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Kind>('good') },
	{ weight: 3, arbitrary: fc.constantFrom(...(Object.keys(KINDS) as Kind[])) },
);
const settings = fc.record({
	onError: anyOnError,
	retryOnFail: fc.boolean(),
	maxTries: fc.integer({ min: 2, max: 4 }),
	executeOnce: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
});

it('each row is there at most once, and what was handed on is what is there', async () => {
	const drawn = fc.array(kind, { minLength: 1, maxLength: 12 });
	await fc.assert(
		fc.asyncProperty(drawn, settings, fc.integer({ min: 1, max: 6 }), async (kinds, set, width) => {
			nock.cleanAll();
			const came = serve(kinds);
			const store = new CredentialStore();
			store.stored.set('salesCrmApi', { ...signIn('apiToken'), baseUrl: FAKE_URL });
			const node = crmOf(createParameters({ options: { concurrency: width } }), {
				...set,
				waitBetweenTries: 1,
			});
			const rows = kinds.map((one, n) =>
				one === 'invalid' ? { firstName: [n] } : { firstName: `An ${n}` },
			);
			const run = await runFlow({ nodes: [node], wires: [['Start', 'Sales CRM']], store }, rows);

			const tries = set.retryOnFail ? set.maxTries : 1;
			const asked = set.executeOnce ? 1 : kinds.length;
			const taken = came.map((answers) => answers.filter((one) => one.startsWith('take')).length);
			for (const [row, answers] of came.entries()) {
				expect(taken[row]).toBeLessThanOrEqual(1);
				expect(answers.filter((one) => one === 'refuse').length).toBeLessThanOrEqual(tries);
				if (row >= asked) expect(answers).toEqual([]);
			}

			const good = run.items('Sales CRM').filter(({ json }) => !('error' in json));
			const bad = [0, 1].flatMap((output) =>
				run.items('Sales CRM', output).filter(({ json }) => 'error' in json),
			);
			const rowsOf = (items: typeof good) =>
				items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
			for (const [n, row] of rowsOf(good).entries()) {
				expect(good[n].json.contactId).toBe(`contact ${row}`);
				expect(came[row].at(-1)).toBe('take');
			}
			if (set.onError === 'stopWorkflow' && run.error) {
				const numbers = (words: RegExp) =>
					Number(words.exec(run.error!.description ?? '')?.[1] ?? 0);
				const there = came.filter((answers) => answers.at(-1) === 'take').length;
				const unsaid = came.filter((answers) => answers.at(-1) === 'takeUnsaid').length;
				if (asked > 1) {
					expect(numbers(/(\d+) of \d+ (?:is|are) in/)).toBe(there);
					expect(numbers(/ (\d+) (?:is|are) uncertain/)).toBe(unsaid);
				}
				expect(run.items('Sales CRM')).toEqual([]);
				return;
			}
			// Every row that was asked for came out, once, and in the order of the input.
			expect([...rowsOf(good), ...rowsOf(bad)].sort((a, b) => a - b)).toEqual(
				Array.from({ length: asked }, (_, row) => row),
			);
			expect(rowsOf(good)).toEqual(rowsOf(good).sort((a, b) => a - b));
			if (set.onError === 'continueRegularOutput') {
				expect(rowsOf(run.items('Sales CRM'))).toEqual(
					Array.from({ length: asked }, (_, row) => row),
				);
			}
			for (const [n, row] of rowsOf(bad).entries()) {
				expect(came[row].at(-1)).not.toBe('take');
				const said = String(bad[n].json.error);
				expect(/may have been carried out/.test(said)).toBe(came[row].includes('takeUnsaid'));
			}
		}),
		runs(25),
	);
});
