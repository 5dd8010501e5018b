import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { openStage, type Stage } from '../support/stage.mts';
import { crmNode, ENTERED, type Data } from './support/credentials.mts';

const TYPE = 'salesCrmServiceAccountApi';

describe('service account', () => {
	let stage: Stage;
	let credential: { id: string; name: string };
	before(async () => (stage = await openStage({ sandbox: { quotations: 50 } })));
	after(async () => await stage?.close());
	beforeEach(async () => {
		await stage.control('POST', '/reset', {});
		const data = ENTERED[TYPE](stage.sandbox.url);
		credential = await stage.rest.createCredential(TYPE, 'Account', data);
	});

	const logins = async (): Promise<number> => (await stage.control('GET', '/logins')).length;
	/** Fetches each of the 50 quotations by an item of its own; gives how many logins that took. */
	const fetchAll = async (concurrency: number, used = credential): Promise<number> => {
		const before = await logins();
		const { quotations } = await stage.state();
		const node = crmNode(TYPE, used, {
			resource: 'quotation',
			operation: 'get',
			quotationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			options: { concurrency },
		});
		const input = quotations.map((id: string) => ({ id }));
		const { execution, items } = await stage.rest.runOnce([node], input);
		assert.equal(execution.status, 'success', execution.error?.message);
		assert.deepEqual(
			items.map(({ json }) => json.id),
			quotations,
		);
		return (await logins()) - before;
	};

	it('signs in once for 50 requests in parallel, at first and after the session ended', async () => {
		assert.equal(await fetchAll(50), 1);
		assert.equal(await fetchAll(50), 0);
		await stage.control('POST', '/sessions/expire');
		assert.equal(await fetchAll(50), 1);
	});

	it('goes on when a session ends after a number of calls', async () => {
		await stage.control('PATCH', '/switches', { sessionCalls: 10 });
		const needed = await fetchAll(5);
		assert.ok(needed >= 5 && needed <= 8, `${needed} logins for 50 calls, 10 in a session`);
	});

	it('goes on when a session ends after a time', async () => {
		await stage.control('PATCH', '/switches', { sessionTtlMs: 400, latencyMs: 50 });
		const needed = await fetchAll(5);
		assert.ok(needed >= 2 && needed <= 6, `${needed} logins in some 500 ms, 400 to a session`);
	});

	it('goes on when a login elsewhere ends its session', async () => {
		await stage.control('PATCH', '/switches', { singleSession: true, latencyMs: 40 });
		const running = fetchAll(5);
		const { email, password } = ENTERED[TYPE]('');
		const elsewhere = async () =>
			await fetch(`${stage.sandbox.url}/login-api`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ email, password }),
			});
		// Not before a request was taken: a new session that is refused at once is not renewed again.
		const taken = async () =>
			(await stage.control('GET', '/requests')).some(
				({ status, path }: Data) => status === 200 && path === '/api/v1/quotations/info',
			);
		while (!(await taken())) await new Promise((done) => setTimeout(done, 20));
		await elsewhere();
		assert.equal(await running, 3, 'one at first, the other one, one anew');
	});

	const variants: Array<[string, Data, Data]> = [
		['the first login path', { loginPath: '/login-api' }, {}],
		['the second login path', { loginPath: '/authentication-service/login-api' }, {}],
		['a session sent as returned', { sessionHeader: 'raw' }, { sessionHeader: 'raw' }],
		['a session with Bearer', { sessionHeader: 'bearer' }, { sessionHeader: 'bearer' }],
		['an answer that says session_key', {}, { loginKey: 'session_key' }],
	];
	for (const [name, entered, switches] of variants) {
		it(`works with ${name}`, async () => {
			await stage.control('PATCH', '/switches', switches);
			const data = { ...ENTERED[TYPE](stage.sandbox.url), ...entered };
			const own = await stage.rest.createCredential(TYPE, name, data);
			assert.equal(await fetchAll(50, own), 1);
			if (entered.loginPath) {
				const [{ path }] = await stage.control('GET', '/logins');
				assert.equal(path, entered.loginPath);
			}
		});
	}
});
