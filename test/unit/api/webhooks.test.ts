import { addWebhook, createWebhook, listWebhooks } from '../../../nodes/api/webhooks';
import { BASE_URL, json, script, type Scripted } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Creating and listing webhooks, where the interface leaves open how; deleting: ways.test.ts. */

const HOOK = { name: 'h', url: 'https://n8n.example/', headers: {}, events: ['E'] };

const service = async (...answers: Scripted[]) => {
	const { connection, sent } = await script(answers);
	return { crm: { ...connection, profileId: uuid(0xa1) }, sent };
};

it('a token whose profile cannot be found out is pinned to one, so a webhook is created without', async () => {
	const answer = { subscription: { id: 's-1' }, message: 'ok', actions: [] };
	const { crm, sent } = await service(json({ message: 'no' }, 404), json(answer));
	const created = await createWebhook({ ...crm, profileId: undefined }, HOOK);
	expect(created).toMatchObject({ id: 's-1', record: answer });
	const { method, url, body } = sent[1];
	expect(`${method} ${url}`).toBe(`POST ${BASE_URL}/api/v1/subscribe`);
	expect(JSON.parse(String(body))).toEqual({ ...HOOK, method: 'POST' });
});

it.each<[object, string, string, string | undefined]>([
	[{ subscription: { id: 's-1' }, message: '', actions: [] }, 's-1', '', undefined],
	[{ subscription: { id: 7, url: 'https://a/' }, name: 'Mine' }, '7', 'Mine', 'https://a/'],
	[{ id: 's-1', url: 'https://a/' }, 's-1', '', 'https://a/'],
	[{ id: 's', executorParameters: { url: 'https://a/' } }, 's', '', 'https://a/'],
	[{ message: 'ok' }, '', '', undefined],
])('%j has its ID, name and address', async (record, id, name, url) => {
	const { crm } = await service(json([record]));
	expect(await listWebhooks(crm)).toEqual([{ id, name, url, record }]);
});

it('the trigger cannot do with an answer without an ID', async () => {
	const { crm } = await service(json({ message: 'ok' }), json({ id: 's-1' }));
	await expect(addWebhook(crm, HOOK)).rejects.toThrow(
		'Could not create the webhook: the answer has',
	);
	expect(await addWebhook(crm, HOOK)).toBe('s-1');
});
