import '../../support/noWaiting';

import fc from 'fast-check';

import {
	activateNow,
	check,
	copyElsewhere,
	deactivateNow,
	lookAhead,
	mayLose,
	type Model,
	type Real,
	restart,
	type Step,
} from '../../support/lifeModel';
import { runs } from '../../support/runs';
import { Life, type Settings } from '../../support/triggerLife';

/**
 * The trigger's life drawn by chance. What must hold at any moment: foreign hooks are there, at
 * most one hook's calls start the workflow, the newest registration's do, in every process of n8n and whatever
 * somebody else wrote into the static data, and a hook of ours that n8n does not know comes from an answer that was
 * lost or from a crash.
 */

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

const STEPS = [
	step('activate', activateNow),
	step('deactivate', deactivateNow),
	step('restart', async (model, real) => {
		restart(model, real);
		if (real.life.active) await activateNow(model, real);
	}),
	step('crash while activating', async (model, real) => {
		const secrets = () => real.life.hooks().map(({ headers }) => Object.values(headers).join());
		const before = secrets().join();
		await real.life.activate({ crash: true });
		lookAhead(model, real);
		restart(model, real);
		if (real.settings.second === 'replaces' && secrets().join() !== before) model.isReplaced = true;
	}),
	step('crash while deactivating', async (model, real) => {
		await real.life.deactivate({ crash: true });
		lookAhead(model, real);
		restart(model, real);
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
		const { place, active } = real.life;
		const [event] = place.parameters.events as string[];
		place.parameters.events = [event === 'CRM_C' ? 'CRM_D' : 'CRM_C'];
		if (active) await activateNow(model, real);
	}),
	step('copy elsewhere', copyElsewhere, ({ willLose, willFail }) => !willLose && !willFail),
	step('service down', (_model, { life }) => {
		life.service.is.down = true;
	}),
	step('something in front of the service answers', (_model, { life }) => {
		life.service.is.hidden = true;
	}),
	step('service up', (_model, { life }) => {
		Object.assign(life.service.is, { down: false, hidden: false });
	}),
	...[0, 1, 2].map((which) =>
		step(`somebody saves the static data of before (${which})`, (model, real) => {
			real.life.putBack(which);
			// Only where this process made no registration: a worker may write for one that ended.
			mayLose(model, real);
		}),
	),
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

/** What a life needs for the other steps to matter. */
const OFTEN = STEPS.filter((one) => /^(activate|other events|fail|lose)/.test(String(one)));

const settingsOf: fc.Arbitrary<Settings> = fc.record({
	line: fc.constantFrom('1', '2'),
	listShowsUrl: fc.boolean(),
	second: fc.constantFrom('another', 'another', 'replaces', 'refused'),
	profile: fc.boolean(),
	strongToken: fc.boolean(),
	pings: fc.boolean(),
});

it(
	'whatever happens, one hook works, foreign ones stay, and none is left behind unknown',
	async () => {
		const commands = fc.commands(
			[...STEPS, ...STEPS, ...OFTEN].map((one) => fc.constant(one)),
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
						made: new Map(),
						willLose: false,
						willFail: false,
						foreign: [foreign],
						isReplaced: false,
						highest: 0,
					},
					real: { life, settings },
				});
				await fc.asyncModelRun(setup, steps);
			}),
			runs(130),
		);
	},
	15 * 60_000,
);
