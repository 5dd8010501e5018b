import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { runOperation } from '../../../support/nodeRuns';
import { runs } from '../../../support/runs';
import { peopleInSql } from '../../../support/sql/figures.cjs';

/** Look Up against the same question in SQL over the service's own answers, in drawn worlds. */

const P = identities.PROFILE_ID;
const CRM = `/contact-service/${P}`;

async function answer(path: string, name: string): Promise<IDataObject[]> {
	const headers = { authorization: `Bearer ${identities.API_TOKEN}` };
	const response = await fetch(`${sandbox.url}${path}`, { headers });
	return ((await response.json()) as Record<string, IDataObject[]>)[name];
}

/** All that the service answers, read without the package. */
async function answers() {
	const boards = await answer(`${CRM}/boards`, 'boards');
	const pipelines = (
		await Promise.all(
			boards.map(async ({ id, board_type: type }) =>
				(await answer(`${CRM}/boards/${String(id)}/backlogs`, 'backlogs')).map((one) => ({
					...{ id: one.id, type },
				})),
			),
		)
	).flat();
	const items = await Promise.all(
		pipelines.map(async ({ id }) => await answer(`${CRM}/backlogs/${String(id)}/items`, 'items')),
	);
	const documents = `/document-service/v1/${P}/documents/overview`;
	return {
		pipelines,
		items: items.flat(),
		persons: await answer(`${CRM}/contact-persons`, 'contact_persons'),
		documents: await answer(documents, 'documentDatas'),
	};
}

/** The same by Get Many of each kind of record. */
async function gotMany(people: IDataObject[]): Promise<string[]> {
	const many = await runOperation('deal', 'getAll', { options: { includeArchived: true } });
	const dealId = { __rl: true, mode: 'id', value: '={{ $json.dealId }}' };
	const items = many.rows.map((json) => ({ json }));
	// Only the deal's own route has its request.
	const { rows: deals } = await runOperation('deal', 'get', { dealId }, { items });
	const ofPerson = new Map(people.map((one) => [one.contactPersonId, one.requestIds as string[]]));
	const told = [...ofPerson].flatMap(([id, requestIds]) =>
		deals
			.filter(({ requestId }) => requestIds.includes(String(requestId)))
			.map(({ dealId }) => ['deal', id, dealId].join()),
	);
	for (const kind of ['quotation', 'invoice', 'contract']) {
		const { rows } = await runOperation(kind, 'getAll');
		const owned = rows.filter(({ contactId }) => contactId !== null);
		told.push(
			...owned.map((one) => [kind, one.contactId, one.quotationId ?? one.documentId].join()),
		);
	}
	return told;
}

const anyWorld = fc.record({
	/** Which request each later one has its person from. */
	sharing: fc.array(fc.nat(20), { maxLength: 20 }),
	leads: fc.nat(4),
	archived: fc.array(fc.nat(20), { maxLength: 4 }),
});

it('everybody has the deals and documents that SQL finds', async () => {
	sandbox.switches.only = 'published';
	const checked = fc.asyncProperty(anyWorld, async ({ sharing, leads, archived }) => {
		sandbox.reset({ deals: 20, leads, quotations: 30 });
		sandbox.switches.only = 'published';
		const { items, deals, firstRequests } = sandbox.world.profile();
		for (const [n, first] of sharing.entries()) {
			if (first < n && n < items.length)
				firstRequests.set(items[n].leadConfigurationId, items[first].leadConfigurationId);
		}
		for (const n of archived)
			deals[n % 20].labels.push({ timestamp: Date.now(), type: 'ITEM_ARCHIVED' });
		const world = await answers();
		const asked = world.persons.map(({ item_subjects: subjects }) => ({
			json: { request: (subjects as IDataObject[])[0].id },
		}));
		const { rows } = await runOperation(
			'contactPerson',
			'lookUp',
			{ by: 'requestId', value: '={{ $json.request }}' },
			{ items: asked },
		);
		const told = rows.flatMap((row) => {
			const whose = (kind: string, list: unknown, id: string) =>
				(list as IDataObject[]).map((one) => [kind, row.contactPersonId, one[id]].join());
			return [
				...whose('deal', row.deals, 'dealId'),
				...whose('quotation', row.quotations, 'quotationId'),
				...whose('invoice', row.invoices, 'documentId'),
				...whose('contract', row.contracts, 'documentId'),
			];
		});
		const [expected] = peopleInSql([world]);
		expect([...new Set(told)].sort()).toEqual(expected.map((one) => one.join()).sort());
		expect((await gotMany(rows)).sort()).toEqual([...new Set(told)].sort());
	});
	await fc.assert(checked, runs(6));
});
