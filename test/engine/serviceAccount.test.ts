/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { createParameters, created, requestsTo } from '../support/contactRuns';
import { CredentialStore } from '../support/credentials';
import { crmOf, runFlow } from '../support/flow';
import { signIn } from '../support/signIns';
import { startOver } from '../support/startOver';

/** Sessions of a service account through n8n's own helpers, on both lines. */

let store: CredentialStore;
let accounts = 0;
beforeEach(async () => {
	await startOver();
	store = new CredentialStore();
	// A slash more is the same address and another account: nothing is known of it from other tests.
	const baseUrl = `${sandbox.url}${'/'.repeat(accounts++)}`;
	store.stored.set('salesCrmServiceAccountApi', { ...signIn('serviceAccount'), baseUrl });
});

const logins = () => sandbox.log.logins.length;
const scheme = 'serviceAccount' as const;
const onError = 'continueRegularOutput' as const;
const run = async (node: ReturnType<typeof crmOf>, rows: object[] = [{}]) =>
	(await runFlow({ nodes: [node], wires: [['Start', 'Sales CRM']], store }, rows as never)).items(
		'Sales CRM',
	);
const listUsers = async (rows: object[] = [{}]) =>
	await run(crmOf({ resource: 'user', operation: 'getAll' }, { scheme, onError }), rows);
const create = async (count: number, more: object = {}) =>
	await run(
		crmOf(createParameters(), { scheme, onError, ...more }),
		Array.from({ length: count }, (_, n) => ({ firstName: `An ${n}` })),
	);

/** A session from an earlier run that the service does not know any more. */
async function withEndedSession(): Promise<void> {
	await listUsers();
	await fetch(`${sandbox.url}/_sandbox/sessions/expire`, { method: 'POST' });
	sandbox.log.logins.length = 0;
	sandbox.log.requests.length = 0;
}

describe.each([401, 403] as const)('the end of a session told by %s', (sessionEnd) => {
	beforeEach(async () => {
		sandbox.switches.sessionEnd = sessionEnd;
		await withEndedSession();
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
		expect(requestsTo('createContact')).toHaveLength(25);
	});
});

describe.each([
	[400, 'the service rejected the data (400)'],
	['redirect', 'the service points to another address (302)'],
	['failed200', 'the service reported a failure (200)'],
] as const)('the end of a session told in another way, by %s', (sessionEnd, said) => {
	it('is an error that says so, and nothing is sent twice', async () => {
		sandbox.switches.sessionEnd = sessionEnd;
		await withEndedSession();
		for (const { json } of await create(5)) expect(json.error).toContain(said);
		expect(created()).toEqual([]);
		expect(requestsTo('createContact')).toHaveLength(5);
		expect(logins()).toBe(0);
	});
});

describe('a login that something in front of the service answers', () => {
	afterEach(() => jest.restoreAllMocks());
	const later = (ms: number) => {
		const moment = Date.now() + ms;
		jest.spyOn(Date, 'now').mockImplementation(() => moment);
	};

	it('a 403 that is data is the answer of the login itself, and is not repeated', async () => {
		sandbox.switches.faults = [{ route: 'login', kind: 'status', status: 403, times: 999 }];
		expect((await listUsers())[0].json.error).toContain('its name or its secret is wrong (403)');
		sandbox.switches.faults = [];
		later(59 * 60_000);
		expect((await listUsers())[0].json.error).toContain('not tried again by itself');
		expect(logins()).toBe(0);
	});
});

it('a lasting 401 costs one login, and one request more for each row under way; the rows left are not sent', async () => {
	await withEndedSession();
	sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 401, times: 999 }];
	const items = await create(20);
	for (const { json } of items) expect(json.error).toContain('refused the sign-in (401)');
	expect(logins()).toBe(1);
	expect(requestsTo('createContact')).toHaveLength(10);
	await create(20);
	expect(logins()).toBe(2);
});

it('a refusal that a new session does not help is about the request: one login, and none the next hour', async () => {
	await listUsers();
	sandbox.log.logins.length = 0;
	sandbox.switches.faults = [{ route: 'listUsers', kind: 'status', status: 403, times: 999 }];
	for (let times = 0; times < 4; times++) {
		const [{ json }] = await listUsers();
		expect(json.error).toContain('access is not allowed (403)');
	}
	expect(logins()).toBe(1);
});

it('a refusal in a run whose session has been accepted costs no login', async () => {
	sandbox.switches.faults = [
		{ route: 'createContact', kind: 'status', status: 400, every: 2, times: 999 },
	];
	await create(20);
	expect(logins()).toBe(1);
	expect(requestsTo('createContact')).toHaveLength(20);
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
	store.stored.set(type, { ...stored, sessionKey });
	expect(await listUsers()).toHaveLength(6);
	expect(logins()).toBe(0);
});
