import { send } from '../../../nodes/transport/send';
import { BASE_URL, script, type Scripted } from '../../support/scripted';

/** What an exchange makes of n8n's answers and errors, in whatever shape n8n gives them. */

/** @param signIn What n8n writes into the headers. */
async function exchanged(answer: Scripted, signIn: object = {}) {
	const { connection } = await script([answer]);
	const { context } = connection;
	const asN8n: typeof context.helpers.httpRequestWithAuthentication = async (type, options) => {
		const sending = context.helpers.httpRequestWithAuthentication.call(context, type, options);
		Object.assign(options.headers!, { Authorization: undefined }, signIn);
		return await sending;
	};
	const helpers = { ...context.helpers, httpRequestWithAuthentication: asN8n };
	const mine = { ...connection, context: { ...context, helpers } as typeof context };
	return { outcome: await send(mine, { url: BASE_URL, headers: {} }), secrets: mine.secrets };
}

/** An error as n8n may throw it, without what Error itself has. */
const thrown = (has: object, message = 'It failed') => Object.assign(new Error(message), has);

describe('an error of n8n', () => {
	const response = { status: 503, headers: { 'Retry-After': 7 }, data: 'busy' };
	const asAnswer = { status: 503, headers: { 'retry-after': '7' }, body: 'busy' };
	const reset = thrown({ code: 'ECONNRESET' });

	it.each<[what: string, error: Error, outcome: object]>([
		['with a response', thrown({ response }), asAnswer],
		['with a response and a code', thrown({ response, code: 'ERR_BAD_RESPONSE' }), asAnswer],
		['with one behind it', thrown({ cause: { cause: { response } } }), asAnswer],
		[
			'with nothing but a status',
			thrown({ response: { status: 404 } }),
			{ status: 404, headers: {} },
		],
		['with a code', reset, { code: 'ECONNRESET' }],
		['with a code behind it', thrown({ cause: thrown({ cause: reset }) }), { code: 'ECONNRESET' }],
		['with a response that never came', thrown({ response: {}, ...reset }), { code: 'ECONNRESET' }],
		[
			'with the status alone, as n8n 1.x',
			thrown({ httpCode: '404' }),
			{ status: 404, headers: {} },
		],
		['with the code alone, as n8n 1.x', thrown({ httpCode: 'EPIPE' }), { code: 'EPIPE' }],
		['with a number that is no status', thrown({ httpCode: '5030' }), { code: '5030' }],
		['with nothing', thrown({ httpCode: null }), { code: '', message: 'It failed' }],
		['without words', thrown({ message: undefined }), { code: '', message: 'Unknown error' }],
	])('%s', async (_what, error, outcome) => {
		expect((await exchanged(error)).outcome).toMatchObject(outcome);
	});
});

it.each([
	[{ 'X-AUTHORIZATION': 'Bearer a-session' }, 'Bearer a-session', 'a-session'],
	[{ Authorization: 'Basic', 'X-AUTHORIZATION': 'a-session' }, 'a-session', 'a-session'],
	[{}, undefined, undefined],
])(
	'the sign-in of a request sent with %j is %j, and %j is a secret',
	async (headers, sentWith, secret) => {
		const { outcome, secrets } = await exchanged({ statusCode: 200 }, headers);
		expect(outcome).toMatchObject({ status: 200, sentWith });
		expect(secrets.has(secret ?? '')).toBe(secret !== undefined);
	},
);
