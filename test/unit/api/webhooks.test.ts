import { addWebhook, createWebhook, listWebhooks, webhookOf } from '../../../nodes/api/webhooks';
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
	/** The service has no list of profiles to find it out. */
	const NO_PROFILES = profile ? [] : [json({ message: 'no' }, 404)];

	it('is created as it is wanted, by POST', async () => {
		const answer = { subscription: { id: 's-1' }, message: 'ok', actions: [] };
		const { crm, requests } = await service([...NO_PROFILES, json(answer)], profile);
		expect(await createWebhook(crm, HOOK)).toMatchObject({ id: 's-1', record: answer });
		const request = 'POST /api/v1/subscribe';
		expect(requests().slice(NO_PROFILES.length)).toEqual([
			{ request, query: {}, body: { ...HOOK, method: 'POST', ...inBody } },
		]);
	});

	it('is found in the list', async () => {
		const rows = [{ subscription: { id: 's-1' } }];
		const { crm, requests } = await service([...NO_PROFILES, json(rows)], profile);
		expect(await listWebhooks(crm)).toEqual(rows.map(webhookOf));
		const asked = requests().slice(NO_PROFILES.length);
		expect(asked).toEqual([{ request: 'GET /api/v1/list', query: inQuery }]);
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
});
