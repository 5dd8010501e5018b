import {
	createWebhook,
	createWebhookWithId,
	ensureWebhookDeleted,
	listWebhooks,
} from '../../../nodes/api/webhooks';
import { json, script } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Webhooks in the shapes that the interface leaves open. Deleting them: ways.test.ts. */

it.each<[object, string, string, string | undefined]>([
	[{ subscription: { id: 7, url: 'https://a/' }, name: 'Mine' }, '7', 'Mine', 'https://a/'],
	[{ id: 's-1', url: 'https://a/' }, 's-1', '', 'https://a/'],
	[{ id: 's', executorParameters: { url: 'https://a/' } }, 's', '', 'https://a/'],
])('%j has this ID, name and address', async (record, id, name, url) => {
	const { connection } = await script([json([record])]);
	const own = { ...connection, profileId: uuid(0xa1) };
	expect(await listWebhooks(own)).toEqual([{ id, name, url, record }]);
});

it('are registered and deleted where a web app answers unknown routes with its page', async () => {
	const { connection, sent } = await script(
		({ url, method }) => {
			if (!url.includes('/trigger-service/')) return { statusCode: 200, body: '<html>App</html>' };
			return json(method === 'DELETE' ? true : { id: 's' });
		},
		{ attempts: 1 },
	);
	const scoped = { ...connection, profileId: uuid(0xa1) };
	const webhook = { name: 'Mine', url: 'https://a/', headers: {}, events: ['X'] };
	expect(await createWebhook(scoped, webhook)).toMatchObject({ id: 's' });
	const afterRestart = { ...scoped, account: { ...scoped.account, key: 'another process' } };
	await ensureWebhookDeleted(afterRestart, 's');
	expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE', 'DELETE']);
});

it('are not registered again after another answer that may have been cut off', async () => {
	const { connection, sent } = await script([{ statusCode: 200, body: '{"subscription":{"id"' }], {
		attempts: 1,
	});
	const webhook = { name: 'Mine', url: 'https://a/', headers: {}, events: ['X'] };
	const registering = createWebhook({ ...connection, profileId: uuid(0xa1) }, webhook);
	await expect(registering).rejects.toThrow('it may have been carried out');
	expect(sent).toHaveLength(1);
});

it('have their ID, even if the answer is nested without end', async () => {
	const rest = '['.repeat(100_000) + ']'.repeat(100_000);
	const body = `{ "id": "s", "rest": ${rest} }`;
	const { connection } = await script([{ statusCode: 200, body }]);
	const webhook = { name: 'Mine', url: 'https://a/', headers: {}, events: ['X'] };
	const scoped = { ...connection, profileId: uuid(0xa1) };
	expect(await createWebhookWithId(scoped, webhook)).toBe('s');
});
