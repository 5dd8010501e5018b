import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openStage, type Stage } from '../support/stage.mts';
import { crmNode, ENTERED, LIST_QUOTATIONS, type Data } from './support/credentials.mts';

const TYPE = 'salesCrmApi';
const QUOTATIONS = 2_000;

const PAGES_IN_FLIGHT = 5;

describe('API token', () => {
	let stage: Stage;
	const run = async (change: Data, parameters: Data) => {
		const data = { ...ENTERED[TYPE](stage.sandbox.url), ...change };
		const credential = await stage.rest.createCredential(TYPE, 'Token', data);
		return await stage.rest.runOnce([crmNode(TYPE, credential, parameters)]);
	};
	before(async () => (stage = await openStage({ sandbox: { quotations: QUOTATIONS } })));
	after(async () => await stage?.close());

	it('works with a profile and without', async () => {
		const limited = { ...LIST_QUOTATIONS, returnAll: false, limit: 7 };
		for (const companyProfileId of [ENTERED[TYPE]('').companyProfileId, '']) {
			await stage.control('DELETE', '/requests');
			const { items } = await run({ companyProfileId }, limited);
			assert.equal(items.length, 7);
			const [{ query }] = await stage.control('GET', '/requests?path=/api/v1/quotations');
			assert.equal(query.company_profile_id, companyProfileId || undefined);
		}
	});

	it('says which field to fill in where a profile is needed', async () => {
		await stage.control('DELETE', '/requests');
		const { execution } = await run(
			{ companyProfileId: '' },
			{ resource: 'status', operation: 'getAll', returnAll: true },
		);
		assert.equal(execution.error!.message, 'No company profile is set');
		assert.match(execution.error!.description!, /'Company Profile ID' of the credential/);
		assert.deepEqual(await stage.control('GET', '/requests'), []);
	});

	it('stops at once, with the reason, when it is revoked in the middle of a long run', async () => {
		await stage.control('DELETE', '/requests');
		await stage.control('PATCH', '/switches', { latencyMs: 100 });
		const options = { pageSize: 10 };
		const running = run({}, { ...LIST_QUOTATIONS, options });
		while ((await stage.control('GET', '/requests')).length < 12) await sleep(50);
		await stage.control('POST', '/tokens/revoke');
		const { execution } = await running;
		const { message, description } = execution.error!;
		assert.equal(message, 'Could not list the quotations: the service refused the sign-in (401)');
		assert.match(
			description!,
			/The API token may be wrong or revoked\. Create a new one .* not taken at this route/,
		);

		const requests = await stage.control('GET', '/requests?path=/api/v1/quotations');
		const statuses: number[] = requests.map(({ status }: { status: number }) => status);
		const refused = statuses.filter((status) => status === 401).length;
		assert.ok(statuses.includes(200), 'the run had begun');
		assert.ok(statuses.length < QUOTATIONS / options.pageSize, 'the run did not go on');
		assert.ok(refused >= 1 && refused <= PAGES_IN_FLIGHT, `${refused} were refused`);
		await stage.control('POST', '/reset', {});
	});

	it('is asked once, and not again, when it is wrong', async () => {
		await stage.control('DELETE', '/requests');
		const { execution } = await run({ apiToken: 'wrong' }, LIST_QUOTATIONS);
		assert.match(execution.error!.message, /refused the sign-in \(401\)/);
		assert.equal((await stage.control('GET', '/requests')).length, 1);
	});
});
