import type { IDataObject, INode } from 'n8n-workflow';

import { readEvent } from '../../nodes/api/events';
import { IDENTITY, identityOf } from '../../nodes/SalesCrmTrigger/eachEventOnce';
import { SalesCrmTrigger } from '../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';
import { executeContext, type RunOptions } from '../support/engine';
import { AT, DEAL, eventOf } from '../support/event';
import { ProcessedData, useStore } from '../support/processedData';
import { uuid } from '../support/uuid';
import { TRIGGER } from '../support/workflow';

/** The option Each Event Once, in n8n's own context, with n8n's store for processed data. */

let store: ProcessedData;

beforeEach(() => useStore((store = new ProcessedData())));
afterAll(() => useStore(undefined));

/** A move of the deal of this number. */
const moveOf = (deal: number, envelope = {}) =>
	eventOf({ id: uuid(deal) }, {}, { id: deal, ...envelope });

let executions = 0;

/** Runs the trigger with the events of one call; returns how many reach the next node. */
async function run(
	events: IDataObject | IDataObject[],
	{ node, ...how }: RunOptions & { node?: Partial<INode> } = {},
): Promise<number> {
	const items = [events].flat().map((event) => ({
		json: {},
		[IDENTITY]: identityOf(readEvent(event)!),
	}));
	const executionId = `run ${++executions}`;
	const context = executeContext({ type: TRIGGER, mode: 'webhook', executionId, items, ...how });
	Object.assign(context.node, node);
	const [passed] = await new SalesCrmTrigger().execute.call(context);
	return passed.length;
}

describe('a repeated event reaches no further node', () => {
	it('if it is one of several of a call, or comes twice in one', async () => {
		expect(await run(moveOf(1))).toBe(1);
		expect(await run([moveOf(2), moveOf(1), moveOf(3), moveOf(2)])).toBe(2);
	});

	it('if it is among the latest 2,000', async () => {
		expect(await run(Array.from({ length: 2_000 }, (_, n) => moveOf(n)))).toBe(2_000);
		expect(await run([moveOf(0), moveOf(1_999)])).toBe(0);
	});

	const other = (more: object): IDataObject => ({ id: 5, timestamp: AT, eventName: 'A', ...more });
	const about = (eventName: string, payload: object) => other({ eventName, payload, metadata: {} });
	const contact = (id: string) => about('CONTACT_UPDATED', { id });
	const saved = (versionId: string) =>
		about('DOCUMENT_QUOTATION_UPDATED', { documentId: uuid(1), versionId });

	it.each<[string, IDataObject, IDataObject]>([
		['another title', eventOf(), eventOf({ summary: 'New title' })],
		['another ID, if it is a status change', eventOf(), eventOf({}, {}, { id: 99 })],
		['its time as text in seconds', moveOf(1), moveOf(1, { timestamp: String(AT / 1000) })],
		['its name in another case', other({}), other({ eventName: 'a' })],
		['the same version of a document', saved('a'), saved('a')],
	])('if it comes with %s', async (_what, one, again) => {
		expect(await run(one)).toBe(1);
		expect(await run(again)).toBe(0);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['previous status', eventOf(), eventOf({}, { old_status_id: DEAL })],
		['status', eventOf(), eventOf({}, { status_id: DEAL })],
		['deal', eventOf(), eventOf({ id: uuid(7) })],
		['time', eventOf(), eventOf({}, {}, { timestamp: AT + 1 })],
		['name', other({}), other({ eventName: 'B' })],
		['ID', other({}), other({ id: 6 })],
		['version of a document', saved('a'), saved('b')],
		['contact', contact('c'), contact('d')],
	])('but one with another %s is another event', async (_what, one, another) => {
		expect(await run(one)).toBe(1);
		expect(await run(another)).toBe(1);
	});
});

describe('an event passes', () => {
	it.each<[string, object, RunOptions]>([
		['without an ID', { id: null }, {}],
		['without a time', { timestamp: null }, {}],
		['with the option off', {}, { parameters: { options: { eachEventOnce: 'False' } } }],
	])('each time %s', async (_what, envelope, how) => {
		for (let n = 0; n < 2; n++) expect(await run(moveOf(1, envelope), how)).toBe(1);
	});

	it.each(['manual', 'retry'] as const)(
		'each time in a run of the mode %s, which notes nothing',
		async (mode) => {
			expect(await run(moveOf(1), { mode })).toBe(1);
			expect(await run(moveOf(1))).toBe(1);
			expect(await run(moveOf(1), { mode })).toBe(1);
		},
	);

	it('each time in the same execution, which n8n 1 runs again if its worker was killed', async () => {
		for (let n = 0; n < 2; n++) expect(await run(moveOf(1), { executionId: 'killed' })).toBe(1);
		expect(await run(moveOf(1))).toBe(0);
	});

	it('at each of two nodes that have one ID', async () => {
		for (const name of ['First', 'Second']) {
			expect(await run(moveOf(1), { node: { name } })).toBe(1);
			expect(await run(moveOf(1), { node: { name } })).toBe(0);
		}
	});

	it('if the store fails, and the next one is remembered', async () => {
		store.isBroken = true;
		expect(await run(moveOf(1))).toBe(1);
		store.isBroken = false;
		for (const count of [1, 0]) expect(await run(moveOf(1))).toBe(count);
	});
});
