import { type IDataObject, sleep } from 'n8n-workflow';
import nock from 'nock';

import { listContacts } from '../../support/contactRuns';
import { FAKE_URL, fakeList, rows, useNock } from '../../support/fakeService';

/** Lists of services that behave in ways the sandbox does not. */

useNock();

const credential = { baseUrl: FAKE_URL };
const list = async (more: IDataObject = {}) => await listContacts(more, { credential });

it('200,000 rows in a single answer, for two input items', async () => {
	fakeList(() => rows(0, 200_000));
	const items = await listContacts({}, { credential, items: [{ json: {} }, { json: {} }] });
	expect(items).toHaveLength(400_000);
	expect(items.at(-1)).toMatchObject({ json: { id: 199_999 }, pairedItem: { item: 1 } });
});

it('a list that failed sends nothing more, whatever is still to be tried again', async () => {
	let asked = 0;
	nock(FAKE_URL)
		.persist()
		.get('/api/v1/contacts')
		.query(true)
		.reply((uri) => {
			asked++;
			const number = Number(new URL(uri, FAKE_URL).searchParams.get('page'));
			if (number === 2) return [403, {}];
			return number > 2
				? [503, {}]
				: [200, { content: rows(number * 10, number * 10 + 10), total: 900 }];
		});
	await expect(list({ options: { pageSize: 10 } })).rejects.toThrow();
	// What was under way is answered meanwhile.
	await sleep(100);
	const before = asked;
	await sleep(1500);
	expect(asked).toBe(before);
});
