import type { IWebhookFunctions } from 'n8n-workflow';

import { eventNames } from '../../../nodes/SalesCrmTrigger/handleDelivery';
import { dealEventOf } from '../../support/event';
import * as given from '../../support/event';
import { strict } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** The names for an event: fetched once, kept, and never waited for long. */

const NOW = 1_800_000_000_000;

beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

const LABELS = {
	status: 'In gesprek',
	previousStatus: 'Nieuw',
	assignee: 'Anna Visser',
	assigneeEmail: 'anna@zonendak.example',
};
const NOBODY = { status: null, previousStatus: null, assignee: null, assigneeEmail: null };

const STATUSES = [
	{ id: given.OLD, label: LABELS.previousStatus },
	{ id: given.NEW, label: LABELS.status },
];
const USERS = [{ id: given.ASSIGNEE, name: LABELS.assignee, email: LABELS.assigneeEmail }];

let credentials = 0;

/** A trigger with a credential that nothing is known of yet, and a service that counts. */
function trigger() {
	const at = {
		asked: [] as string[],
		log: [] as string[],
		profile: given.PROFILE,
		credential: `credential ${++credentials}`,
		node: (): object => ({ credentials: { salesCrmApi: { id: at.credential, name: 'Account' } } }),
		timeouts: new Set<unknown>(),
		statuses: STATUSES,
		answer: async (body: unknown): Promise<object> => ({
			statusCode: 200,
			headers: {},
			body: JSON.stringify(body),
		}),
	};
	const context = strict('context of a webhook', {
		getNode: () => at.node(),
		getNodeParameter: (name: string, fallback: unknown) =>
			name === 'options' ? { companyProfileId: at.profile } : fallback,
		getCredentials: async () => ({ baseUrl: 'https://crm.example', apiToken: 'token' }),
		logger: strict('logger', { warn: (words: string) => at.log.push(words) }),
		helpers: strict('helpers', {
			httpRequestWithAuthentication: async (
				_type: string,
				{ url, timeout }: { url: string; timeout: number },
			) => {
				const isStatuses = url.endsWith('/statuses');
				at.asked.push(isStatuses ? 'statuses' : 'users');
				at.timeouts.add(timeout);
				return await at.answer(isStatuses ? { statuses: at.statuses } : USERS);
			},
		}),
	}) as unknown as IWebhookFunctions;
	const names = async (event = dealEventOf()) => await eventNames(context, event);
	return { at, names };
}

it('are those of the new status, the old one and the assignee', async () => {
	const { names } = trigger();
	expect(await names()).toEqual(LABELS);
});

it.each([{}, { credentials: {} }])(
	'are had from a node that tells no more than %j',
	async (node) => {
		const { at, names } = trigger();
		at.node = () => node;
		at.profile = uuid(0x900 + credentials);
		await names();
		expect(at.asked).toHaveLength(2);
	},
);

it('are fetched once for any number of events of one credential and profile', async () => {
	const { at, names } = trigger();
	await Promise.all([names(), names(), names()]);
	await names();
	expect(at.asked.toSorted()).toEqual(['statuses', 'users']);
	at.profile = given.DEAL;
	await names();
	expect(at.asked).toHaveLength(4);
	at.credential += ' another';
	await names();
	expect(at.asked).toHaveLength(6);
});

it.each([
	['the status', { statusId: 'unheard of' }],
	['the status before', { previousStatusId: 'unheard of' }],
])('are fetched anew where %s is not among them', async (_which, part) => {
	const { at, names } = trigger();
	await names();
	at.statuses = [...STATUSES, { id: 'unheard of', label: 'Fresh' }];
	expect(Object.values(await names({ ...dealEventOf(), ...part }))).toContain('Fresh');
	expect(at.asked.toSorted()).toEqual(['statuses', 'statuses', 'users']);
});

it('are not asked for where the event names nothing', async () => {
	const { at, names } = trigger();
	const nothing = { statusId: null, previousStatusId: null, assigneeId: null };
	expect(await names({ ...dealEventOf(), ...nothing })).toEqual(NOBODY);
	expect(at.asked).toEqual([]);
});

it('are null where they cannot be had; one try each, a word in the log, and then ten seconds of peace', async () => {
	const { at, names } = trigger();
	at.answer = async () => ({ statusCode: 503, headers: {}, body: '{}' });
	expect(await names()).toEqual(NOBODY);
	expect(await names()).toEqual(NOBODY);
	expect(at.asked.toSorted()).toEqual(['statuses', 'users']);
	expect(at.log.toSorted()).toEqual([
		expect.stringMatching(/^Sales CRM Trigger: the statuses could not be fetched: .*503/),
		expect.stringMatching(/^Sales CRM Trigger: the users could not be fetched: .*503/),
	]);
	expect([...at.timeouts]).toEqual([10_000]);
});

it('are waited for a second and a half, and there for the next event', async () => {
	const { at, names } = trigger();
	let answer = (): void => undefined;
	const gate = new Promise<void>((resolve) => (answer = resolve));
	const usual = at.answer;
	at.answer = async (body) => {
		await gate;
		return await usual(body);
	};
	let told: unknown;
	const first = names().then((all) => (told = all));
	await jest.advanceTimersByTimeAsync(1499);
	expect(told).toBeUndefined();
	await jest.advanceTimersByTimeAsync(1);
	expect(await first).toEqual(NOBODY);
	answer();
	await jest.advanceTimersByTimeAsync(0);
	expect(await names()).toEqual(LABELS);
	expect(at.asked).toHaveLength(2);
});
