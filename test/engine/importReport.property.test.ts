/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';
import { silence } from '../support/shortTimeouts';

import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';

import { createParameters, infosAtService } from '../support/contactRuns';
import { crmOf, runFlow } from '../support/flow';
import { runs } from '../support/runs';
import { startOver, untilQuiet } from '../support/startOver';

/**
 * The same rows at the same service, with the same faults: an item for each row once, a report once. It
 * counts what the items say, and leaves at the service what they leave.
 */

type Fault = (typeof sandbox.switches.faults)[number];

/** Statuses by which a service says that nothing was done. */
const REFUSED = [401, 422];

const faults: fc.Arbitrary<Fault[]> = fc.array(
	fc
		.record<Fault>(
			{
				kind: fc.constantFrom('cut', 'reset', 'drop', 'lostReply', 'status', 'failure200'),
				after: fc.oneof(fc.nat(40), fc.nat(400), fc.nat(4000)),
				of: fc.constantFrom('answer', 'body'),
				route: fc.constantFrom(...Array<'createContact'>(7).fill('createContact'), 'listContacts'),
				status: fc.constantFrom(500, 500, 503, 401, 422),
				afterWork: fc.boolean(),
				nth: fc.integer({ min: 1, max: 8 }),
				times: fc.integer({ min: 1, max: 2 }),
			},
			{ requiredKeys: ['kind', 'after', 'status', 'afterWork'] },
		)
		.map((fault) => ({ ...fault, afterWork: fault.afterWork && !REFUSED.includes(fault.status!) })),
	{ minLength: 1, maxLength: 3 },
);

/** By the number of the person: without a key, and with nothing to send. */
const KEYLESS = -1;
const EMPTY = -2;
const people = fc.array(fc.integer({ min: EMPTY, max: 6 }), { minLength: 3, maxLength: 12 });

const rowOf = (person: number): IDataObject => {
	if (person === EMPTY) return { colour: 'blue' };
	return person === KEYLESS ? { firstName: 'An' } : { email: `an${person}@example.com` };
};

const settings = fc.record({
	ifExists: fc.constantFrom('skip', 'skip', 'createAnyway', 'createAnyway', 'fail'),
	dryRun: fc.constantFrom(false, false, false, false, true),
	lookUpUncertain: fc.boolean(),
});

const OUTCOMES = 'created existing duplicate foundAfterwards wouldCreate failed uncertain'.split(
	' ',
);

it('counts what the items say', async () => {
	const property = fc.asyncProperty(
		people,
		fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
		settings,
		faults,
		async (drawn, there, set, harm) => {
			const goOn = { onError: 'continueRegularOutput' } as const;
			const items = await importOf(drawn, there, set, harm, {}, goOn);
			const report = await importOf(drawn, there, set, harm, { result: 'report' }, {});
			const [json] = report.json;
			if (!json) {
				// What concerns all rows: nothing was sent, though rows that others do not hang on may have been.
				expect(report.run.error).toBeDefined();
				expect(report.left).toEqual([]);
				return;
			}
			expect(report.json).toHaveLength(1);
			const told = items.json.map((item) => outcomeOf(item));
			const counts = Object.fromEntries(
				OUTCOMES.map((outcome) => [outcome, told.filter((one) => one === outcome).length]),
			);
			expect(json).toMatchObject({ rows: drawn.length, ...counts });
			expect(report.left).toEqual(items.left);
			const bad = [...told.keys()].filter((n) => ['failed', 'uncertain'].includes(told[n]));
			expect(json.failures).toEqual(
				bad.map((item) => ({
					item,
					reason: items.json[item].error,
					uncertain: told[item] === 'uncertain',
				})),
			);
		},
	);
	await fc.assert(property, runs(40));
});

const outcomeOf = ({ outcome, error }: IDataObject): string => {
	if (outcome !== undefined) return String(outcome);
	if (error === undefined) return 'created';
	return String(error).includes('may have been carried out') ? 'uncertain' : 'failed';
};

async function importOf(
	drawn: number[],
	there: number[],
	{ ifExists, dryRun, lookUpUncertain }: IDataObject,
	harm: Fault[],
	more: IDataObject,
	settings: Partial<INode>,
) {
	silence.ms = 30_000;
	await startOver({ contacts: 2 });
	const flowOf = (parameters: IDataObject, node: Partial<INode>) => ({
		nodes: [crmOf(createParameters(parameters), node)],
		wires: [['Start', 'Sales CRM']] as Array<[string, string]>,
	});
	if (there.length > 0) await runFlow(flowOf({}, {}), there.map(rowOf));
	const before = infosAtService().length;
	silence.ms = 400;
	sandbox.switches.faults = structuredClone(harm);
	// One after the other, so that the same rows meet the same faults.
	const options = { concurrency: 1, lookUpUncertain, ...more };
	const run = await runFlow(flowOf({ ifExists, dryRun, options }, settings), drawn.map(rowOf));
	await untilQuiet();
	const json = run.items('Sales CRM').map((item) => item.json);
	return { run, json, left: infosAtService().slice(before) };
}
