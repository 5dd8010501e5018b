import assert from 'node:assert/strict';
import { test } from 'node:test';

import { exampleOf } from '../../previews/example.mts';
import * as who from '../identities.mts';
import { readDescription } from '../validation.mts';
import { call, sandbox, set } from './support.mts';
import * as shapes from './shapes.mts';

/** What the routes as published answer. */

const P = who.PROFILE_ID;
const CRM = `/contact-service/${P}`;
const DOCUMENTS = `/document-service/v1/${P}`;
const get = async (path: string) => {
	const { status, json, text } = await call('GET', path);
	assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`);
	return json;
};
const rows = async (path: string, name?: string): Promise<any[]> => {
	const json = await get(path);
	if (!name) return json;
	assert.deepEqual(
		Object.keys(json).filter((key) => key !== 'message'),
		[name],
	);
	return json[name];
};
const first = <T,>(list: T[], isIt: (one: T) => unknown) => {
	const found = list.find(isIt);
	assert.ok(found);
	return found;
};
const boards = async (type?: string) =>
	await rows(`${CRM}/boards${type ? `?board_type=${type}` : ''}`, 'boards');
const pipelines = async (board: any) =>
	await rows(`${CRM}/boards/${board.id}/backlogs`, 'backlogs');
const itemsOf = async ({ id, board_id }: any, query = '') =>
	await rows(`${CRM}/boards/${board_id}/backlogs/${id}/items${query}`, 'items');
const everyPipeline = async () => (await Promise.all((await boards()).map(pipelines))).flat();
const allItems = async () =>
	(await Promise.all((await everyPipeline()).map((one) => itemsOf(one)))).flat();

test('each list has the shape that is published', async () => {
	const lists: Array<[path: string, name: string | undefined, shape: object]> = [
		[`/contact-service/api/v1/${P}/history`, 'history', shapes.historyItem],
		[`/contact-service/api/v1/${P}/history/statuses`, 'statuses', shapes.status],
		[`/company-profile-service/v1/${P}/users`, undefined, shapes.user],
		[`${CRM}/boards`, 'boards', shapes.board],
		[`${CRM}/contact-persons`, 'contact_persons', shapes.contactPerson],
		[`${DOCUMENTS}/quotations`, 'quotationDatas', shapes.listedQuotation],
		[`${DOCUMENTS}/documents/overview`, 'documentDatas', shapes.summary],
	];
	for (const [path, name, shape] of lists) {
		const list = await rows(path, name);
		assert.ok(list.length > 1, path);
		const wrong = list.flatMap((row) => shapes.misfits(row, shape as never));
		assert.deepEqual(wrong, [], path);
	}
	for (const one of await everyPipeline()) {
		assert.deepEqual(shapes.misfits(one, shapes.pipeline), []);
		const listed = await rows(`${CRM}/backlogs/${one.id}/items`, 'items');
		assert.deepEqual(
			listed.flatMap((item) => shapes.misfits(item, shapes.item)),
			[],
		);
		for (const item of await itemsOf(one)) {
			assert.deepEqual(shapes.misfits(item, shapes.boardItem), []);
			const own = await get(`${CRM}/backlogs/${one.id}/items/${item.id}`);
			assert.deepEqual(Object.keys(own), ['message', 'item']);
			assert.deepEqual(shapes.misfits(own.item, shapes.item), []);
		}
	}
	assert.deepEqual(shapes.misfits(await get('/authentication-service/me'), shapes.signedIn), []);
});

test('each record has an example in openapi.yaml of that shape', async () => {
	const { api } = await readDescription();
	const exampleIn = (name: string) => exampleOf<object>(api.definition as never, name);
	for (const [name, shape] of [
		['HistoryItemAsPublished', shapes.historyItem],
		['StatusAsPublished', shapes.status],
		['UserAsPublished', shapes.user],
		['Board', shapes.board],
		['Pipeline', shapes.pipeline],
		['BoardItem', shapes.boardItem],
		['Item', shapes.item],
		['ContactPerson', shapes.contactPerson],
		['ListedQuotation', shapes.listedQuotation],
		['QuotationDocument', shapes.quotation],
		['DocumentSummary', shapes.summary],
		['Subscription', shapes.subscription],
	] as const) {
		const missing = Object.keys(shape).filter((key) => !(key in exampleIn(name)));
		assert.deepEqual([shapes.misfits(exampleIn(name), shape), missing], [[], []], name);
	}
});

test('boards are listed by type; their pipelines have names, and statuses have positions', async () => {
	assert.deepEqual(
		(await boards('LEADS')).map(({ board_name }) => board_name),
		['Leads'],
	);
	assert.deepEqual((await boards('ORDERS')).length, 0);
	assert.equal((await boards('DEALS')).length, 2);
	const ids = new Set((await everyPipeline()).map(({ id }) => id));
	const { statuses } = await get(`/contact-service/api/v1/${P}/history/statuses`);
	assert.deepEqual(new Set(statuses.map(({ backlog_id }: any) => backlog_id)), ids);
	const places = [...ids].map((id) =>
		statuses
			.filter(({ backlog_id }: any) => backlog_id === id)
			.map(({ position }: any) => position),
	);
	for (const positions of places) assert.deepEqual(positions.toSorted(), [...positions.keys()]);
	const categories = new Set(statuses.map(({ status_category }: any) => status_category));
	assert.deepEqual(categories, new Set(['TODO', 'PROGRESS', 'DONE', null]));
});

test('the history contains leads and deals, with their labels', async () => {
	const { history } = await get(`/contact-service/api/v1/${P}/history`);
	const described = await call('POST', `/contact-service/api/v1/${P}/history`);
	assert.equal(history.length, described.json.history.length + 4);
	assert.ok(!('freeFields' in described.json.history[0]));
	const labels = new Set(
		history.flatMap((one: any) => one.technicalLabels.map(({ type }: any) => type)),
	);
	for (const label of ['DEAL_WON', 'DEAL_LOST', 'ITEM_ARCHIVED', 'ITEM_CONVERTED', 'ITEM_ACTIVE'])
		assert.ok(labels.has(label), label);
});

test('a request ties deals, leads, quotations and contact persons together', async () => {
	const summaries = await rows(`${DOCUMENTS}/documents/overview`, 'documentDatas');
	const people = await rows(`${CRM}/contact-persons`, 'contact_persons');
	const items = await allItems();
	const requests = summaries.map(({ itemSubject }) => itemSubject?.id);
	assert.ok(requests.includes(undefined), 'one belongs to nothing');
	assert.ok(new Set(requests).size < requests.length, 'one has several');
	for (const { itemSubject, contact_person_id } of summaries) {
		if (!itemSubject) assert.equal(contact_person_id, null);
		else {
			first(items, ({ item_subject }) => item_subject.id === itemSubject.id);
			const person = first(people, ({ id }) => id === contact_person_id);
			assert.equal(person.item_subjects[0].id, itemSubject.id);
			const alone = await get(`${CRM}/contact-persons/${person.id}`);
			assert.deepEqual(alone.contact_person, person);
		}
	}
	const id = first(requests, Boolean);
	const own = await rows(`${DOCUMENTS}/quotations?lead_configuration_id=${id}`, 'quotationDatas');
	const wanted = summaries.filter(
		(one) => one.itemSubject?.id === id && one.document_type === 'QUOTATION',
	);
	assert.deepEqual(
		own.map(({ documentId }) => documentId),
		wanted.map((one) => one.id),
	);
	const converted = items.filter(
		({ item_subject }) => item_subject.id === items[0].item_subject.id,
	);
	assert.equal(converted.length, 2, 'a lead became a deal');
});

test('a quotation has lines, customer and files; its PDF comes as a file or in JSON', async () => {
	const [listed] = await rows(`${DOCUMENTS}/quotations`, 'quotationDatas');
	for (const name of ['subjects', 'segments', 'artifacts']) assert.ok(!(name in listed));
	const path = `${DOCUMENTS}/quotations/${listed.documentId}`;
	const { quotationData: whole } = await get(path);
	assert.deepEqual(shapes.misfits(whole, shapes.quotation), []);
	const group = first(Object.values<any>(whole.segments), ({ type }) => type === 'priceLineGroup');
	const total = group.data.lines.reduce(
		(sum: number, { units, pricePerUnit, discount }: any) =>
			sum + units * pricePerUnit * (1 - (discount?.amount ?? 0) / 100),
		0,
	);
	assert.ok(Math.abs(total - whole.pricing.total) < 0.01);
	const [artifact, ...others] = Object.keys(whole.artifacts);
	assert.equal(others.length, 0);
	assert.match((await call('GET', `${path}/${artifact}.pdf`)).text, /^%PDF-/);
	set({ pdfAnswer: 'base64' });
	const encoded = JSON.parse((await call('GET', `${path}/${artifact}.pdf`)).text);
	assert.match(Buffer.from(encoded, 'base64').toString('latin1'), /^%PDF-/);
	assert.equal((await call('GET', `${path}/anders.pdf`)).status, 400);
	set({ artifactNames: [] });
	assert.equal((await get(path)).quotationData.artifacts, null);
	const both = sandbox.world.profile().quotations[0];
	both.status = both.status === 'ACCEPTED' ? 'REJECTED' : 'ACCEPTED';
	const again = await rows(`${DOCUMENTS}/quotations`, 'quotationDatas');
	assert.equal(again[0].documentStatus, both.status);
	assert.notEqual(again[0].versionId, listed.versionId);
});

test('profiles are those that the caller may open, with bank data that must never be shown', async () => {
	const own = await rows('/company-profile-service/api/v1/profiles');
	assert.deepEqual(
		own.map(({ id, name }) => [id, name]),
		[[P, 'Zon en Dak']],
	);
	const text = JSON.stringify(own);
	for (const secret of Object.values(who.PROFILE_SECRETS)) assert.ok(text.includes(secret));
	const { iban, bic, taxNumber } = who.PROFILE_SECRETS;
	const { id, ...financials } = own[0].financials;
	assert.deepEqual(financials, {
		international_bank_account_number: iban,
		tax_number: taxNumber,
		business_identifier_code: bic,
	});
	const body = { email: who.SERVICE_ACCOUNT.email, password: who.SERVICE_ACCOUNT.password };
	const { json } = await call('POST', '/authentication-service/login-api', { body, headers: {} });
	const headers = { 'X-AUTHORIZATION': json.sessionKey };
	const open = await call('GET', '/company-profile-service/api/v1/profiles', { headers });
	assert.deepEqual(
		open.json.map((profile: any) => profile.id),
		[P, who.SECOND_PROFILE_ID],
	);
	assert.equal((await call('GET', '/authentication-service/me', { headers })).json.role, 'API');
});
