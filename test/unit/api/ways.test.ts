import type { IDataObject } from 'n8n-workflow';

import { listHistory, listStatuses, listUsers } from '../../../nodes/api/deals';
import { withProfile } from '../../../nodes/api/profiles';
import { downloadPdf } from '../../../nodes/api/quotationPdf';
import { getQuotation, listQuotationItems } from '../../../nodes/api/quotations';
import { createWebhook, listWebhooks, removeWebhook } from '../../../nodes/api/webhooks';
import type { Connection } from '../../../nodes/transport/connection';
import { BASE_URL, json, script, type ScriptOptions } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Which description of the service is asked, when the other is, and what is remembered. */

const PROFILE = uuid(0xa1);
const HISTORY = `/contact-service/api/v1/${PROFILE}/history`;
const QUOTATIONS = `/document-service/v1/${PROFILE}/quotations`;

type Answers = Record<string, unknown>;

const refused = (status: number, message: string) => ({ ...json({ message }), statusCode: status });
const PAGE = { statusCode: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' };

/** A service that has these routes, and answers all others with `noRoute`. */
async function serviceOf(routes: Answers, noRoute: object, options: ScriptOptions = {}) {
	const renewals: number[] = [];
	const onResponse: ScriptOptions['onResponse'] = async (outcome) => {
		if ('status' in outcome && outcome.status >= 400) renewals.push(outcome.status);
		return 'kept';
	};
	const { connection, sent, hints } = await script(
		({ method, url }) => {
			const route = `${method} ${url.replace(BASE_URL, '')}`;
			return (route in routes ? json(routes[route]) : noRoute) as ReturnType<typeof json>;
		},
		{ onResponse, attempts: 1, ...options },
	);
	const asked = () =>
		sent.splice(0).map(({ method, url, body, qs }) => {
			const page = qs?.page === undefined ? '' : ` page ${String(qs.page)}`;
			return `${method} ${url.replace(BASE_URL, '')}${page}${body ? ` ${String(body)}` : ''}`;
		});
	return { connection: { ...connection, profileId: PROFILE }, asked, renewals, hints };
}

const rowsOf = async (pages: AsyncIterable<IDataObject[]>) => {
	const rows: IDataObject[] = [];
	for await (const page of pages) rows.push(...page);
	return rows;
};

const PUBLISHED: Answers = {
	[`GET ${HISTORY}`]: { history: [] },
	[`GET ${HISTORY}/statuses`]: { statuses: [{ id: 's' }] },
	[`GET /company-profile-service/v1/${PROFILE}/users`]: [{ id: 'u' }],
	[`GET ${QUOTATIONS}`]: { message: 'OK', quotationDatas: [{ documentId: 'q' }] },
	[`GET ${QUOTATIONS}/q`]: { message: 'OK', quotationData: { documentId: 'q' } },
	'GET /trigger-service/api/v1/list': [
		{ id: 'w', name: 'n', executorParameters: { url: 'https://x.example' } },
	],
	'POST /trigger-service/api/v1/subscribe': { subscription: { id: 'w' } },
	'DELETE /trigger-service/api/v1/unsubscribe': true,
};

const NEW = { name: 'n', url: 'https://x.example', headers: {}, events: ['A'] };

/** Each operation, with its first and its second way. */
const OPERATIONS: Array<[string, (c: Connection) => Promise<unknown>, string, string]> = [
	['history', async (c) => await listHistory(c), `POST ${HISTORY} {}`, `GET ${HISTORY}`],
	[
		'statuses',
		async (c) => await listStatuses(c),
		`POST ${HISTORY}/statuses {}`,
		`GET ${HISTORY}/statuses`,
	],
	[
		'users',
		async (c) => await listUsers(c),
		'POST /company-profile-service/get-users-for-company-profile {}',
		`GET /company-profile-service/v1/${PROFILE}/users`,
	],
	[
		'quotations',
		async (c) => await rowsOf(listQuotationItems(c, { limit: 10, needsCustomers: false })),
		'GET /api/v1/quotations page 0',
		`GET ${QUOTATIONS}`,
	],
	[
		'a quotation',
		async (c) => await getQuotation(c, 'q'),
		'GET /api/v1/quotations/info',
		`GET ${QUOTATIONS}/q`,
	],
	[
		'webhooks',
		async (c) => await listWebhooks(c),
		'GET /api/v1/list',
		'GET /trigger-service/api/v1/list',
	],
];

/** What a service may say of a route that it does not have. */
const NO_ROUTE: Array<[string, object]> = [
	['404', refused(404, 'Not Found')],
	['405', refused(405, 'Method Not Allowed')],
	...[400, 401, 403].map((status): [string, object] => [
		`${status} INVALID_PERMISSION`,
		refused(status, 'INVALID_PERMISSION'),
	]),
];

describe.each([...NO_ROUTE, ['a web page', PAGE] as [string, object]])('after %s', (_, noRoute) => {
	it.each(OPERATIONS)('%s are asked as published, and from then on at once', async (...given) => {
		const [, call, described, published] = given;
		const { connection, asked, renewals } = await serviceOf(PUBLISHED, noRoute);
		const value = await call(connection);
		expect(asked()).toEqual([described, published]);
		expect(await call(connection)).toEqual(value);
		expect(asked()).toEqual([published]);
		// Neither a sign-in nor a hold comes of it.
		expect(renewals.filter((status) => status < 404)).toEqual([]);
	});
});

it.each([
	['403 of the profile', refused(403, 'COMPANY_PROFILE_ACCESS_DENIED')],
	['401 of the token', refused(401, 'INVALID_TOKEN')],
	['500', refused(500, 'x')],
	['409', refused(409, 'x')],
])('after %s nothing else is asked', async (_, answer) => {
	const { connection, asked } = await serviceOf(PUBLISHED, answer);
	for (const [, call, described] of OPERATIONS) {
		await expect(call(connection)).rejects.toThrow();
		expect(asked()).toEqual([described]);
	}
});

it('history and statuses are one family: what answered for one is asked for the other', async () => {
	const { connection, asked } = await serviceOf(PUBLISHED, refused(404, 'x'));
	await listStatuses(connection);
	asked();
	await listHistory(connection);
	expect(asked()).toEqual([`GET ${HISTORY}`]);
});

it('a list never changes its way on a later page', async () => {
	let page = 0;
	const { connection, sent } = await script(
		({ url }) =>
			url.endsWith('/api/v1/quotations') && page++ === 0
				? json({ quotations: Array.from({ length: 50 }, (_, id) => ({ id })), total: 120 })
				: { ...json({ message: 'INVALID_PERMISSION' }), statusCode: 403 },
		{ attempts: 1 },
	);
	const list = rowsOf(listQuotationItems({ ...connection, profileId: PROFILE }, { pageSize: 50 }));
	await expect(list).rejects.toThrow(/INVALID_PERMISSION/);
	expect(sent.filter(({ url }) => url.includes('document-service'))).toEqual([]);
});

it.each([
	[404, 'the company profile was not found (404)'],
	[405, 'the company profile was not found (404)'],
	[403, 'no access to this company profile (COMPANY_PROFILE_ACCESS_DENIED)'],
])('if both refuse, the second with %i, the error is the right one', async (status, words) => {
	const message = status === 403 ? 'COMPANY_PROFILE_ACCESS_DENIED' : 'x';
	const { connection } = await script(
		({ method }) => refused(method === 'POST' ? 404 : status, message) as never,
		{ attempts: 1 },
	);
	await expect(listUsers({ ...connection, profileId: PROFILE })).rejects.toThrow(words);
});

it('a body that a person entered is an error where there is none to send', async () => {
	const { connection } = await serviceOf(PUBLISHED, refused(404, 'x'));
	await expect(listHistory(connection, { from: 1 })).rejects.toThrow(/takes no 'Request Body'/);
});

describe('a write', () => {
	it.each(NO_ROUTE)('goes out a second time after %s, a plain refusal', async (_, noRoute) => {
		const { connection, asked } = await serviceOf(PUBLISHED, noRoute);
		expect(await createWebhook(connection, NEW)).toMatchObject({ id: 'w' });
		const body = JSON.stringify({ ...NEW, method: 'POST', company_profile_id: PROFILE });
		expect(asked()).toEqual([
			`POST /api/v1/subscribe ${body}`,
			`POST /trigger-service/api/v1/subscribe ${body}`,
		]);
	});

	it.each([
		['a page', PAGE],
		['500', refused(500, 'x')],
		['302', { statusCode: 302, headers: { location: '/x' }, body: '' }],
	])('does not after %s: it may have been carried out', async (_, answer) => {
		const { connection, asked } = await serviceOf({}, answer);
		await expect(createWebhook(connection, NEW)).rejects.toThrow();
		expect(asked()).toHaveLength(1);
	});

	it('removes a webhook by either way', async () => {
		const { connection, asked } = await serviceOf(PUBLISHED, refused(404, 'x'));
		await removeWebhook(connection, 'w');
		expect(asked()).toEqual([
			'DELETE /api/v1/unsubscribe',
			'DELETE /trigger-service/api/v1/unsubscribe',
		]);
	});

	const ANSWERED_FALSE = { 'DELETE /trigger-service/api/v1/unsubscribe': false };
	it.each([
		['answered false', ANSWERED_FALSE, [], true],
		['answered false', ANSWERED_FALSE, [{ id: 'w' }], false],
		['refused, by anything in front of the service', {}, [{ id: 'other' }], true],
		['refused, by anything in front of the service', {}, [{ id: 'w' }], false],
	])('a removal that is %s is judged by the list: %j%j', async (_, deletes, listed, isGone) => {
		const routes = { ...deletes, 'GET /trigger-service/api/v1/list': listed };
		const { connection } = await serviceOf(routes, refused(404, 'x'));
		const removed = removeWebhook(connection, 'w').then(
			() => true,
			() => false,
		);
		expect(await removed).toBe(isGone);
	});
});

describe('a PDF as published', () => {
	class Body {
		constructor(readonly chunks: string[]) {}

		static from = (chunks: AsyncIterable<Uint8Array>) => chunks;

		destroy = () => undefined;

		async *[Symbol.asyncIterator]() {
			for (const chunk of this.chunks) yield Buffer.from(chunk);
		}
	}
	const PDF = `%PDF-1.7\n${'x'.repeat(100)}`;
	const base64 = `"${Buffer.from(PDF).toString('base64')}"`;
	const stored = async (pdf: { stream: unknown }) => {
		const chunks: Uint8Array[] = [];
		for await (const chunk of pdf.stream as AsyncIterable<Uint8Array>) chunks.push(chunk);
		return Buffer.concat(chunks).toString();
	};
	const downloadOf = async (artifacts: object, artifactName: string, chunks: string[]) => {
		const { connection, sent } = await script(
			({ url }) => {
				if (url.endsWith('/quotations/q')) return json({ quotationData: { artifacts } });
				return url.endsWith('.pdf')
					? { statusCode: 200, body: new Body(chunks) }
					: { ...json({ message: 'no' }), statusCode: 404 };
			},
			{ attempts: 1 },
		);
		const own = { ...connection, profileId: PROFILE };
		const text = await downloadPdf(own, 'q', artifactName, stored).catch((e: Error) => e);
		return { text, sent: sent.map(({ url }) => url.replace(BASE_URL, '')).slice(1) };
	};

	it.each([
		['bytes', [PDF.slice(0, 3), PDF.slice(3)]],
		['base64 in JSON', [base64]],
		['base64 in any pieces', base64.match(/.{1,7}/g)!],
	])('is the only artifact that the quotation lists: %s', async (_, chunks) => {
		const { text, sent } = await downloadOf({ 'my offer': {} }, '', chunks);
		expect(text).toBe(PDF);
		expect(sent).toEqual([`${QUOTATIONS}/q`, `${QUOTATIONS}/q/my%20offer.pdf`]);
	});

	it('is the named one of several; without a name an error lists them', async () => {
		const several = { quotation: {}, terms: {} };
		const named = await downloadOf(several, 'terms', [PDF]);
		expect([named.text, named.sent]).toEqual([PDF, [`${QUOTATIONS}/q/terms.pdf`]]);
		expect((await downloadOf(several, '', [PDF])).text).toMatchObject({
			message: 'Could not download the quotation: it has 2 PDFs',
			description: expect.stringContaining('Available: quotation, terms.') as string,
		});
	});
});

describe('a blank profile', () => {
	const SECRET = { iban: 'NL00BANK0123456789', apiKeys: { x: 'key-1234567890' } };
	const profile = (id: number, name: string) => ({ id: uuid(id), name, ...SECRET });
	const found = async (answer: unknown, options: ScriptOptions = {}) => {
		const { connection, sent, hints } = await script([answer as never], {
			attempts: 1,
			...options,
		});
		const own = { ...connection, profileId: undefined };
		const ask = async () => await withProfile(own).catch((error: Error) => error);
		const [one] = await Promise.all([ask(), ask()]);
		const later = await ask();
		return { one, later, sent, hints };
	};

	it('is the only one, asked for once an account and process', async () => {
		const { one, later, sent } = await found(json([profile(1, 'Bakery')]));
		expect([one, later]).toMatchObject([{ profileId: uuid(1) }, { profileId: uuid(1) }]);
		expect(sent).toHaveLength(1);
	});

	it('of several is an error that names them, 20 at most, and nothing else of them', async () => {
		const many = Array.from({ length: 25 }, (_, n) => profile(n, `Shop ${n}`));
		const { one } = await found(json(many));
		const { message, description } = one as unknown as Record<string, string>;
		expect(message).toBe('The credential has access to 25 company profiles');
		expect(description).toContain(`Shop 19 (${uuid(19)}) and 5 more.`);
		expect(description).not.toContain('Shop 20');
		expect(JSON.stringify([message, description])).not.toMatch(/NL00|key-/);
	});

	it.each([
		['is refused', refused(403, 'COMPANY_PROFILE_ACCESS_DENIED')],
		['does not exist', refused(404, 'no')],
		['is no list', json({ message: 'OK', ...SECRET })],
		['is empty', json([])],
	])('the list of which %s is an error that says what to fill in', async (_, answer) => {
		const { one } = await found(answer);
		const { message, description } = one as unknown as Record<string, string>;
		expect(message).toBe('No company profile is set');
		expect(description).toMatch(/^Fill in the field 'Company Profile ID' of the credential, or/);
		expect(description).not.toMatch(/NL00|key-/);
	});
});
