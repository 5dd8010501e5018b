import type { IDataObject } from 'n8n-workflow';

import { createParameters, created, people } from '../support/contactRuns';
import { CredentialStore } from '../support/credentials';
import { crmOf, runFlow } from '../support/flow';
import { signIn } from '../support/signIns';
import { startOver } from '../support/startOver';

/** Sessions of a service account, with n8n's own helpers. */

let store: CredentialStore;
let hours = 0;
const realNow = Date.now;
beforeEach(async () => {
	await startOver();
	store = new CredentialStore();
	// The process remembers an account for an hour.
	const passedMs = 3_600_000 * hours++;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + passedMs);
	store.stored.set('salesCrmServiceAccountApi', {
		...signIn('serviceAccount'),
		// An account of its own for each test, because the process remembers which routes answer.
		email: `${identities.SERVICE_ACCOUNT.email}-${hours}`,
		baseUrl: sandbox.url,
	});
});

const logins = () => sandbox.log.logins.length;
const scheme = 'serviceAccount' as const;
const onError = 'continueRegularOutput' as const;
const run = async (parameters: IDataObject, rows: IDataObject[]) => {
	const node = crmOf(parameters, { scheme, onError });
	return (await runFlow({ nodes: [node], store }, rows)).items('Sales CRM');
};
const listUsers = async () => await run({ resource: 'user', operation: 'getAll' }, [{}]);
const create = async (count: number) => await run(createParameters(), people(count));

const endSession = async () =>
	await fetch(`${sandbox.url}/_sandbox/sessions/expire`, { method: 'POST' });

/** A session of an earlier run that the service has ended since. */
async function withEndedSession(): Promise<void> {
	await listUsers();
	await endSession();
	sandbox.log.logins.length = 0;
	sandbox.log.requests.length = 0;
}

it.each([
	[401, 'raw'],
	[403, 'raw'],
	[401, 'bearer'],
] as const)(
	'a session that has ended is told by %s, and is sent %s: one login, and each row is created once',
	async (sessionEnd, sessionHeader) => {
		sandbox.switches.sessionHeader = sessionHeader;
		await withEndedSession();
		sandbox.switches.sessionEnd = sessionEnd;
		const items = await create(20);
		expect(items.filter(({ json }) => json.error !== undefined)).toEqual([]);
		expect(created()).toHaveLength(20);
		expect(logins()).toBe(1);
	},
);

it.each([
	{ only: 'described', loginPaths: 'short' },
	{ only: 'published' },
	{ sessionHeader: 'raw', sessionPrefix: 'Bearer_' },
	{ sessionHeader: 'bearer', only: 'published', loginKey: 'session_key' },
] as const)(
	'a service with %j: one login, and another when the session has ended',
	async (switches) => {
		Object.assign(sandbox.switches, switches);
		for (const expected of [1, 1, 2]) {
			if (expected === 2) await endSession();
			const items = await listUsers();
			expect(items.map(({ json }) => json.error)).toEqual(Array(6).fill(undefined));
			expect(logins()).toBe(expected);
		}
	},
);

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

it('without a profile an account that may be invited to several reads which there are, and never writes', async () => {
	const credential = store.stored.get('salesCrmServiceAccountApi')!;
	store.stored.set('salesCrmServiceAccountApi', { ...credential, companyProfileId: '' });
	const audience = { audienceId: identities.AUDIENCE_ID };
	const [list] = await run({ resource: 'contact', operation: 'getAll', ...audience }, [{}]);
	expect(list.json.error).toMatch(/^The credential has access to 2 company profiles/);
	const [row] = await create(1);
	expect(row.json.error).toMatch(/^No company profile is set/);
	expect(created()).toEqual([]);
});
