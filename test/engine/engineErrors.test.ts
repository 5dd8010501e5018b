import { send } from '../../nodes/transport/send';
import { isTransient, wasNotDone } from '../../nodes/transport/retryPolicy';
import { connect } from '../../nodes/auth/authenticator';
import { serve } from '../support/downloads';
import { executeContext } from '../support/engine';

/** What a request makes of real faults, as each line of n8n reports them. */

const BODY = JSON.stringify({ contacts: [{ id: 'c-1' }] });

async function ask(url: string, timeoutMs = 20_000) {
	const context = executeContext({ credential: { baseUrl: url } });
	const connection = await connect(context, 'apiToken', { timeoutMs });
	return await send(connection, { method: 'PUT', url, headers: {}, encoding: 'text' });
}

it.each<[string, FileAnswer]>([
	['reset after its headers', { body: BODY, breakAfter: 0 }],
	['reset in its body', { body: BODY, breakAfter: 9 }],
	[
		'closed before all that it announced',
		{ body: BODY, headers: { 'content-length': '999', connection: 'close' } },
	],
	[
		'that is not packed as its header says',
		{ body: BODY, headers: { 'content-encoding': 'gzip' } },
	],
	['that falls silent', { body: BODY, stallAfter: 9 }],
])('a successful answer %s is a passing fault, and the request arrived', async (_, answer) => {
	serve(answer);
	const outcome = await ask(fileServer.url, 'stallAfter' in answer ? 700 : undefined);
	expect(outcome).toEqual(expect.objectContaining({ code: expect.stringMatching(/./) }));
	expect([isTransient(outcome), wasNotDone(outcome)]).toEqual([true, false]);
	expect(fileServer.requests).toHaveLength(1);
});

it.each([
	['refused', 'http://127.0.0.1:9', /^ECONNREFUSED$/],
	['not found', 'http://nobody.invalid', /^(ENOTFOUND|EAI_AGAIN)$/],
])('a connection to a host that is %s was never made', async (_, url, code) => {
	const outcome = await ask(url);
	expect(outcome).toMatchObject({ code: expect.stringMatching(code) });
	expect(wasNotDone(outcome)).toBe(true);
});

it('an answer that drips ends after five minutes in all', async () => {
	serve({ dripMs: 20 });
	const [start, now, timeout] = [
		performance.now(),
		performance.now.bind(performance),
		AbortSignal.timeout.bind(AbortSignal),
	];
	/** Five minutes pass in a second and a half. */
	const PACE = 200;
	jest.spyOn(performance, 'now').mockImplementation(() => start + (now() - start) * PACE);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / PACE)));
	const outcome = ask(fileServer.url, 120_000).finally(() => jest.restoreAllMocks());
	expect(await outcome).toMatchObject({ code: 'ETIMEDOUT' });
	const minutes = ((performance.now() - start) * PACE) / 60_000;
	expect(minutes).toBeGreaterThan(5);
	expect(minutes).toBeLessThan(40);
});
