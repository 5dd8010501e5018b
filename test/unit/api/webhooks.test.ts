import {
	listSubscriptions,
	subscribe,
	subscriptionId,
	subscriptionUrl,
	unsubscribe,
} from '../../../nodes/api/webhooks';
import { BASE_URL, json, script, type Scripted } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Registering, listing and removing hooks, where the interface leaves open how. */

const PROFILE = uuid(0xa1);
const HOOK = { name: 'h', url: 'https://n8n.example/', method: 'POST', headers: {}, events: ['E'] };

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
	it('is registered as it is wanted', async () => {
		const answer = { subscription: { id: 's-1' }, message: 'ok', actions: [] };
		const { crm, requests } = await service([json(answer)], profile);
		expect(await subscribe(crm, HOOK as never)).toEqual(answer);
		const request = 'POST /api/v1/subscribe';
		expect(requests()).toEqual([{ request, query: {}, body: { ...HOOK, ...inBody } }]);
	});

	it('is found in the list', async () => {
		const rows = [{ subscription: { id: 's-1' } }];
		const { crm, requests } = await service([json(rows)], profile);
		expect(await listSubscriptions(crm)).toEqual(rows);
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
		const outcome = await unsubscribe(crm, 's-1').catch((error) => error.status);
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

describe('an entry of the list', () => {
	it.each([
		[{ subscription: { id: 's-1' } }, 's-1'],
		[{ subscription: { id: 7 }, id: 'of another thing' }, '7'],
		[{ id: 's-1' }, 's-1'],
		[{ subscription: {}, id: 'of another thing' }, undefined],
		[{ subscription: 's-1' }, undefined],
		[{ id: '' }, undefined],
		[null, undefined],
		[[{ id: 's-1' }], undefined],
	])('%j has the id %j', (entry, id) => {
		expect(subscriptionId(entry)).toBe(id);
	});

	it.each([
		[{ subscription: { id: 1, url: 'https://a/' } }, 'https://a/'],
		[{ subscription: { id: 1 }, url: 'https://a/' }, 'https://a/'],
		[{ subscription: { url: 'https://a/' }, url: 'https://b/' }, 'https://a/'],
		[{ url: 'https://a/' }, 'https://a/'],
		[{ url: 7 }, undefined],
	])('%j has the address %j', (entry, url) => {
		expect(subscriptionUrl(entry)).toBe(url);
	});
});
