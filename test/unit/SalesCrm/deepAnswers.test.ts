import nock from 'nock';

import { failure } from '../../support/failure';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { runOperation } from '../../support/nodeRuns';

/** Whatever an answer contains: the error says what is wrong with it, never what JavaScript calls it. */

useNock();

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

it.each([
	['a list nested without end', nested(100_000)],
	['a record with such a field', `{ "quotations": [{ "id": "q", "rest": ${nested(100_000)} }] }`],
	['a record without an ID', `{ "quotations": [{ "rest": ${nested(100_000)} }] }`],
	['a refusal with it', `{ "errors": ${nested(100_000)} }`],
])('%s', async (_, body) => {
	nock(FAKE_URL).persist().get(/./).reply(200, body, { 'content-type': 'application/json' });
	nock(FAKE_URL).persist().post(/./).reply(404, {});
	const credential = { baseUrl: FAKE_URL };
	const run = runOperation('quotation', 'getAll', { search: 'x' }, { credential });
	const error = await run.then(
		() => undefined,
		(reason: Error) => reason,
	);
	expect(error?.message ?? '').not.toMatch(/call stack|string length/i);
	if (error) expect(error.message).toMatch(/nested too deep|no list|reported an error \(200\)/);
});

it('a webhook nested without end is an error that says so', async () => {
	const body = `{ "subscriptions": [{ "id": "s", "rest": ${nested(100_000)} }] }`;
	nock(FAKE_URL).persist().get(/./).reply(200, body, { 'content-type': 'application/json' });
	const credential = { baseUrl: FAKE_URL };
	const error = await failure(runOperation('webhook', 'getAll', {}, { credential }));
	expect(error.message).toMatch(/nested too deep/);
});

it('a request body nested without end is refused with the name of the field', async () => {
	const options = { requestBody: `{ "a": ${nested(100_000)} }` };
	const error = await failure(runOperation('user', 'getAll', { options }));
	expect(error.message).toMatch(/nested too deep/);
});
