/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { idsOf, listContacts } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { startOver } from '../../support/startOver';

/** What the lists hand on, whatever the service. */

beforeEach(async () => await startOver({ contacts: 3 }));

it.each(['array', 'named', 'content', 'data', 'unforeseen'] as const)(
	'an empty list is no items, shape %s',
	async (listShape) => {
		Object.assign(sandbox.switches, { listShape });
		expect(await listContacts({ audienceId: identities.EMPTY_AUDIENCE_ID })).toEqual([]);
	},
);

it('each item links to the input item that asked for it', async () => {
	sandbox.reset({ contacts: 3 });
	const items = await listContacts({}, { items: [{ json: {} }, { json: {} }] });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 0, 1, 1, 1].map((item) => ({ item })),
	);
});

it('quotations are listed the same way', async () => {
	sandbox.reset({ quotations: 330 });
	Object.assign(sandbox.switches, { pageCap: 25 });
	const parameters = { resource: 'quotation', operation: 'getAll', returnAll: true };
	const items = await runNode({ parameters });
	expect(idsOf(items)).toEqual(sandbox.world.profile().quotations.map(({ id }) => id));
});

describe('simplify', () => {
	beforeEach(() => sandbox.reset({ contacts: 2 }));

	it('makes a field of each personal info', async () => {
		const [raw] = await listContacts();
		const [simple] = await listContacts({ simplify: true });
		const infos = raw.json.standard_personal_infos as Array<{ name: string; value: string }>;
		const fields = Object.fromEntries(infos.map(({ name, value }) => [name, value]));
		expect(simple.json).toEqual({
			...fields,
			createdAt: new Date(raw.json.time_stamp as number).toISOString(),
			contactType: raw.json.contact_type,
			contactId: raw.json.id,
		});
	});

	it('leaves the answer alone when it is off', async () => {
		const [raw] = await listContacts();
		const [contact] = sandbox.world.profile().contacts.slice(identities.AUDIENCE_ID, 0, 1);
		expect(raw.json).toEqual(JSON.parse(JSON.stringify(contact)));
	});
});
