/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../../support/noWaiting';
import { silence } from '../../support/shortTimeouts';

import type { INodeExecutionData } from 'n8n-workflow';

import { created, createContacts, requestsTo } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { startOver } from '../../support/startOver';

/** Writing is at most once: whatever goes wrong on the way, nothing twice and nothing lost unsaid. */

const MANY = isLong ? 5_000 : 160;
const rows = (many: number) => Array.from({ length: many }, (_, n) => ({ firstName: `An ${n}` }));

beforeEach(async () => {
	// Only what is made to fall silent shall run out of time, also on a busy machine.
	silence.ms = 20_000;
	await startOver();
	// What is open stays so: that it is found afterwards is told elsewhere.
	sandbox.switches.contactFields = 'noMoment';
});

const route = 'createContact';
type Faults = typeof sandbox.switches.faults;

/** What became of each row: as the items tell it, and as the service has it. */
async function importRows(many: number, faults: Faults, concurrency = 20) {
	sandbox.switches.faults = faults;
	const options = { onError: 'continueRegularOutput' as const };
	const items = await createContacts(rows(many), { options: { concurrency } }, options);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		rows(many).map((_, item) => ({ item })),
	);

	const atService = new Map<string, number>();
	for (const { standard_personal_infos: infos } of created()) {
		const [{ value }] = infos;
		atService.set(value, (atService.get(value) ?? 0) + 1);
	}
	const told = (item: INodeExecutionData) => {
		if (!item.json.error) return 'created';
		return String(item.json.error).includes('may have been carried out') ? 'open' : 'refused';
	};
	const counts = { created: 0, open: 0, refused: 0, openButThere: 0 };
	items.forEach((item, n) => {
		const there = atService.get(`An ${n}`) ?? 0;
		counts[told(item)]++;
		if (told(item) === 'created') expect({ n, there }).toEqual({ n, there: 1 });
		if (told(item) === 'refused') expect({ n, there }).toEqual({ n, there: 0 });
		if (told(item) === 'open') {
			expect(there).toBeLessThanOrEqual(1);
			counts.openButThere += there;
		}
	});
	expect(created()).toHaveLength(counts.created + counts.openButThere);
	expect(counts.created + counts.open + counts.refused).toBe(many);
	return counts;
}

it('rows by the hundred through every fault at once: the service has what was reported', async () => {
	silence.ms = 4000;
	const counts = await importRows(MANY, [
		{ route, kind: 'timeout', every: 127 },
		{ route, kind: 'status', status: 429, retryAfter: '1', every: 7 },
		{ route, kind: 'status', status: 503, every: 31 },
		{ route, kind: 'status', status: 502, every: 37 },
		{ route, kind: 'resetBefore', every: 41 },
		{ route, kind: 'resetAfter', every: 43 },
		{ route, kind: 'lostReply', every: 47 },
		{ route, kind: 'truncated', every: 53 },
		{ route, kind: 'html', status: 500, every: 59 },
		{ route, kind: 'status', status: 422, every: 61 },
		{ route, kind: 'failure200', every: 67 },
	]);
	// One request decides each row, but for those that were sent again after "too many" (429).
	const answers = requestsTo(route);
	const whole = answers.filter(({ fault }) => fault === null).length;
	const again = answers.filter(({ status }) => status === 429).length;
	const rejected = answers.filter(({ status }) => status === 422).length;
	const givenUp = MANY - (answers.length - again);
	expect(counts).toMatchObject({
		created: whole,
		open: answers.length - again - whole - rejected,
		refused: rejected + givenUp,
	});
	expect(again).toBeGreaterThan(MANY / 12);
	expect(rejected).toBeGreaterThan(MANY / 100);
	expect(counts.open).toBeGreaterThan(MANY / 20);
}, 120_000);

it.each([
	['522 of Cloudflare', { kind: 'status', status: 522 }],
	['a redirect (303)', { kind: 'redirect', status: 303, location: '/api/v1/contacts' }],
	['a reset after it', { kind: 'resetAfter' }],
	['a lost reply', { kind: 'lostReply' }],
	['a time-out', { kind: 'timeout' }],
	['cut-off JSON', { kind: 'truncated' }],
	['a failure told with status 200', { kind: 'failure200' }],
	['a web page', { kind: 'html' }],
] as const)(
	'a create that meets %s is not sent again, and says that it may have been done',
	async (_, fault) => {
		silence.ms = 1000;
		sandbox.switches.faults = [{ route, ...fault }];
		await expect(createContacts([{ firstName: 'An' }])).rejects.toMatchObject({
			message: expect.stringMatching(
				/^Could not create the contact: .*; it may have been carried out$/,
			),
			description: expect.stringContaining('It was not sent again: look in your Sales CRM'),
		});
		expect(requestsTo(route)).toHaveLength(1);
	},
);

it.each(['resetAfter', 'lostReply', 'timeout'] as const)(
	'a webhook registered with its answer lost (%s) is not registered twice',
	async (kind) => {
		silence.ms = 1000;
		sandbox.switches.faults = [{ route: 'subscribe', kind }];
		const parameters = {
			resource: 'webhook',
			operation: 'create',
			name: 'Hook',
			url: 'http://n8n.example/hook',
		};
		await expect(runNode({ parameters })).rejects.toThrow('it may have been carried out');
		expect(sandbox.world.subscriptions()).toHaveLength(1);
	},
);

it('sessions that end on the way are renewed, and no row is sent twice', async () => {
	sandbox.switches.sessionCalls = 40;
	const options = { scheme: 'serviceAccount' as const };
	await createContacts(rows(200), { options: { concurrency: 5 } }, options);
	expect(created()).toHaveLength(200);
	expect(sandbox.log.logins.length).toBeGreaterThan(4);
});
