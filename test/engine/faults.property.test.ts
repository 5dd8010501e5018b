import '../support/fastClock';
import { silence } from '../support/shortTimeouts';

import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { created, createContacts, listParameters } from '../support/contactRuns';
import { runNode } from '../support/engine';
import { n8nFiles } from '../support/n8nFiles.cjs';
import { runs } from '../support/runs';
import { startOver } from '../support/startOver';

/**
 * Faults by the machine: any answer cut, reset or silent after any byte, or its text cut; any request
 * dropped, or refused before the work or after it. What the node tells is compared with what is at
 * the service.
 */

const WORLD = { contacts: 23, quotations: 12, deals: 4 };

type Fault = (typeof sandbox.switches.faults)[number];

/** Which requests meet a fault, and how often. */
const place = { nth: fc.integer({ min: 1, max: 6 }), times: fc.integer({ min: 1, max: 2 }) };

const breaking = fc.record<Fault>(
	{
		kind: fc.constantFrom('cut', 'reset', 'stall', 'drop', 'truncated'),
		after: fc.oneof(fc.nat(40), fc.nat(400), fc.nat(8000)),
		of: fc.constantFrom('answer', 'body'),
		...place,
	},
	{ requiredKeys: ['kind', 'after'] },
);

/** Statuses that leave open what was done, and those by which a service says that nothing was. */
const OPEN = [408, 500, 503];
const REFUSED = [401, 403, 409, 422, 429];

/**
 * Refusals, also after the work where they do not deny it. None that empties a page: what that does
 * to the last one is a limit that tools/sandbox/unknowns.md states.
 */
const refusing: fc.Arbitrary<Fault> = fc.oneof(
	fc.record<Fault>(
		{
			kind: fc.constant('status'),
			status: fc.constantFrom(...OPEN),
			afterWork: fc.boolean(),
			...place,
		},
		{ requiredKeys: ['kind', 'status'] },
	),
	fc.record<Fault>(
		{ kind: fc.constant('status'), status: fc.constantFrom(...REFUSED), ...place },
		{ requiredKeys: ['kind', 'status'] },
	),
	fc.record<Fault>(
		{
			kind: fc.constantFrom('html', 'failure200'),
			body: fc.constantFrom({ errors: ['no'] }, { success: false, id: null }, { status: 500 }),
			afterWork: fc.boolean(),
			...place,
		},
		{ requiredKeys: ['kind'] },
	),
);

const faults: fc.Arbitrary<Fault[]> = fc.array(fc.oneof(breaking, refusing), {
	minLength: 1,
	maxLength: 3,
});

/** The same fault each time: what lasts longer than the patience of a request. */
const lasting: fc.Arbitrary<Fault[]> = fc
	.record<Fault>({
		kind: fc.constantFrom('cut', 'reset', 'drop'),
		after: fc.oneof(fc.nat(400), fc.nat(8000)),
		of: fc.constantFrom('answer', 'body'),
		times: fc.integer({ min: 3, max: 12 }),
	})
	.map((fault) => [fault]);

const switches = fc.record({
	faults: fc.oneof({ weight: 4, arbitrary: faults }, { weight: 1, arbitrary: lasting }),
	listShape: fc.constantFrom('named', 'array', 'content', 'data', 'unforeseen'),
	pageCap: fc.constantFrom(null, 3, 5, 10),
	chunkedAnswers: fc.boolean(),
	errorShape: fc.constantFrom('message', 'error', 'text'),
});

type Switches = typeof switches extends fc.Arbitrary<infer T> ? T : never;

async function fresh(): Promise<void> {
	silence.ms = 30_000;
	await startOver(WORLD);
}

/** From now on answers have these shapes and faults, and silence is soon taken for a time-out. */
function harm({ faults: drawn, ...others }: Switches): void {
	silence.ms = drawn.length > 0 ? 400 : 30_000;
	// A fault counts its plays by identity, and a failing draw is run again: so a copy.
	Object.assign(sandbox.switches, others, { faults: structuredClone(drawn) });
}

const READS: Record<string, () => IDataObject> = {
	contacts: () => listParameters(),
	'first contacts': () => listParameters({ returnAll: false, limit: 9 }),
	quotations: () => ({ resource: 'quotation', operation: 'getAll', returnAll: true }),
	quotation: () => ({ resource: 'quotation', operation: 'get', quotationId: aQuotation() }),
	// Its name is that of the user: read for it, a fault leaves the ID.
	download: () => ({
		resource: 'quotation',
		operation: 'download',
		quotationId: aQuotation(),
		options: { fileName: 'offerte' },
	}),
	changes: () => ({
		resource: 'history',
		operation: 'getAll',
		returnAll: true,
	}),
	statuses: () => ({ resource: 'status', operation: 'getAll', returnAll: true }),
	users: () => ({ resource: 'user', operation: 'getAll', returnAll: true }),
	webhooks: () => ({ resource: 'webhook', operation: 'getAll' }),
};

const aQuotation = () => ({
	__rl: true,
	mode: 'id',
	value: sandbox.world.profile().quotations[0].id,
});

/** What an item has, the bytes of its file included. */
async function contentOf({ json, binary = {} }: INodeExecutionData) {
	const files = await Promise.all(
		Object.values(binary).map(async (file) => (await n8nFiles().getAsBuffer(file)).toString('hex')),
	);
	return { json, files };
}

const read = async (parameters: IDataObject) =>
	await Promise.all((await runNode({ parameters })).map(contentOf));

const HOOK = {
	resource: 'webhook',
	operation: 'create',
	name: 'Deals',
	url: 'https://n8n.example/hook',
};

const isOpen = (text: unknown) => String(text).includes('may have been carried out');

it('a read gives what it gives unharmed, or fails; never less', async () => {
	const property = fc.asyncProperty(
		fc.constantFrom(...Object.keys(READS)),
		switches,
		async (what, drawn) => {
			await fresh();
			await runNode({ parameters: HOOK });
			const parameters = READS[what]();
			// The same shapes without faults: what a capped list gives is told by other tests.
			harm({ ...drawn, faults: [] });
			const unharmed = await read(parameters);
			expect(unharmed).not.toEqual([]);
			harm(drawn);
			const told = await read(parameters).catch((error: Error) => error);
			if (told instanceof Error) expect(told.message).toMatch(/^Could not /);
			else expect(told).toEqual(unharmed);
		},
	);
	await fc.assert(property, runs(25));
});

it('creates: told as created is there once, open at most once, refused never', async () => {
	const property = fc.asyncProperty(
		switches,
		fc.integer({ min: 1, max: 6 }),
		fc.constantFrom('contact', 'id', 'empty'),
		fc.constantFrom(1, 5),
		async (drawn, many, createAnswer, concurrency) => {
			await fresh();
			harm(drawn);
			Object.assign(sandbox.switches, { createAnswer });
			const rows = Array.from({ length: many }, (_, n) => ({ firstName: `An ${n}` }));
			const onError = 'continueRegularOutput' as const;
			const items = await createContacts(rows, { options: { concurrency } }, { onError });
			expect(items).toHaveLength(many);
			items.forEach(({ json }, n) => {
				const there = created().filter(
					({ standard_personal_infos: [{ value }] }) => value === `An ${n}`,
				).length;
				if (!json.error) expect({ n, there }).toEqual({ n, there: 1 });
				else if (isOpen(json.error)) expect(there).toBeLessThanOrEqual(1);
				else expect({ n, there }).toEqual({ n, there: 0 });
			});
		},
	);
	await fc.assert(property, runs(40));
});
