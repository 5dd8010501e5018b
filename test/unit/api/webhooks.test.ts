import { createWebhook, listWebhooks } from '../../../nodes/api/webhooks';
import { BASE_URL, json, script, type Scripted } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Webhooks in the shapes that the interface leaves open. Deleting them: ways.test.ts. */

const service = async (...answers: Scripted[]) => {
	const { connection, sent } = await script(answers);
	return { crm: { ...connection, profileId: uuid(0xa1) }, sent };
};

it('a webhook is created without a profile if that of the token cannot be found', async () => {
	const hook = { name: 'h', url: 'https://n8n.example/', headers: {}, events: ['E'] };
	const answer = { subscription: { id: 's-1' }, message: 'ok', actions: [] };
	const { crm, sent } = await service(json({ message: 'no' }, 404), json(answer));
	const created = await createWebhook({ ...crm, profileId: undefined }, hook);
	expect(created).toMatchObject({ id: 's-1', record: answer });
	expect(sent[1].url).toBe(`${BASE_URL}/api/v1/subscribe`);
	expect(JSON.parse(String(sent[1].body))).toEqual({ ...hook, method: 'POST' });
});

it.each<[object, string, string, string | undefined]>([
	[{ subscription: { id: 's-1' }, message: '', actions: [] }, 's-1', '', undefined],
	[{ subscription: { id: 7, url: 'https://a/' }, name: 'Mine' }, '7', 'Mine', 'https://a/'],
	[{ id: 's-1', url: 'https://a/' }, 's-1', '', 'https://a/'],
	[{ id: 's', executorParameters: { url: 'https://a/' } }, 's', '', 'https://a/'],
	[{ message: 'ok' }, '', '', undefined],
])('%j has this ID, name and address', async (record, id, name, url) => {
	const { crm } = await service(json([record]));
	expect(await listWebhooks(crm)).toEqual([{ id, name, url, record }]);
});
