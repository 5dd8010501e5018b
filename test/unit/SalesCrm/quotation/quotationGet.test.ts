import { runNode } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { type Description, quotationsAs } from '../../../support/quotations';

/** A single record. CONTRIBUTING.md names this test as the one to copy. */

beforeEach(() => sandbox.reset());

const get = async (quotationId: unknown, simplify = true) => {
	const parameters = { resource: 'quotation', operation: 'get', quotationId, simplify };
	return await runNode({ parameters: parameters as never });
};

it('returns the quotation with its lines, or as the service sends it', async () => {
	const [{ id, number, lines }] = sandbox.world.profile().quotations;
	const json = { quotationId: id, number, lines: lines.map(({ quantity }) => ({ quantity })) };
	expect(await get(id)).toMatchObject([{ json, pairedItem: { item: 0 } }]);
	const raw = { id, quotation_number: Number(number) };
	expect(await get(id, false)).toMatchObject([{ json: raw, pairedItem: { item: 0 } }]);
});

it.each<Description>(['described', 'published'])(
	'has the same keys and lines as %s',
	async (as) => {
		const [{ id, number, status, total, createdAt, lines }] = sandbox.world.profile().quotations;
		const { items } = await quotationsAs(as, {
			operation: 'get',
			quotationId: { __rl: true, mode: 'id', value: id },
		});
		const iso = new Date(createdAt).toISOString();
		expect(items).toMatchObject([
			{
				...{ number, status, total, createdAt: iso, quotationId: id },
				companyProfileId: identities.PROFILE_ID,
				lines: lines.map(({ description, quantity, unitPrice }) => ({
					...{ description, quantity, unitPrice },
				})),
			},
		]);
		expect(Object.keys(items[0]).join()).toBe(
			'number,title,status,customer,email,phone,total,currency,createdAt,expiresAt,daysOpen,contactDetails,quotationId,requestId,contactId,companyProfileId,lines',
		);
	},
);

it('fails if the service does not have the quotation', async () => {
	const { message } = await failure(get('3f2504e0-4f89-41d3-9a0c-0305e82c3301'));
	expect(message).toBe('Could not fetch the quotation: the quotation was not found (404)');
});

it('returns an answer of neither shape as it is', async () => {
	const answer = { nummer: 7, type: 'Invalidation', status: 'Expired' };
	sandbox.switches.faults = [{ route: 'getQuotationInfo', kind: 'failure200', body: answer }];
	expect(await get('Q-7')).toMatchObject([{ json: answer }]);
});
