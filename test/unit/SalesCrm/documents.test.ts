import '../../support/fastClock';
import '../../support/freshAccount';

import type { IDataObject } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext, runNode } from '../../support/engine';
import { failure } from '../../support/failure';
import { requestsTo } from '../../support/historyRuns';
import { runOperation } from '../../support/nodeRuns';

/** Invoices and contracts: what the sandbox's world contains, worked out without the package. */

beforeEach(() => {
	sandbox.reset({ deals: 12, leads: 0, quotations: 30 });
	Object.assign(sandbox.switches, { only: 'published', artifactNames: ['document'] });
});

const profile = () => sandbox.world.profile();
const iso = (ms: number) => new Date(ms).toISOString();

describe.each([
	['invoice', 'INVOICE'],
	['contract', 'CONTRACT'],
])('%s', (resource, type) => {
	const all = () => profile().documents.filter((document) => document.type === type);
	const getMany = async (more: IDataObject = {}) => await runOperation(resource, 'getAll', more);
	const ids = (rows: IDataObject[]) => rows.map(({ documentId }) => documentId);
	const ofDeal = () => {
		const { requestId } = all().find((one) => one.requestId !== undefined)!;
		return profile().deals.find(({ leadConfigurationId }) => leadConfigurationId === requestId)!;
	};

	it('Get Many returns each with its customer', async () => {
		const { rows, hints } = await getMany();
		expect(rows).toHaveLength(all().length);
		for (const [n, document] of all().entries()) {
			const { id, number, title, status, total, createdAt, requestId } = document;
			const deal = profile().deals.find((one) => one.leadConfigurationId === requestId);
			expect(rows[n]).toMatchObject({
				...{ documentType: type, number, title, status, currency: 'EUR', documentId: id },
				total: type === 'CONTRACT' ? null : total,
				...{ createdAt: iso(createdAt), requestId: requestId ?? null },
				email: deal?.person.email ?? null,
			});
		}
		expect(Object.keys(rows[0]).join()).toBe(
			'documentType,number,title,status,customer,email,phone,total,currency,createdAt,expiresAt,daysOpen,contactDetails,documentId,requestId,contactId,companyProfileId',
		);
		expect(hints).toEqual([]);
	});

	it('the lists are read once for all items', async () => {
		const parameters = { resource, operation: 'getAll', returnAll: true };
		await runNode({ items: [{ json: {} }, { json: {} }], parameters });
		expect(requestsTo('listDocuments', 'listContactPersons')).toHaveLength(2);
	});

	it('search and filters choose', async () => {
		const [first] = all();
		const deal = ofDeal();
		const ofRequest = all().filter((one) => one.requestId === deal.leadConfigurationId);
		const dealId = { __rl: true, mode: 'id', value: deal.id };
		const createdAfter = iso(first.createdAt);
		const newer = all().filter(({ createdAt }) => createdAt >= first.createdAt);
		expect(ids((await getMany({ search: first.title.toLowerCase() })).rows)).toEqual([first.id]);
		expect(ids((await getMany({ search: deal.person.last })).rows)).toEqual(
			expect.arrayContaining(ofRequest.map(({ id }) => id)),
		);
		expect(ids((await getMany({ filters: { dealId } })).rows)).toEqual(
			ofRequest.map(({ id }) => id),
		);
		expect(ids((await getMany({ filters: { createdAfter } })).rows)).toEqual(
			newer.map(({ id }) => id),
		);
		const { rows, hints } = await getMany({ filters: { statuses: ['EXPIRED'] } });
		const some = `${all().length} ${resource}s`;
		expect([rows, hints]).toEqual([
			[],
			[`Nothing matches. The list contains ${some}, with the statuses "SENT".`],
		]);
	});

	it("its customer's ID may be written in another case", async () => {
		const { rows } = await getMany();
		const { rows: raw } = await getMany({ simplify: false });
		const documents = raw.map((one) => ({
			...{ ...one, contact_person_id: String(one.contact_person_id ?? '').toUpperCase() },
		}));
		const body = { message: 'OK', documents };
		sandbox.switches.faults = [{ kind: 'failure200', route: 'listDocuments', every: 1, body }];
		expect((await getMany()).rows.map(({ customer }) => customer)).toEqual(
			rows.map(({ customer }) => customer),
		);
	});

	it('without Simplify it is as the service sends it, up to the limit', async () => {
		const { rows } = await getMany({ simplify: false, returnAll: false, limit: 2 });
		expect(rows.map(({ id, document_type: kind }) => [id, kind])).toEqual(
			all()
				.slice(0, 2)
				.map(({ id }) => [id, type]),
		);
	});

	it('a service that has none, or does not show them, is named', async () => {
		sandbox.switches.only = 'described';
		const { message } = await failure(getMany());
		expect(message).toBe(
			`The ${resource}s cannot be listed: your Sales CRM does not offer documents`,
		);
	});

	it('the list of the editor shows them, the newest first, and is searched by any text', async () => {
		const search = new SalesCrm().methods.listSearch.searchDocuments;
		const shown = async (filter?: string) => {
			const context = loadOptionsContext({ parameters: { resource } });
			return (await search.call(context, filter)).results.map(({ value }) => value);
		};
		const newestFirst = all().toSorted((a, b) => b.createdAt - a.createdAt);
		expect(await shown()).toEqual(newestFirst.map(({ id }) => id));
		expect(await shown(all()[0].title.toLowerCase())).toEqual([all()[0].id]);
	});

	const download = async (options: IDataObject = {}, json: IDataObject = {}) => {
		const documentId = { __rl: true, mode: 'id', value: all()[0].id };
		const parameters = { resource, operation: 'download', documentId, options };
		return await runNode({ items: [{ json }], parameters });
	};

	it('Download takes the only PDF, which is named like the document', async () => {
		const { id } = all()[0];
		const [{ json, binary }] = await download({}, { documentId: id, number: '2026-1' });
		expect(json).toEqual({ documentId: id, fileName: expect.stringMatching(/\.pdf$/) });
		expect(binary!.data).toMatchObject({ mimeType: 'application/pdf' });
	});

	it('of several PDFs one has to be chosen', async () => {
		sandbox.switches.artifactNames = ['document', 'terms'];
		const { message, description } = await failure(download());
		expect(message).toBe(`Could not download the ${resource}: it has 2 PDFs`);
		expect(description).toContain('Available: document, terms.');
		expect(await download({ artifactName: 'terms' })).toHaveLength(1);
	});

	it('where its record may not be read, the name has to be entered', async () => {
		const route = type === 'INVOICE' ? 'getInvoice' : 'getContract';
		sandbox.switches.faults = [{ kind: 'status', status: 403, every: 1, route }];
		const { message, description } = await failure(download());
		const what = new RegExp(
			`^The name of the PDF could not be read: .* the ${resource}: .*\\(403\\)$`,
		);
		expect(message).toMatch(what);
		expect(description).toContain("enter the name in 'Artifact Name'");
		expect(await download({ artifactName: 'document' })).toHaveLength(1);
	});
});

it('50 quotations by deal: what they share is read once', async () => {
	sandbox.reset({ deals: 60, leads: 0, quotations: 30 });
	const items = profile()
		.deals.slice(0, 50)
		.map(({ id }) => ({ json: { id } }));
	const dealId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const parameters = { resource: 'quotation', operation: 'getAll', filters: { dealId } };
	sandbox.log.requests.length = 0;
	await runNode({ items, parameters });
	const asked = sandbox.log.requests.map(({ operationId }) => operationId);
	expect(asked.filter((one) => one === 'getItem')).toHaveLength(50);
	expect(asked.filter((one) => one === 'listQuotationsAsPublished')).toHaveLength(50);
	expect(asked.length).toBeLessThanOrEqual(100 + 12);
});
