import { listHistory, listUsers } from '../../../nodes/api/deals';
import { fetchNames } from '../../../nodes/api/names';
import { downloadPdf } from '../../../nodes/api/quotationPdf';
import { getQuotation } from '../../../nodes/api/quotations';
import { routes } from '../../../nodes/api/routes';
import type { Connection } from '../../../nodes/transport/connection';
import type { Route } from '../../../nodes/transport/types';
import { BASE_URL, json, script, type Scripted } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** What operations of the service are sent; those with two ways: ways.test.ts. */

const PROFILE = uuid(0xa1);

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

/** Calls with these answers; what was sent of it all. */
async function sentBy<T>(call: (connection: Connection) => Promise<T>, answers: Scripted[]) {
	const { connection, sent } = await script(answers);
	const value = await call({ ...connection, profileId: PROFILE }).catch((error) => error);
	const requests = sent.map(({ method, url, qs, body }) => ({
		request: `${method} ${url.replace(BASE_URL, '')}`,
		query: qs,
		body: body && JSON.parse(body as string),
	}));
	return { value, requests, sent };
}

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

it('a list without a body may have been cut off: none counts if it comes twice', async () => {
	const nothing = { statusCode: 200, body: '' };
	const users = [{ id: 'u-1' }];
	expect((await sentBy(listUsers, [nothing, json(users)])).value).toMatchObject(users);
	expect((await sentBy(listUsers, [nothing, nothing])).value).toEqual([]);
});

it('what no person can mend is no missing name: a cancelled run has none', async () => {
	const { connection } = await script([], { signal: AbortSignal.abort() });
	const names = fetchNames({ ...connection, profileId: PROFILE });
	await expect(names).rejects.toMatchObject({ name: 'CancelledError' });
});
