import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../../nodes/api/contacts';
import { listHistory, listStatuses, listUsers } from '../../../nodes/api/deals';
import { downloadPdf } from '../../../nodes/api/quotationPdf';
import { getQuotation, listQuotationItems } from '../../../nodes/api/quotations';
import { routes } from '../../../nodes/api/routes';
import type { Connection } from '../../../nodes/transport/connection';
import type { Route } from '../../../nodes/transport/types';
import { BASE_URL, json, script, type Scripted } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** What each operation of the service is sent, with a profile and without one. */

const PROFILE = uuid(0xa1);

const ONE = { limit: 1, pageSize: 50 };

it('all requests are reads, which may be sent again, but these', () => {
	const others = Object.entries(routes).flatMap(([name, ways]) => {
		const kinds = new Set(Object.values(ways).map(({ kind }: Route) => kind));
		expect(kinds.size).toBe(1);
		return kinds.has('read') ? [] : `${name}: ${[...kinds].join()}`;
	});
	expect(others).toEqual([
		'createContact: write',
		'subscribe: write',
		'unsubscribe: idempotent',
		'updateItem: write',
	]);
});

const rowsOf = async (pages: AsyncIterable<IDataObject[]>) => {
	const rows: IDataObject[] = [];
	for await (const page of pages) rows.push(...page);
	return rows;
};

/** Calls with these answers; what was sent of it all. */
async function sentBy<T>(
	call: (connection: Connection) => Promise<T>,
	answers: Scripted[],
	profile: Pick<Connection, 'profileId'> = { profileId: PROFILE },
) {
	const { connection, sent } = await script(answers);
	const value = await call({ ...connection, ...profile }).catch((error) => error);
	const requests = sent.map(({ method, url, qs, body }) => ({
		request: `${method} ${url.replace(BASE_URL, '')}`,
		query: qs,
		body: body && JSON.parse(body as string),
	}));
	return { value, requests, sent };
}

/** As a token is: pinned to one profile, which nobody has to name. */
const NO_PROFILE = { profileId: undefined };

describe.each([
	[
		'contacts',
		(connection: Connection) => rowsOf(listContacts(connection, 'a-1', ONE)),
		{ audience_id: 'a-1' },
	],
	['quotations', (connection: Connection) => rowsOf(listQuotationItems(connection, ONE)), {}],
])('the list of %s', (name, call, more) => {
	it('asks for the pages of the profile', async () => {
		const { value, requests } = await sentBy(call, [json({ [name]: [{ id: 1 }] })]);
		expect(value).toEqual([{ id: 1 }]);
		const query = { company_profile_id: PROFILE, ...more, page: 0, per_page: 1 };
		expect(requests).toEqual([{ request: `GET /api/v1/${name}`, query }]);
	});
});

/** A PDF as n8n gives it. */
class Body {
	static from = () => 'a stream';

	destroy = () => undefined;

	async *[Symbol.asyncIterator]() {
		yield Buffer.from('%PDF-1.7');
	}
}

it('a quotation is asked for by its id, as data or as a PDF', async () => {
	const query = { id: 'Q-1', company_profile_id: PROFILE };
	const info = await sentBy((connection) => getQuotation(connection, 'Q-1'), [json({ id: 'Q-1' })]);
	expect(info.requests).toEqual([{ request: 'GET /api/v1/quotations/info', query }]);
	expect(info.value).toEqual([{ id: 'Q-1' }]);
	const pdf = await sentBy(
		(connection) => downloadPdf(connection, 'Q-1', '', async () => 'stored'),
		[() => ({ statusCode: 200, body: new Body() })],
	);
	expect(pdf.requests).toEqual([{ request: 'GET /api/v1/quotations/pdf', query }]);
	expect(pdf.sent[0]).toMatchObject({
		encoding: 'stream',
		headers: { Accept: 'application/pdf, */*;q=0.5' },
	});
	expect(pdf.value).toBe('stored');
});

it('a deal may lack a title, and a list of changes', async () => {
	const deals = [{ id: 'a' }, { id: 'b', summary: null, history: null }];
	const { value } = await sentBy(listHistory, [json({ history: deals })]);
	expect(value).toEqual(deals.map(({ id }) => ({ id, summary: '', history: [] })));
});

it('what was not found is named: the profile, or what was asked for by its id', async () => {
	const missing = { ...json({ message: 'no' }), statusCode: 404 };
	const messageOf = async (call: (connection: Connection) => Promise<unknown>) =>
		((await sentBy(call, [missing, missing])).value as Error).message;
	expect(await messageOf(listUsers)).toContain(
		'fetch the users: the company profile was not found',
	);
	expect(await messageOf(async (connection) => await getQuotation(connection, 'Q-1'))).toContain(
		'fetch the quotation: the quotation was not found',
	);
});

describe.each([
	['history', listHistory, `/contact-service/api/v1/${PROFILE}/history`, {}, 'history'],
	['statuses', listStatuses, `/contact-service/api/v1/${PROFILE}/history/statuses`, {}, 'statuses'],
	[
		'users',
		listUsers,
		'/company-profile-service/get-users-for-company-profile',
		{ id: PROFILE },
		'users',
	],
] as const)('the list of %s', (_name, list, path, query, field) => {
	it('sends an empty object, unless it is given another', async () => {
		const rows = [{ id: 'r-1' }];
		const { value, requests } = await sentBy(
			(connection) => list(connection) as Promise<unknown>,
			[json({ [field]: rows })],
		);
		expect(requests).toEqual([{ request: `POST ${path}`, query, body: {} }]);
		expect(value).toMatchObject(rows);
		const given = await sentBy(
			(connection) => list(connection, { from: 1 }) as Promise<unknown>,
			[json(rows)],
		);
		expect(given.requests[0].body).toEqual({ from: 1 });
	});

	it('is asked for once more where an answer has no body, which counts when it comes twice', async () => {
		const asked = async (...answers: Scripted[]) =>
			await sentBy((connection) => list(connection) as Promise<unknown>, answers);
		const nothing = { statusCode: 200, body: '' };
		const rows = [{ id: 'r-1' }];
		expect((await asked(nothing, json({ [field]: rows }))).value).toMatchObject(rows);
		expect((await asked(nothing, nothing)).value).toEqual([]);
	});

	it('without a profile is asked for the only one of the account', async () => {
		const { requests } = await sentBy(
			(connection) => list(connection) as Promise<unknown>,
			[json([{ id: PROFILE, name: 'Bakery', iban: 'NL00' }]), json({ [field]: [] })],
			NO_PROFILE,
		);
		expect(requests.map(({ request }) => request)).toEqual([
			'GET /company-profile-service/api/v1/profiles',
			`POST ${path}`,
		]);
	});
});
