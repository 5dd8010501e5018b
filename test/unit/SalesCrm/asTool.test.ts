import { type IDataObject, type INodePropertyOptions, NodeHelpers } from 'n8n-workflow';

import { resources } from '../../../nodes/SalesCrm/resources';
import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { runNode } from '../../support/engine';
import { fillSandbox } from '../../support/historyRuns';
import { startOver } from '../../support/startOver';
import { uuid } from '../../support/uuid';
import { TOOL } from '../../support/workflow';

/** What a model gets from the node. What it may give: givenValues.test.ts. */

const use = async (parameters: IDataObject) =>
	(await runNode({ type: TOOL, parameters })).map(({ json }) => json);

const CONTACTS = () => ({
	resource: 'contact',
	operation: 'getAll',
	audienceId: identities.AUDIENCE_ID,
});

const rest = (many: string) => ({ more: `${many} Narrow the filters, or give a larger limit.` });

describe('a list', () => {
	const asked = async (parameters: IDataObject) =>
		await use({ operation: 'getAll', ...parameters });

	it.each([
		[undefined, 50],
		["={{ $fromAI('limit') || null }}", 50],
		["={{ '12' }}", 12],
	])(
		'with the limit %j has %i items, and a last one that says how many more there are',
		async (limit, many) => {
			await startOver({ contacts: 70 });
			const { users } = sandbox.world.profile();
			const [user] = users;
			users.splice(
				0,
				Infinity,
				...Array.from({ length: 70 }, (_, n) => ({ ...user, id: uuid(n) })),
			);
			const list = await asked({ resource: 'user', limit });
			expect(list.slice(0, -1).every(({ id }) => id)).toBe(true);
			expect(list.slice(many)).toEqual([rest(`${70 - many} more.`)]);
			const contacts = await asked({ ...CONTACTS(), limit });
			expect(contacts.slice(many)).toEqual([rest('There may be more.')]);
		},
	);

	it('that is complete, or of a node that is not a tool, has no such item', async () => {
		await startOver({ contacts: 30, deals: 6 });
		expect(await asked({ resource: 'deal' })).toHaveLength(6);
		expect(await asked(CONTACTS())).toHaveLength(30);
		const parameters = { resource: 'deal', operation: 'getAll', limit: 5 };
		expect(await runNode({ parameters })).toHaveLength(5);
	});
});

describe('an answer has at most 40,000 characters, as n8n writes it for the model', () => {
	/** Deals of so many changes each. */
	function setDeals(many: number, changes: number) {
		const { deals, statuses, users } = sandbox.world.profile();
		const [deal] = deals;
		const [entry] = deal.history;
		const history = Array.from({ length: changes }, (_, n) => ({
			...entry,
			id: uuid(n),
			startTimestamp: entry.startTimestamp + n * 1000,
			endTimestamp: n < changes - 1 ? entry.startTimestamp + (n + 1) * 1000 : 0,
		}));
		const all = Array.from({ length: many }, (_, n) => ({ ...deal, id: uuid(n), history }));
		fillSandbox(all as never, statuses as never, users as never);
	}

	const DEALS = { resource: 'deal', operation: 'getAll', options: { includeChanges: true } };

	const lengthOf = (answer: IDataObject[]) => JSON.stringify(answer).length;

	it('in whole items; the last one says how many are missing, and does not mention the limit', async () => {
		await startOver({ deals: 1 });
		setDeals(70, 60);
		const [first] = (await runNode({ parameters: DEALS })).map(({ json }) => json);
		const answer = await use(DEALS);
		const last = answer.pop()!;
		expect(lengthOf([...answer, last])).toBeLessThanOrEqual(40_000);
		expect(lengthOf([...answer, answer[0]])).toBeGreaterThan(39_000);
		expect(last).toEqual({ more: `${70 - answer.length} more. Narrow the filters.` });
		const changes = (first.changes as IDataObject[]).slice(-50);
		expect(answer[0]).toEqual({ ...first, changes, changesOmitted: 10 });
	});

	it('also if the number of missing items is not known, and for several input items', async () => {
		await startOver({ contacts: 100 });
		const parameters = { ...CONTACTS(), simplify: false, limit: 80 };
		const answer = await use(parameters);
		expect(answer.at(-1)).toEqual({ more: 'There may be more. Narrow the filters.' });
		expect(lengthOf(answer)).toBeLessThanOrEqual(40_000);
		const small = { ...parameters, limit: 3 };
		const items = [{ json: {} }, { json: {} }];
		const twice = (await runNode({ type: TOOL, parameters: small, items })).map(({ json }) => json);
		expect([twice[3], twice[7]]).toEqual([rest('There may be more.'), rest('There may be more.')]);
	});
});

const NOT_OFFERED = ['import', 'download'];
const NOT_OFFERED_OF_WEBHOOKS = ['create', 'delete'];

it.each(resources)(
	'operations of $name that work on files, or send events elsewhere, are not offered',
	({ value, operations }) => {
		const { description } = new SalesCrm();
		const [choice] = description.properties.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions!.show!.resource![0] === value,
		);
		const offered = (choice.options as INodePropertyOptions[]).filter((option) =>
			NodeHelpers.displayParameter({}, option, null, { ...description, name: 'salesCrmTool' }),
		);
		const hidden = [...NOT_OFFERED, ...(value === 'webhook' ? NOT_OFFERED_OF_WEBHOOKS : [])];
		const all = operations.map((one) => one.value);
		expect(offered.map((one) => one.value)).toEqual(all.filter((one) => !hidden.includes(one)));
	},
);
