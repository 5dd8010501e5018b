/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';
import { silence } from '../support/shortTimeouts';

import fc from 'fast-check';
import { type IDataObject, type INode, sleep } from 'n8n-workflow';

import { createParameters, infosAtService } from '../support/contactRuns';
import { crmOf, type Flow, startFlow } from '../support/flow';
import { anyOnError } from '../support/onError';
import { runs } from '../support/runs';
import { startOver, untilQuiet } from '../support/startOver';

/**
 * An import that breaks off anywhere and is run again with `skip`, once nothing of the run before is
 * under way any more, ends with each row exactly once.
 */

type Fault = (typeof sandbox.switches.faults)[number];

const SEEDED = 4;

const faults: fc.Arbitrary<Fault[]> = fc.array(
	fc.record<Fault>(
		{
			kind: fc.constantFrom('cut', 'reset', 'stall', 'drop', 'lostReply', 'status', 'failure200'),
			after: fc.oneof(fc.nat(40), fc.nat(400), fc.nat(4000)),
			of: fc.constantFrom('answer', 'body'),
			route: fc.constantFrom('createContact', 'listContacts'),
			status: fc.constantFrom(500, 503, 422, 429),
			afterWork: fc.boolean(),
			nth: fc.integer({ min: 1, max: 8 }),
			times: fc.integer({ min: 1, max: 3 }),
		},
		{ requiredKeys: ['kind', 'after', 'status', 'afterWork'] },
	),
	{ maxLength: 3 },
);

const brokenRun = fc.record({
	faults,
	settings: fc.record({
		onError: anyOnError,
		retryOnFail: fc.boolean(),
	}),
	concurrency: fc.integer({ min: 1, max: 6 }),
	pageSize: fc.integer({ min: 2, max: 30 }),
	lookUpUncertain: fc.boolean(),
	/** Stopped by hand, as n8n ends a run, after so many requests. */
	stopAfter: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 3 }),
});

/** Rows by the number of the person; negative ones are in the audience from the start. */
const rowsDrawn = fc.array(fc.integer({ min: -SEEDED, max: 12 }), { minLength: 1, maxLength: 14 });

const emailOf = (person: number) =>
	person >= 0
		? `an${person}@example.com`
		: sandbox.world
				.profile()
				.contacts.slice(identities.AUDIENCE_ID, -person - 1, -person)[0]
				.standard_personal_infos.find(({ name }) => name === 'E-mailadres')!.value;

const flowOf = (options: IDataObject, settings: Partial<INode>): Flow => ({
	nodes: [
		crmOf(createParameters({ ifExists: 'skip', options }), {
			...settings,
			maxTries: 3,
			waitBetweenTries: 1,
		}),
	],
	wires: [['Start', 'Sales CRM']],
});

it('each row is there exactly once', async () => {
	const property = fc.asyncProperty(
		rowsDrawn,
		fc.array(brokenRun, { minLength: 1, maxLength: 2 }),
		fc.constantFrom('all', 'flat'),
		fc.constantFrom('contact', 'id', 'empty'),
		async (people, broken, contactFields, createAnswer) => {
			silence.ms = 30_000;
			await startOver({ contacts: SEEDED });
			Object.assign(sandbox.switches, { contactFields, createAnswer });
			// Written differently each time, as people do.
			const rows = people.map((person, n) => ({
				json: { Email: n % 2 ? emailOf(person) : ` ${emailOf(person).toUpperCase()}` },
			}));

			for (const { faults: drawn, settings, stopAfter, ...options } of broken) {
				silence.ms = 400;
				Object.assign(sandbox.switches, { faults: structuredClone(drawn) });
				const { cancel, ended } = startFlow(flowOf(options, settings), rows);
				if (stopAfter !== null)
					await stopAt(sandbox.log.requests.length + stopAfter, ended, cancel);
				await ended;
				sandbox.switches.faults = [];
				await untilQuiet();
			}

			silence.ms = 30_000;
			const { ended } = startFlow(flowOf({}, {}), rows);
			const run = await ended;
			expect(run.error).toBeUndefined();
			const firsts = people.map((person) => people.indexOf(person));
			expect(run.items('Sales CRM').map(({ json }) => json.firstItem ?? null)).toEqual(
				firsts.map((first, n) => (first === n ? null : first)),
			);
			const there = infosAtService().map(({ 'E-mailadres': email }) => email.trim().toLowerCase());
			const wanted = [...new Set(people)].filter((person) => person >= 0).map(emailOf);
			expect(there.sort()).toEqual(wanted.sort());
		},
	);
	await fc.assert(property, runs(15));
});

async function stopAt(requests: number, ended: Promise<unknown>, cancel: () => void) {
	let isOver = false;
	void ended.finally(() => (isOver = true)).catch(() => undefined);
	while (!isOver && sandbox.log.requests.length < requests) {
		await sleep(1);
	}
	cancel();
}
