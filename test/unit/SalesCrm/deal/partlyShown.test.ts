import '../../../support/freshAccount';

import type { IDataObject } from 'n8n-workflow';

import { listItems } from '../../../../nodes/api/items';
import type { Pipeline } from '../../../../nodes/api/pipelines';
import { listQuotationItems } from '../../../../nodes/api/quotations';
import { dealAt, withItem } from '../../../../nodes/deals/present';
import {
	documentsOf,
	type Person,
	readDocumentsByPerson,
} from '../../../../nodes/SalesCrm/resources/contactPerson/people';
import { failure } from '../../../support/failure';
import { runOperation } from '../../../support/nodeRuns';
import { BASE_URL, json, script } from '../../../support/scripted';
import { uuid } from '../../../support/uuid';

/** Services that show a part: what is lacking is said, and never taken for nothing. */

const PROFILE = uuid(0xa1);

describe('a search where deals show no customers', () => {
	beforeEach(() => {
		sandbox.reset({ deals: 4 });
		sandbox.switches.only = 'described';
	});
	const deals = () => sandbox.world.profile().deals;
	const search = async (text: string) => await runOperation('deal', 'getAll', { search: text });

	it.each([
		['06 1234 5678', 'phone numbers'],
		['an@example.com', 'email addresses'],
	])('for %s is an error that names what is lacking', async (text, what) => {
		expect((await failure(search(text))).message).toContain(
			`your Sales CRM does not show ${what} of deals`,
		);
	});

	it('finds a phone number in a title', async () => {
		deals()[1].summary = 'Dak Jansen, 06-1234 5678';
		const { rows } = await search('+31 6 12345678');
		expect(rows.map(({ dealId }) => dealId)).toEqual([deals()[1].id]);
	});

	it('for words says that only titles were searched', async () => {
		deals()[1].summary = 'Dak Jansen';
		const { rows, hints } = await search('jansen');
		expect(rows).toHaveLength(1);
		expect(hints.join('\n')).toContain('Only titles were searched');
	});
});

it('a wrong deal ID in an update switches nothing off', async () => {
	sandbox.reset({ deals: 4 });
	sandbox.switches.only = 'published';
	const [{ id }] = sandbox.world.profile().deals;
	const update = async (value: string) =>
		await runOperation('deal', 'update', {
			dealId: { __rl: true, mode: 'id', value },
			updateFields: { title: 'Roof' },
		});
	await failure(update(uuid(0xff)));
	expect((await update(id)).rows).toMatchObject([{ outcome: 'updated', title: 'Roof' }]);
	const { rows } = await runOperation('status', 'getAll');
	expect(rows.every(({ pipeline }) => typeof pipeline === 'string')).toBe(true);
});

it('what the own answer of a deal lacks stays as the history has it', () => {
	const freeFields = [
		{ label: 'phone', value: '0612345678' },
		{ label: 'cf_lead_value', value: { iso_currency: 'EUR', amount: 5 } },
	];
	const listed = {
		...{ id: 'd', backlogId: 'p', summary: 'Roof', companyProfileId: [], history: [] },
		...{ freeFields, technicalLabels: [{ timestamp: 1, type: 'DEAL_WON' }] },
	};
	const record = { id: 'd', description: 'Flat' };
	const item = { pipelineId: 'p', title: 'Roof', statusId: null, assigneeId: null, record };
	const { details } = withItem(
		dealAt(listed, 0),
		item as unknown as Parameters<typeof withItem>[1],
	);
	expect(details).toMatchObject({
		...{ phone: '0612345678', value: 5, currency: 'EUR', result: 'won', description: 'Flat' },
	});
});

it.each([
	['caps its pages at 500', 0, 500],
	['counts pages from 1', 1, 1000],
	['does both', 1, 500],
])('the deals of a pipeline at a service that %s are all read', async (_, firstPage, cap) => {
	const ids = Array.from({ length: 2_500 }, (_one, n) => uuid(n + 1));
	const { connection, hints } = await script(({ qs }) => {
		const page = Math.max(0, Number(qs!.page) - firstPage);
		const items = ids.slice(page * cap, (page + 1) * cap).map((id) => ({ id }));
		return json({ message: 'OK', items });
	});
	const pipeline = { id: 'p', boardId: 'b', name: 'P' } as Pipeline;
	const found = await listItems({ ...connection, profileId: PROFILE }, pipeline, new Set(ids));
	expect([found.size, hints]).toEqual([2_500, []]);
});

it('quotations are joined whatever the case of IDs, and those that the overview lacks are counted', async () => {
	const [request, person] = [uuid(0xb1), uuid(0xb2)];
	const [one, other] = [uuid(0xc1), uuid(0xc2)];
	const ids = [one, other.toUpperCase(), uuid(3), uuid(4)];
	const answers: Record<string, unknown> = {
		'/quotations': { quotationDatas: ids.map((documentId) => ({ documentId })) },
		'/documents/overview': {
			documentDatas: [one.toUpperCase(), other].map((id) => ({
				id,
				document_type: 'quotation',
				contact_person_id: person.toUpperCase(),
				itemSubject: { type: 'LEAD_CONFIGURATION', id: request },
			})),
		},
		'/contact-persons': { contact_persons: [{ id: person, display_name: 'An Jansen' }] },
	};
	const { connection, hints } = await script(({ url }) => {
		const path = url.replace(BASE_URL, '');
		const [, answer] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
		return answer && !path.startsWith('/api') ? json(answer) : json({ message: 'x' }, 404);
	});
	const items: IDataObject[] = [];
	for await (const page of listQuotationItems({ ...connection, profileId: PROFILE }, {}))
		items.push(...page);
	expect(items.map(({ customer, requestId }) => [customer, requestId])).toEqual([
		...[0, 1].map(() => ['An Jansen', request]),
		...[null, null].map((none) => [none, null]),
	]);
	expect(hints).toEqual(['2 of 4 quotations are not in the overview of documents']);
});

it('documents belong to a person or a request whatever the case of IDs', async () => {
	const [request, person] = [uuid(0xb1), uuid(0xb2)];
	const documentDatas = [
		{ contact_person_id: person.toUpperCase() },
		{ itemSubject: { type: 'LEAD_CONFIGURATION', id: request.toUpperCase() } },
	];
	const { connection } = await script(() => json({ documentDatas }));
	const source = await readDocumentsByPerson({ ...connection, profileId: PROFILE });
	const found = { id: person, requestIds: new Set([request]) } as unknown as Person;
	expect(source.is === 'read' && documentsOf(found, source.value)).toEqual(documentDatas);
});
