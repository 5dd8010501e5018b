import { send } from '../../../nodes/transport/send';
import { BASE_URL, json, script, type Scripted, type ScriptOptions } from '../../support/scripted';

/** What an exchange makes of n8n's answers and errors, in whatever shape n8n gives them. */

async function exchanged(answer: Scripted, options: ScriptOptions = {}) {
	const { connection } = await script([answer], options);
	const outcome = await send(connection, { url: BASE_URL, headers: {} });
	return { outcome, connection };
}

/** An error as n8n may throw it, without what Error itself has. */
const thrown = (has: object, message = 'It failed') => Object.assign(new Error(message), has);

describe('an error of n8n', () => {
	const failed = { status: 503, headers: { 'Retry-After': 7 }, data: 'busy' };
	const asAnswer = { status: 503, headers: { 'retry-after': '7' }, body: 'busy' };
	const asFault = { code: 'ECONNRESET', syscall: 'read', message: 'read ECONNRESET' };
	const reset = thrown({ code: 'ECONNRESET', syscall: 'read' }, 'read ECONNRESET');

	it.each([
		['with a response', thrown({ response: failed }), asAnswer],
		[
			'with a response and a code',
			thrown({ response: failed, code: 'ERR_BAD_RESPONSE' }),
			asAnswer,
		],
		['with one behind it', thrown({ cause: { cause: { response: failed } } }), asAnswer],
		[
			'with a response of nothing but a status',
			thrown({ response: { status: 404 } }),
			{ status: 404, headers: {}, body: undefined },
		],
		['with a code', reset, asFault],
		['with a code behind it', thrown({ cause: thrown({ cause: reset }) }), asFault],
		['with a response that never came', thrown({ response: {}, ...reset }, reset.message), asFault],
		[
			'with a code and no words',
			thrown({ code: 'EPIPE', message: undefined }),
			{ code: 'EPIPE', message: 'EPIPE' },
		],
		[
			'with the status alone, as n8n 1.x',
			thrown({ httpCode: '404' }),
			{ status: 404, headers: {}, body: undefined },
		],
		[
			'with the code alone, as n8n 1.x',
			thrown({ httpCode: 'EPIPE' }),
			{ code: 'EPIPE', message: 'It failed' },
		],
		[
			'with a success that broke off, as n8n 1.x',
			thrown({ httpCode: '200' }),
			{ code: 'ERR_BAD_RESPONSE', message: 'It failed' },
		],
		['with a number that is no status', thrown({ httpCode: '12' }), { code: '12' }],
		['with a longer number', thrown({ httpCode: '5030' }), { code: '5030' }],
		['with a code that ends in one', thrown({ httpCode: 'E503' }), { code: 'E503' }],
		[
			'with the first status that is no success',
			thrown({ response: { status: 300 } }),
			{ status: 300, body: undefined },
		],
		[
			'with a code that is a number',
			thrown({ code: 17, httpCode: null }),
			{ code: '', message: 'It failed' },
		],
		['with nothing', thrown({}), { code: '', message: 'It failed' }],
		['without words', thrown({ message: undefined }), { code: '', message: 'Unknown error' }],
	])('%s', async (_what, error, outcome) => {
		expect((await exchanged(error)).outcome).toMatchObject(outcome);
	});

	it.each([
		['connect', 'connect EHOSTUNREACH 10.0.0.1:443'],
		['getaddrinfo', 'getaddrinfo EAI_AGAIN crm.example'],
	])('of n8n 1.x names %s in words only', async (syscall, words) => {
		const code = words.split(' ')[1];
		const messages = ['Something else', words];
		const { outcome } = await exchanged(thrown({ httpCode: code, messages }));
		expect(outcome).toMatchObject({ code, syscall });
	});

	it.each([[undefined], [[]], [['The host is gone']]])(
		'that says nothing of it in %j leaves open what was being done',
		async (messages) => {
			const { outcome } = await exchanged(thrown({ httpCode: 'EHOSTUNREACH', messages }));
			expect(outcome).toMatchObject({ code: 'EHOSTUNREACH', syscall: undefined });
		},
	);
});

describe('the sign-in that a request was sent with', () => {
	/** Sends it as n8n does with these headers of the sign-in. */
	async function sentAs(headers: object) {
		const { connection } = await script([json({})]);
		const { helpers } = connection.context;
		const context = {
			helpers: {
				async httpRequestWithAuthentication(type: string, options: { headers: object }) {
					const answer = await helpers.httpRequestWithAuthentication.call(
						connection.context,
						type,
						options as never,
					);
					Object.assign(options.headers, { Authorization: undefined }, headers);
					return answer;
				},
			},
		};
		const mine = { ...connection, context: context as never };
		return { outcome: await send(mine, { url: BASE_URL, headers: {} }), mine };
	}

	it.each([
		[{ Authorization: 'Bearer a-token' }, 'a-token'],
		[{ 'X-AUTHORIZATION': 'a-session' }, 'a-session'],
		[{ 'X-AUTHORIZATION': 'Bearer a-session' }, 'a-session'],
		[{ Authorization: 'Basic', 'X-AUTHORIZATION': 'a-session' }, 'a-session'],
		[{ Authorization: 'the Bearer of it' }, 'the Bearer of it'],
		[{}, undefined],
		[{ Authorization: 7 }, undefined],
	])('in %j is %j, and a secret from then on', async (headers, sentWith) => {
		const { outcome, mine } = await sentAs(headers);
		expect(outcome).toMatchObject({ status: 200 });
		expect((outcome as { sentWith?: string }).sentWith).toBe(sentWith);
		expect(mine.secrets.has(sentWith ?? '')).toBe(sentWith !== undefined);
	});
});
