import {
	addWebhook,
	createWebhook,
	deleteWebhook,
	listWebhooks,
	removeWebhook,
	webhookOf,
} from '../../../nodes/api/webhooks';
import { BASE_URL, json, script, type Scripted } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Creating, listing and deleting webhooks, where the interface leaves open how. */

const PROFILE = uuid(0xa1);
const HOOK = { name: 'h', url: 'https://n8n.example/', headers: {}, events: ['E'] };

async function service(answers: Scripted[], profileId: string | undefined) {
	const { connection, sent } = await script(answers);
	const requests = () =>
		sent.map(({ method, url, qs, body }) => ({
			request: `${method} ${url.replace(BASE_URL, '')}`,
			query: qs,
			body: body && JSON.parse(body as string),
		}));
	return { crm: { ...connection, profileId }, requests };
}

describe.each([
	['of a profile', PROFILE, { company_profile_id: PROFILE }, { profile_id: PROFILE }],
	['of a token, which has its profile', undefined, {}, {}],
])('a hook %s', (_what, profile, inBody, inQuery) => {
	it('is created as it is wanted, by POST', async () => {
		const answer = { subscription: { id: 's-1' }, message: 'ok', actions: [] };
		const { crm, requests } = await service([json(answer)], profile);
		expect(await createWebhook(crm, HOOK)).toMatchObject({ id: 's-1', record: answer });
		const request = 'POST /api/v1/subscribe';
		expect(requests()).toEqual([
			{ request, query: {}, body: { ...HOOK, method: 'POST', ...inBody } },
		]);
	});

	it('is found in the list', async () => {
		const rows = [{ subscription: { id: 's-1' } }];
		const { crm, requests } = await service([json(rows)], profile);
		expect(await listWebhooks(crm)).toEqual(rows.map(webhookOf));
		expect(requests()).toEqual([{ request: 'GET /api/v1/list', query: inQuery }]);
	});
});

describe('a removal', () => {
	const request = 'DELETE /api/v1/unsubscribe';
	const remove = async (...statuses: number[]) => {
		const { crm, requests } = await service(
			statuses.map((status) => json({ id: 's-1', message: 'no' }, status)),
			PROFILE,
		);
		const outcome = await deleteWebhook(crm, 's-1').catch((error) => error.status);
		return { outcome, requests: requests() };
	};
	const plain = { request, query: { id: 's-1' } };
	const withBody = { ...plain, body: { id: 's-1' } };

	it('sends the id in the address', async () => {
		expect((await remove(200)).requests).toEqual([plain]);
	});

	it.each([400, 422])(
		'sends it in the body, too, where the service misses it: %i',
		async (status) => {
			const { outcome, requests } = await remove(status, 200);
			expect(requests).toEqual([plain, withBody]);
			expect(outcome).toEqual({ id: 's-1', message: 'no' });
			expect((await remove(status, status)).outcome).toBe(status);
		},
	);

	it.each([404, 500])('is sent once where it is refused for another reason: %i', async (status) => {
		expect(await remove(status)).toEqual({ outcome: status, requests: [plain] });
	});
});

it.each<[object, string, string, string | undefined]>([
	[{ subscription: { id: 's-1' }, message: '', actions: [] }, 's-1', '', undefined],
	[{ subscription: { id: 7, url: 'https://a/' }, name: 'Mine' }, '7', 'Mine', 'https://a/'],
	[{ id: 's-1', url: 'https://a/' }, 's-1', '', 'https://a/'],
	[{ message: 'ok' }, '', '', undefined],
])('%j has its ID, name and address', (record, id, name, url) => {
	expect(webhookOf(record as never)).toEqual({ id, name, url, record });
});

describe('the trigger', () => {
	it('cannot do with an answer without an ID', async () => {
		const { crm } = await service([json({ message: 'ok' }), json({ id: 's-1' })], PROFILE);
		await expect(addWebhook(crm, HOOK)).rejects.toThrow(
			'Could not create the webhook: the answer has',
		);
		expect(await addWebhook(crm, HOOK)).toBe('s-1');
	});

	it('takes one that is gone for deleted, where the Sales CRM says so in data', async () => {
		const page = { statusCode: 404, headers: { 'content-type': 'text/html' }, body: '<html>' };
		const { crm } = await service([json({ message: 'no' }, 404), page, json({}, 500)], PROFILE);
		await removeWebhook(crm, 's-1');
		for (const status of [404, 500]) {
			await expect(removeWebhook(crm, 's-1')).rejects.toMatchObject({ status });
		}
	});
});
