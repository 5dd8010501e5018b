import { listWebhooks } from '../../../nodes/api/webhooks';
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
