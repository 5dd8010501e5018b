import type { IDataObject } from 'n8n-workflow';

import { listHistory, listStatuses, listUsers } from '../../../nodes/api/deals';
import { withProfile } from '../../../nodes/api/profiles';
import { getQuotation, listQuotationItems } from '../../../nodes/api/quotations';
import { NO_CUSTOMERS } from '../../../nodes/api/quotationCustomers';
import { routes } from '../../../nodes/api/routes';
import { createWebhook, listWebhooks, ensureWebhookDeleted } from '../../../nodes/api/webhooks';
import type { Connection } from '../../../nodes/transport/connection';
import type { Route } from '../../../nodes/transport/types';
import { failure } from '../../support/failure';
import { BASE_URL, json, script } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Which description of the service is asked first, when the other one is, and what is remembered. */

const PROFILE = uuid(0xa1);
const HISTORY = `/contact-service/api/v1/${PROFILE}/history`;
const QUOTATIONS = `/document-service/v1/${PROFILE}/quotations`;

type Reply = ReturnType<typeof json>;

const refused = (status: number, message: string) => json({ message }, status);
const PAGE = { statusCode: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' };

/** A service that has these routes, and answers all others with `noRoute`. */
async function serviceOf(has: Record<string, unknown>, noRoute: Reply) {
	const judged: number[] = [];
	const { connection, sent } = await script(
		({ method, url }) => {
			const route = `${method} ${url.replace(BASE_URL, '')}`;
			return route in has ? json(has[route]) : noRoute;
		},
		{
			attempts: 1,
			onResponse: async (outcome) => {
				if ('status' in outcome && outcome.status >= 400) judged.push(outcome.status);
				return 'kept';
			},
		},
	);
	/** What was asked since the last call. */
	const asked = () =>
		sent.splice(0).map(({ method, url, body }) => {
			const route = `${method} ${url.replace(BASE_URL, '')}`;
			return body ? `${route} ${String(body)}` : route;
		});
	return { connection: { ...connection, profileId: PROFILE }, asked, judged };
}

const rowsOf = async (pages: AsyncIterable<IDataObject[]>) => {
	const rows: IDataObject[] = [];
	for await (const page of pages) rows.push(...page);
	return rows;
};

const PUBLISHED: Record<string, unknown> = {
	[`GET ${HISTORY}`]: { history: [] },
	[`GET ${HISTORY}/statuses`]: { statuses: [{ id: 's' }] },
	[`GET /company-profile-service/v1/${PROFILE}/users`]: [{ id: 'u' }],
	[`GET ${QUOTATIONS}`]: { message: 'OK', quotationDatas: [{ documentId: 'q' }] },
	[`GET ${QUOTATIONS}/q`]: { message: 'OK', quotationData: { documentId: 'q' } },
	'GET /trigger-service/api/v1/list': [{ id: 'w' }],
	'POST /trigger-service/api/v1/subscribe': { subscription: { id: 'w' } },
	'DELETE /trigger-service/api/v1/unsubscribe': true,
};

const NEW = { name: 'n', url: 'https://x.example', headers: {}, events: ['A'] };

/** Each read, as described and as published. */
const READS: Array<[string, (c: Connection) => Promise<unknown>, string, string]> = [
	['the history', async (c) => await listHistory(c), `POST ${HISTORY} {}`, `GET ${HISTORY}`],
	[
		'the statuses',
		async (c) => await listStatuses(c),
		`POST ${HISTORY}/statuses {}`,
		`GET ${HISTORY}/statuses`,
	],
	[
		'the users',
		async (c) => await listUsers(c),
		'POST /company-profile-service/get-users-for-company-profile {}',
		`GET /company-profile-service/v1/${PROFILE}/users`,
	],
	[
		'the quotations',
		async (c) =>
			await rowsOf(listQuotationItems(c, { limit: 10, customers: async () => NO_CUSTOMERS })),
		'GET /api/v1/quotations',
		`GET ${QUOTATIONS}`,
	],
	[
		'a quotation',
		async (c) => await getQuotation(c, 'q'),
		'GET /api/v1/quotations/info',
		`GET ${QUOTATIONS}/q`,
	],
	[
		'the webhooks',
		async (c) => await listWebhooks(c),
		'GET /api/v1/list',
		'GET /trigger-service/api/v1/list',
	],
];

/** Answers that may mean that there is no such route. */
const NO_ROUTE: Array<[string, Reply]> = [
	['404', refused(404, 'Not Found')],
	['405', refused(405, 'Method Not Allowed')],
	...[400, 401, 403].map((status): [string, Reply] => [
		`${status} INVALID_PERMISSION`,
		refused(status, 'INVALID_PERMISSION'),
	]),
];

describe.each([...NO_ROUTE, ['a web page', PAGE] as [string, Reply]])('after %s', (_, noRoute) => {
	it.each(READS)('asks for %s as published, the next time at once', async (...read) => {
		const [, call, described, published] = read;
		const { connection, asked, judged } = await serviceOf(PUBLISHED, noRoute);
		const value = await call(connection);
		expect(asked()).toEqual([described, published]);
		expect(await call(connection)).toEqual(value);
		expect(asked()).toEqual([published]);
		// INVALID_PERMISSION says nothing about the sign-in.
		expect(judged.filter((status) => status < 404)).toEqual([]);
	});
});

it.each([
	['403 of the profile', refused(403, 'COMPANY_PROFILE_ACCESS_DENIED')],
	['401 of the token', refused(401, 'INVALID_TOKEN')],
	['500', refused(500, 'x')],
])('after %s nothing else is asked', async (_, answer) => {
	const { connection, asked } = await serviceOf(PUBLISHED, answer);
	for (const [, call, described] of READS) {
		await failure(call(connection));
		expect(asked()).toEqual([described]);
	}
});

it('what answered for the statuses is remembered for the history, too', async () => {
	const { connection, asked } = await serviceOf(PUBLISHED, refused(404, 'x'));
	await listStatuses(connection);
	asked();
	await listHistory(connection);
	expect(asked()).toEqual([`GET ${HISTORY}`]);
});

it('what answered for the history says nothing about the webhooks', async () => {
	const has = { [`GET ${HISTORY}`]: { history: [] }, 'GET /api/v1/list': [{ id: 'w' }] };
	const { connection, asked } = await serviceOf(has, refused(404, 'x'));
	await listHistory(connection);
	asked();
	expect(await listWebhooks(connection)).toMatchObject([{ id: 'w' }]);
	expect(asked()).toEqual(['GET /api/v1/list']);
});

it('a list stays with its description after the first page', async () => {
	let page = 0;
	const { connection, sent } = await script(
		({ url }) =>
			url.endsWith('/api/v1/quotations') && page++ === 0
				? json({ quotations: Array.from({ length: 50 }, (_, id) => ({ id })), total: 120 })
				: refused(403, 'INVALID_PERMISSION'),
		{ attempts: 1 },
	);
	const list = rowsOf(listQuotationItems({ ...connection, profileId: PROFILE }, { pageSize: 50 }));
	await expect(list).rejects.toThrow(/INVALID_PERMISSION/);
	expect(sent.filter(({ url }) => url.includes('document-service'))).toEqual([]);
});

it.each([
	[405, 'the company profile was not found (404)'],
	[403, 'no access to this company profile (COMPANY_PROFILE_ACCESS_DENIED)'],
])('if the first way is 404 and the second %i, the error is "%s"', async (status, words) => {
	const message = status === 403 ? 'COMPANY_PROFILE_ACCESS_DENIED' : 'x';
	const { connection } = await script(
		({ method }) => refused(method === 'POST' ? 404 : status, message),
		{ attempts: 1 },
	);
	await expect(listUsers({ ...connection, profileId: PROFILE })).rejects.toThrow(words);
});

it('a request body is an error if the published way accepts none', async () => {
	const { connection } = await serviceOf(PUBLISHED, refused(404, 'x'));
	await expect(listHistory(connection, { from: 1 })).rejects.toThrow(/takes no 'Request Body'/);
});

it('all requests are reads, which may be sent again, except these', () => {
	const others = Object.entries(routes).flatMap(([name, ways]) =>
		Object.values(ways).flatMap(({ kind }: Route) => (kind === 'read' ? [] : `${name}: ${kind}`)),
	);
	expect([...new Set(others)]).toEqual([
		'createContact: write',
		'subscribe: write',
		'unsubscribe: idempotent',
		'updateItem: write',
	]);
});

describe('a write', () => {
	it.each(NO_ROUTE)('is sent the second way after %s, a plain refusal', async (_, noRoute) => {
		const { connection, asked } = await serviceOf(PUBLISHED, noRoute);
		expect(await createWebhook(connection, NEW)).toMatchObject({ id: 'w' });
		const body = JSON.stringify({ ...NEW, method: 'POST', company_profile_id: PROFILE });
		expect(asked()).toEqual([
			`POST /api/v1/subscribe ${body}`,
			`POST /trigger-service/api/v1/subscribe ${body}`,
		]);
	});

	it('that creates a webhook is sent the second way after a page, as a web app answers unknown routes', async () => {
		const { connection, asked } = await serviceOf(PUBLISHED, PAGE);
		expect(await createWebhook(connection, NEW)).toMatchObject({ id: 'w' });
		expect(asked()).toHaveLength(2);
	});

	it('is not sent again after 500, because it may have been carried out', async () => {
		const { connection, asked } = await serviceOf({}, refused(500, 'x'));
		await failure(createWebhook(connection, NEW));
		expect(asked()).toHaveLength(1);
	});

	it('that deletes a webhook and is answered with false has succeeded if the list lacks it', async () => {
		const deleted = async (listed: string | undefined) => {
			const has = {
				'DELETE /trigger-service/api/v1/unsubscribe': false,
				...(listed && { 'GET /trigger-service/api/v1/list': [{ id: listed }] }),
			};
			const { connection } = await serviceOf(has, refused(404, 'x'));
			await ensureWebhookDeleted(connection, 'w');
		};
		await deleted('other');
		await failure(deleted('w'));
		// A list that cannot be read proves nothing.
		await failure(deleted(undefined));
	});
});

describe('without a company profile', () => {
	const SECRET = { iban: 'NL00BANK0123456789', apiKeys: { x: 'key-1234567890' } };
	const profile = (id: number, name: string) => ({ id: uuid(id), name, ...SECRET });
	const serviceWith = async (answer: Reply) => {
		const { connection, sent } = await script([answer], { attempts: 1 });
		return { ask: async () => await withProfile({ ...connection, profileId: undefined }), sent };
	};

	it('the only one is used, and read once', async () => {
		const { ask, sent } = await serviceWith(json([profile(1, 'Bakery')]));
		const found = [...(await Promise.all([ask(), ask()])), await ask()];
		expect(found.map(({ profileId }) => profileId)).toEqual([uuid(1), uuid(1), uuid(1)]);
		expect(sent).toHaveLength(1);
	});

	it('several are an error that names 20 of them, and shows nothing else about them', async () => {
		const many = Array.from({ length: 25 }, (_, n) => profile(n, `Shop ${n}`));
		const { message, description } = await failure((await serviceWith(json(many))).ask());
		expect(message).toBe('The credential has access to 25 company profiles');
		expect(description).toContain(`Shop 19 (${uuid(19)}) and 5 more.`);
		expect(description).not.toMatch(/Shop 20|NL00|key-/);
	});

	it.each([
		['is refused', refused(403, 'COMPANY_PROFILE_ACCESS_DENIED')],
		['is not a list', json({ message: 'OK', ...SECRET })],
	])('and if the list of them %s, the error names the field to fill in', async (_, answer) => {
		const { message, description } = await failure((await serviceWith(answer)).ask());
		expect(message).toBe('No company profile is set');
		expect(description).toMatch(/^Fill in the field 'Company Profile ID' of the credential, or/);
		expect(description).not.toMatch(/NL00|key-/);
	});
});
