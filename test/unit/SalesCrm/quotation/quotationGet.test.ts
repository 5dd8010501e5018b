/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { runNode } from '../../../support/engine';
import { failure } from '../../../support/failure';

/** A single record. CONTRIBUTING.md names this test as the one to copy. */

beforeEach(() => sandbox.reset());

const get = async (quotationId: unknown) =>
	await runNode({ parameters: { resource: 'quotation', operation: 'get', quotationId } as never });

it('gives the record as the service sends it', async () => {
	const [quotation] = sandbox.world.profile().quotations;
	expect(await get(quotation.id)).toEqual([{ json: quotation, pairedItem: { item: 0 } }]);
});

it('names an ID that the service does not have', async () => {
	const { message } = await failure(get('3f2504e0-4f89-41d3-9a0c-0305e82c3301'));
	expect(message).toBe('Could not fetch the quotation: the quotation was not found (404)');
});

it('sends nothing without an ID', async () => {
	const { message } = await failure(get(''));
	expect(message).toBe("'Quotation' is empty");
	expect(sandbox.log.requests).toEqual([]);
});

it('says what the Sales CRM refused', async () => {
	sandbox.switches.faults = [{ route: 'getQuotationInfo', kind: 'status', status: 403 }];
	const [quotation] = sandbox.world.profile().quotations;
	const { message } = await failure(get(quotation.id));
	expect(message).toBe('Could not fetch the quotation: access is not allowed (403)');
});
