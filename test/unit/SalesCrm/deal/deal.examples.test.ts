import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../../support/engine';
import { example } from '../../../support/nodeJs.cjs';

/** The nodes of the examples about quotations of deals, on a service as published. */

const nodeOf = (name: string, node: string) =>
	example(name).nodes.find((one) => one.name === node)!.parameters as IDataObject;

const profile = () => sandbox.world.profile();

beforeEach(() => {
	sandbox.reset({ deals: 12, leads: 0, quotations: 4 });
	sandbox.switches.only = 'published';
	profile().requests.clear();
	for (const deal of profile().deals) deal.labels = [];
});

function give(deal: { leadConfigurationId: string }, place: number, change: object) {
	const quotation = Object.assign(profile().quotations[place], change);
	profile().requests.set(quotation.id, deal.leadConfigurationId);
}

it('open-quotations finds deals whose customer has not answered, with amount, phone and email', async () => {
	const [deal, other, lost] = profile().deals;
	const at = (days: number) => Date.now() - days * 86_400_000;
	give(deal, 0, { status: 'SENT', total: 4321.5, createdAt: at(12) });
	give(other, 1, { status: 'SENT', createdAt: at(9) });
	give(lost, 2, { status: 'SENT', createdAt: at(12) });
	lost.labels = [{ type: 'DEAL_LOST', timestamp: at(1) }];
	const rows = await runNode({ parameters: nodeOf('open-quotations', 'Deals') });
	const { email, phone = null } = deal.person;
	expect(rows.map(({ json }) => json)).toMatchObject([
		{ title: deal.summary, quotationTotal: 4321.5, quotationDaysOpen: 12, email, phone },
	]);
});

it('move-accepted-deals moves deals with an accepted quotation, and then finds none', async () => {
	const { statuses, deals } = profile();
	const from = statuses.find(({ label }) => label === 'Offerte verstuurd')!;
	const to = statuses.find(
		({ label, backlog_id: id }) => label === 'Gewonnen' && id === from.backlog_id,
	)!;
	const [deal, other] = deals.filter(({ backlogId }) => backlogId === from.backlog_id);
	profile().move(deal, from);
	give(deal, 0, { status: 'ACCEPTED' });
	give(other, 1, { status: 'ACCEPTED' });
	const find = async () => await runNode({ parameters: nodeOf('move-accepted-deals', 'Deals') });
	const found = await find();
	expect(found.map(({ json }) => json.dealId)).toContain(deal.id);
	const items = found.map(({ json }) => ({ json }));
	const moved = await runNode({
		parameters: nodeOf('move-accepted-deals', 'Move the deal'),
		items,
	});
	expect(moved.map(({ json }) => [json.outcome, json.statusId])).toEqual(
		found.map(() => ['updated', to.id]),
	);
	expect(await find()).toEqual([]);
});
