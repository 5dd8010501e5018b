import fc from 'fast-check';

import { runs } from '../support/runs';
import { ADDRESS, activate, call, type Place, placeOf, remove } from '../support/triggerContexts';
import { Life, type Settings } from '../support/triggerLife';

/**
 * The trigger's life drawn by chance. What must hold at any moment: foreign hooks are there, at
 * most one hook's calls start the workflow, and a hook of ours that n8n does not know comes from
 * an answer that was lost or from a crash.
 */

jest.mock('../../../nodes/service/http/waiting', () => ({
	...jest.requireActual<object>('../../../nodes/service/http/waiting'),
	pause: async () => undefined,
}));

interface Model {
	/** Hooks that nobody may know of any more. */
	lost: Set<string>;
	/** Secrets of earlier registrations. */
	secrets: Set<string>;
	/** The answer to the next subscribe will be lost. */
	willLose: boolean;
	/** The next unsubscribe will fail. */
	willFail: boolean;
	foreign: string[];
	/** What the registration that n8n knows was made for. */
	events: unknown;
	/** The service put a webhook that n8n never heard of under the id that it knows. */
	isReplaced: boolean;
}

interface Real {
	life: Life;
	settings: Settings;
}

type Step = fc.AsyncCommand<Model, Real>;

const isUp = ({ life }: Real) => !life.service.is.down;

/** What holds after every step. */
async function check(model: Model, { life }: Real): Promise<void> {
	for (const id of model.foreign) expect(life.service.hooks.has(id)).toBe(true);
	const working = await life.working();
	expect(working.length).toBeLessThanOrEqual(1);
	for (const id of life.unknown()) expect(model.lost).toContain(id);
	const { secret } = life.saved;
	for (const older of [...model.secrets, '', undefined]) {
		if (older === secret) continue;
		const headers = { 'x-webhook-secret': older };
		expect(await call(life.place, { headers, body: {} })).toMatchObject({ status: 401 });
	}
	if (secret) model.secrets.add(secret);
}

const step = (
	name: string,
	run: (model: Model, real: Real) => Promise<void> | void,
	isPossible: (model: Model) => boolean = () => true,
): Step => ({
	check: isPossible,
	run: async (model, real) => {
		await run(model, real);
		await check(model, real);
	},
	toString: () => name,
});

/** Whatever n8n does not know after this was lost by it. */
const mayLose = (model: Model, { life }: Real) => {
	for (const id of life.unknown()) model.lost.add(id);
};

/** What still awaits a request. */
const lookAhead = (model: Model, { life }: Real) => {
	model.willLose = life.service.isWaitingFor('subscribe');
	model.willFail = life.service.isWaitingFor('unsubscribe');
};

/** Whether something that n8n does not know of keeps the service from taking a webhook of ours. */
const isBlocked = ({ willFail }: Model, { life, settings }: Real) =>
	settings.second === 'refused' &&
	(willFail || (life.unknown().length > 0 && !(settings.listShowsUrl && settings.profile)));

async function activateNow(model: Model, real: Real): Promise<void> {
	const { life, settings } = real;
	const before = structuredClone(life.saved);
	const { willLose, willFail } = model;
	const fits = before.secret !== undefined && sameEvents(model, real);
	const isSeen = settings.profile && life.service.hooks.has(before.subscriptionId ?? '');
	const mayFail = willLose || isBlocked(model, real);
	const active = await life.activate();
	lookAhead(model, real);

	if (fits && (isSeen || !isUp(real))) {
		expect([active, life.saved]).toEqual([true, before]);
	}
	if (!isUp(real)) return expect(active).toBe(fits);
	if (willLose) mayLose(model, real);
	if (!mayFail) expect(active).toBe(true);
	if (life.saved.secret !== before.secret) {
		Object.assign(model, { events: life.place.parameters.events, isReplaced: false });
	}
	if (!active || model.isReplaced) return;
	expect(await life.working()).toEqual([life.saved.subscriptionId]);
	const hook = life.service.hooks.get(life.saved.subscriptionId!);
	expect(hook?.events).toEqual(life.place.parameters.events);
	const cleansUp = settings.listShowsUrl && settings.profile && !willFail;
	if (cleansUp && life.saved.secret !== before.secret) {
		expect(life.hooks().map(({ id }) => id)).toEqual([life.saved.subscriptionId]);
	}
}

const sameEvents = ({ events }: Model, { life }: Real) =>
	JSON.stringify(events) === JSON.stringify(life.place.parameters.events);

