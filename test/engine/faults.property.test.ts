import '../support/fastClock';
import { silence } from '../support/shortTimeouts';

import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { createContacts, infosAtService, listParameters } from '../support/contactRuns';
import { runNode } from '../support/engine';
import { n8nFiles } from '../support/n8nFiles.cjs';
import { runs } from '../support/runs';
import { startOver } from '../support/startOver';

/**
 * Drawn faults: an answer is cut off, reset or silent after any byte, or its text is cut; a request is dropped, or
 * refused before or after its work. What the node returns is compared with what the service has.
 */

const WORLD = { contacts: 23, quotations: 12, deals: 4 };

type Fault = (typeof sandbox.switches.faults)[number];

/** Which requests meet a fault, and how often. */
const place = fc.record(
	{ nth: fc.integer({ min: 1, max: 6 }), times: fc.constantFrom(1, 2, 12) },
	{ requiredKeys: [] },
);

const faultOf = (has: Record<string, fc.Arbitrary<unknown>>) =>
	fc.tuple(fc.record(has), place).map(([fault, met]) => ({ ...fault, ...met }) as unknown as Fault);

const bytes = fc.oneof(fc.nat(40), fc.nat(400), fc.nat(8000));

/** Some refusals leave open what was done. None empties a page, because that looks like the end of a list. */
const fault: fc.Arbitrary<Fault> = fc.oneof(
	{
		weight: 3,
		arbitrary: faultOf({
			kind: fc.constantFrom('cut', 'reset', 'stall', 'drop', 'truncated'),
			after: bytes,
			of: fc.constantFrom('answer', 'body'),
		}),
	},
	faultOf({
		kind: fc.constant('status'),
		status: fc.constantFrom(408, 500, 503),
		afterWork: fc.boolean(),
	}),
	faultOf({ kind: fc.constant('status'), status: fc.constantFrom(401, 403, 409, 422, 429) }),
	faultOf({
		kind: fc.constantFrom('html', 'failure200'),
		body: fc.constantFrom({ errors: ['no'] }, { success: false, id: null }, { status: 500 }),
		afterWork: fc.boolean(),
	}),
);

const switches = fc.record({
	faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
	listShape: fc.constantFrom('named', 'array', 'content', 'data', 'unforeseen'),
	pageCap: fc.constantFrom(null, 3, 5, 10),
});

type Switches = typeof switches extends fc.Arbitrary<infer T> ? T : never;

async function startFresh(): Promise<void> {
	silence.ms = 30_000;
	await startOver(WORLD);
}

function play({ faults, ...others }: Switches): void {
	silence.ms = faults.length > 0 ? 400 : 30_000;
	// A fault counts by its identity how often it was met, and a failing draw is run again, so a copy.
	Object.assign(sandbox.switches, others, { faults: structuredClone(faults) });
}

const aQuotation = () => ({
	__rl: true,
	mode: 'id',
	value: sandbox.world.profile().quotations[0].id,
});
/** Not simplified: names are null if their list cannot be read, and days pass while a request is repeated. */
const all = (resource: string, more: IDataObject = {}): IDataObject => ({
	...{ resource, operation: 'getAll', returnAll: true, simplify: false, ...more },
});

const READS: Record<string, () => IDataObject> = {
	contacts: () => listParameters(),
	quotations: () => all('quotation'),
	quotation: () => all('quotation', { operation: 'get', quotationId: aQuotation() }),
	download: () => {
		// The name is entered, because the node would read the quotation for it, and do without if that fails.
		const options = { fileName: 'offerte' };
		return all('quotation', { operation: 'download', quotationId: aQuotation(), options });
	},
	deals: () => all('history'),
	statuses: () => all('status'),
	users: () => all('user'),
};

/** What an item contains, with the bytes of its file. */
async function contentOf({ json, binary = {} }: INodeExecutionData) {
	const files = Object.values(binary).map(async (file) => await n8nFiles().getAsBuffer(file));
	return { json, files: (await Promise.all(files)).map((file) => file.toString('hex')) };
}

const read = async (parameters: IDataObject) =>
	await Promise.all((await runNode({ parameters })).map(contentOf));

it('a read returns what it returns without faults, or fails; never less', async () => {
	const property = fc.asyncProperty(
		fc.constantFrom(...Object.keys(READS)),
		switches,
		async (what, drawn) => {
			await startFresh();
			const parameters = READS[what]();
			play({ ...drawn, faults: [] });
			const unharmed = await read(parameters);
			expect(unharmed).not.toEqual([]);
			play(drawn);
			const returned = await read(parameters).catch((error: Error) => error);
			if (returned instanceof Error) expect(returned.message).toMatch(/^Could not /);
			else expect(returned).toEqual(unharmed);
		},
	);
	await fc.assert(property, runs(25));
});

it('a row that is reported as created exists once, an open one at most once, a refused one never', async () => {
	const property = fc.asyncProperty(
		switches,
		fc.integer({ min: 1, max: 6 }),
		fc.constantFrom('contact', 'id', 'empty'),
		fc.constantFrom(1, 5),
		async (drawn, many, createAnswer, concurrency) => {
			await startFresh();
			play(drawn);
			Object.assign(sandbox.switches, { createAnswer });
			const rows = Array.from({ length: many }, (_, n) => ({ firstName: `An ${n}` }));
			const onError = 'continueRegularOutput' as const;
			const items = await createContacts(rows, { options: { concurrency } }, { onError });
			expect(items).toHaveLength(many);
			const names = infosAtService().map(({ Voornaam }) => Voornaam);
			items.forEach(({ json: { error } }, n) => {
				const times = names.filter((name) => name === `An ${n}`).length;
				const isOpen = String(error).includes('may have been carried out');
				if (isOpen) expect(times).toBeLessThanOrEqual(1);
				else expect({ n, times }).toEqual({ n, times: error ? 0 : 1 });
			});
		},
	);
	await fc.assert(property, runs(40));
});
