import type { IDataObject } from 'n8n-workflow';

import { createParameters, created, people, requestsTo } from '../support/contactRuns';
import { CredentialStore } from '../support/credentials';
import { crmOf, runFlow } from '../support/flow';
import { signIn } from '../support/signIns';
import { startOver } from '../support/startOver';

/** Sessions of a service account through n8n's own helpers, on both lines. */

let store: CredentialStore;
let hours = 0;
const realNow = Date.now;
beforeEach(async () => {
	await startOver();
	store = new CredentialStore();
	// What is known of the account from other tests holds for an hour.
	const passedMs = 3_600_000 * hours++;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + passedMs);
	store.stored.set('salesCrmServiceAccountApi', {
		...signIn('serviceAccount'),
		baseUrl: sandbox.url,
	});
});

const logins = () => sandbox.log.logins.length;
const scheme = 'serviceAccount' as const;
const onError = 'continueRegularOutput' as const;
const run = async (parameters: IDataObject, rows: IDataObject[]) => {
	const node = crmOf(parameters, { scheme, onError });
	// A credential of its own for each test: which routes answer is remembered of one.
	node.credentials = { salesCrmServiceAccountApi: { id: `of test ${hours}`, name: '' } };
	return (await runFlow({ nodes: [node], store }, rows)).items('Sales CRM');
};
const listUsers = async () => await run({ resource: 'user', operation: 'getAll' }, [{}]);
const create = async (count: number) => await run(createParameters(), people(count));

/** A session from an earlier run that the service does not know any more. */
async function withEndedSession(): Promise<void> {
	await listUsers();
	await fetch(`${sandbox.url}/_sandbox/sessions/expire`, { method: 'POST' });
	sandbox.log.logins.length = 0;
	sandbox.log.requests.length = 0;
}

describe.each([
	[401, 'raw'],
	[403, 'raw'],
	[401, 'bearer'],
] as const)('the end of a session told by %s, sent %s', (sessionEnd, sessionHeader) => {
	beforeEach(async () => {
		sandbox.switches.sessionHeader = sessionHeader;
		await withEndedSession();
		sandbox.switches.sessionEnd = sessionEnd;
	});

	it('a read goes on after one login', async () => {
		const items = await listUsers();
		expect(items).toHaveLength(6);
		expect(items[0].json.error).toBeUndefined();
		expect(logins()).toBe(1);
	});

	it('each row is created once, after one login', async () => {
		const items = await create(20);
		expect(items.filter(({ json }) => json.error !== undefined)).toEqual([]);
		expect(created()).toHaveLength(20);
		expect(logins()).toBe(1);
	});
});

it('a lasting 401 costs one login, and two requests more for each row under way; the rows left are not sent', async () => {
	await withEndedSession();
	sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 401, times: 999 }];
	const items = await create(20);
	for (const { json } of items) expect(json.error).toContain('refused the sign-in (401)');
	expect(logins()).toBe(1);
	expect(requestsTo('createContact')).toHaveLength(15);
	await create(20);
	expect(logins()).toBe(2);
});

it('a session that another process stored is tried before a login', async () => {
	await listUsers();
	const type = 'salesCrmServiceAccountApi';
	const stored = store.stored.get(type)!;
	const answer = await fetch(`${sandbox.url}/login-api`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(identities.SERVICE_ACCOUNT),
	});
	const { sessionKey } = (await answer.json()) as { sessionKey: string };
	sandbox.log.logins.length = 0;
	const [mark] = String(stored.sessionKey).split(' ');
	store.stored.set(type, { ...stored, sessionKey: `${mark} ${sessionKey}` });
	expect(await listUsers()).toHaveLength(6);
	expect(logins()).toBe(0);
});

describe.each([
	{ only: 'described', loginPaths: 'short' },
	{ only: 'described', loginPaths: 'long' },
	{ only: 'published' },
	{ sessionHeader: 'raw', sessionPrefix: 'Bearer_' },
	{ sessionHeader: 'bearer' },
	{ sessionHeader: 'bearer', only: 'published', loginKey: 'session_key' },
] as const)('a service with %j', (switches) => {
	beforeEach(() => void Object.assign(sandbox.switches, switches));

	it('is signed in to without questions, once, and once more when the session has ended', async () => {
		const isRight = async () => {
			const items = await listUsers();
			expect(items.map(({ json }) => json.error)).toEqual(Array(6).fill(undefined));
		};
		await isRight();
		await isRight();
		expect(logins()).toBe(1);
		await fetch(`${sandbox.url}/_sandbox/sessions/expire`, { method: 'POST' });
		await isRight();
		expect(logins()).toBe(2);
	});
});

it.each([400, 401, 403] as const)(
	'INVALID_PERMISSION with %i for another verb ends no session, and no other form of it is tried',
	async (wrongVerb) => {
		Object.assign(sandbox.switches, { only: 'published', wrongVerb });
		await listUsers();
		const before = logins();
		const [first] = await run({ resource: 'status', operation: 'getAll' }, [{}]);
		expect(first.json.status).toBeDefined();
		expect(logins()).toBe(before);
		const asked = sandbox.log.requests.filter(({ path }) => path.endsWith('/history/statuses'));
		expect(asked.map(({ method, status }) => `${method} ${status}`)).toEqual([
			`POST ${wrongVerb}`,
			'GET 200',
		]);
	},
);