async function deactivateNow(model: Model, real: Real): Promise<void> {
	const { life, settings } = real;
	const mayFail = !isUp(real) || (model.willFail && settings.line === '1');
	const isNothing = life.saved.subscriptionId === undefined && !life.saved.leftBehind;
	const removed = await life.deactivate();
	lookAhead(model, real);
	if (!mayFail || isNothing) expect(removed).toBe(true);
	if (!removed) return;
	for (const { id } of life.hooks()) expect(model.lost).toContain(id);
	expect(await life.working()).toEqual([]);
}

async function copyElsewhere(_model: Model, real: Real): Promise<void> {
	const { life } = real;
	if (!isUp(real)) return;
	const copy: Place = placeOf(life.service, {
		...life.place,
		state: structuredClone(life.saved),
		address: ADDRESS.replace('n8n.', 'copy.'),
	});
	const before = structuredClone(life.hooks());
	await remove(placeOf(life.service, { ...copy, state: structuredClone(copy.state) }));
	expect(life.hooks()).toEqual(before);
	await activate(copy);
	expect(life.hooks(copy.address)).toHaveLength(1);
	await remove(copy);
	expect(life.hooks(copy.address)).toEqual([]);
	expect(life.hooks()).toEqual(before);
}

const STEPS = [
	step('activate', activateNow),
	step('deactivate', deactivateNow),
	step('restart', async (model, real) => {
		if (real.life.active) await activateNow(model, real);
	}),
	step('crash while activating', async (model, real) => {
		const secrets = () => real.life.hooks().map(({ headers }) => Object.values(headers).join());
		const before = secrets().join();
		await real.life.activate({ crash: true });
		lookAhead(model, real);
		mayLose(model, real);
		if (real.settings.second === 'replaces' && secrets().join() !== before) model.isReplaced = true;
	}),
	step('crash while deactivating', async (model, real) => {
		await real.life.deactivate({ crash: true });
		lookAhead(model, real);
	}),
	step('rename', (_model, { life }) => {
		life.place.workflowName += '!';
	}),
	step('publish other events', async (model, real) => {
		const { life } = real;
		const wasActive = life.active;
		if (wasActive) await deactivateNow(model, real);
		const [event] = life.place.parameters.events as string[];
		life.place.parameters.events = [event === 'CRM_A' ? 'CRM_B' : 'CRM_A'];
		if (wasActive) await activateNow(model, real);
	}),
	step('other events at a start, as an expression may give', async (model, real) => {
		real.life.place.parameters.events = ['CRM_C'];
		if (real.life.active) await activateNow(model, real);
	}),
	step('copy elsewhere', copyElsewhere, ({ willLose, willFail }) => !willLose && !willFail),
	step('service down', (_model, { life }) => {
		life.service.is.down = true;
	}),
	step('service up', (_model, { life }) => {
		life.service.is.down = false;
	}),
	step('lose the answer to subscribe', (model, { life }) => {
		if (!model.willLose) life.service.meet('subscribe', 'lost');
		model.willLose = true;
	}),
	step('fail to unsubscribe', (model, { life }) => {
		if (!model.willFail) life.service.meet('unsubscribe', 500);
		model.willFail = true;
	}),
	step('delete the hook at the service', (_model, { life }) => {
		for (const { id } of life.hooks()) life.service.hooks.delete(id);
	}),
	step('somebody registers a hook', (model, { life }) => {
		const url = `https://elsewhere.example/${model.foreign.length}`;
		model.foreign.push(life.service.add({ url, headers: {}, events: [], name: 'Foreign' }));
	}),
];

const settingsOf: fc.Arbitrary<Settings> = fc.record({
	line: fc.constantFrom('1', '2'),
	listShowsUrl: fc.boolean(),
	second: fc.constantFrom('another', 'another', 'replaces', 'refused'),
	profile: fc.boolean(),
});

it(
	'whatever happens, one hook works, foreign ones stay, and none is left behind unknown',
	async () => {
		const commands = fc.commands(
			STEPS.map((one) => fc.constant(one)),
			// Without a size, lives would end after ten steps.
			{ maxCommands: 30, size: 'max' },
		);
		await fc.assert(
			fc.asyncProperty(settingsOf, commands, async (settings, steps) => {
				const life = new Life(settings);
				const foreign = life.service.add({
					url: 'https://x.example/',
					headers: {},
					events: [],
					name: 'X',
				});
				const setup = () => ({
					model: {
						lost: new Set<string>(),
						secrets: new Set<string>(),
						willLose: false,
						willFail: false,
						foreign: [foreign],
						events: undefined,
						isReplaced: false,
					},
					real: { life, settings },
				});
				await fc.asyncModelRun(setup, steps);
			}),
			runs(200),
		);
	},
	15 * 60_000,
);
