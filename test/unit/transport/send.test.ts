import { send } from '../../../nodes/transport/send';
import { BASE_URL, script, type Scripted } from '../../support/scripted';

/** What a request makes of the answers and errors of n8n, in each of their shapes. */

/** @param signIn The headers that n8n adds. */
async function exchanged(answer: Scripted, signIn?: object) {
	const { connection } = await script([answer], { signIn });
	const outcome = await send(connection, { url: BASE_URL, headers: {} });
	return { outcome, secrets: connection.secrets };
}

const errorWith = (has: object) => Object.assign(new Error('It failed'), has);

const response = { status: 503, headers: { 'Retry-After': 7 }, data: 'busy' };
const asAnswer = { status: 503, headers: { 'retry-after': '7' }, body: 'busy' };
const reset = errorWith({ code: 'ECONNRESET' });

it.each<[what: string, error: Error, outcome: object]>([
	['a response and a code', errorWith({ response, code: 'ERR_BAD_RESPONSE' }), asAnswer],
	['a response in its cause', errorWith({ cause: { cause: { response } } }), asAnswer],
	['a response without headers', errorWith({ response: { status: 404 } }), { status: 404 }],
	['a code in its cause', errorWith({ cause: reset }), { code: 'ECONNRESET' }],
	['an empty response', errorWith({ response: {}, ...reset }), { code: 'ECONNRESET' }],
	['only a status, as in n8n 1.x', errorWith({ httpCode: '404' }), { status: 404 }],
	['only a code, as in n8n 1.x', errorWith({ httpCode: 'EPIPE' }), { code: 'EPIPE' }],
	['a number that is not a status', errorWith({ httpCode: '5030' }), { code: '5030' }],
	['nothing', errorWith({ httpCode: null }), { code: '', message: 'It failed' }],
	['no message', errorWith({ message: undefined }), { code: '', message: 'Unknown error' }],
])('an error with %s', async (_what, error, outcome) => {
	expect((await exchanged(error)).outcome).toMatchObject(outcome);
});

it.each([
	[{ 'X-AUTHORIZATION': 'Bearer a-session' }, 'Bearer a-session', 'a-session'],
	[{ Authorization: 'Basic', 'X-AUTHORIZATION': 'a-session' }, 'a-session', 'a-session'],
])(
	'a request with %j was signed in with %j, and %j is a secret',
	async (signIn, sentWith, secret) => {
		const { outcome, secrets } = await exchanged({ statusCode: 200 }, signIn);
		expect(outcome).toMatchObject({ status: 200, sentWith });
		expect(secrets).toContain(secret);
	},
);

it('a request that n8n did not sign in says so', async () => {
	expect((await exchanged({ statusCode: 200 }, {})).outcome).toMatchObject({ sentWith: undefined });
});
