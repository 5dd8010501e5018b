import type fc from 'fast-check';

import { ADDRESS, activate, call, type Place, placeOf, remove } from './triggerContexts';
import type { Life, Settings } from './triggerLife';
import { anotherProcess } from './triggerProcess';

/** What must hold of a trigger's life: after every step, at an activation, at a deactivation. */

export interface Model {
	/** Hooks that nobody may know of any more. */
	lost: Set<string>;
	/** What each registration was made for, by its secret. */
	made: Map<string, unknown>;
	/** The answer to the next subscribe will be lost. */
	willLose: boolean;
	/** The next unsubscribe will fail. */
	willFail: boolean;
	foreign: string[];
	/** The service put a webhook that n8n never heard of under the id that it knows. */
	isReplaced: boolean;
	/** Highest number of a call that passed since n8n started. */
	highest: number;
}

export interface Real {
	life: Life;
	settings: Settings;
}

export type Step = fc.AsyncCommand<Model, Real>;

const isUp = ({ life }: Real) => !life.service.is.down && !life.service.is.hidden;

const numberOf = (secret = ''): number => Number(secret.split('.')[0]);

/** Whether a hook is or was there that is newer than all that n8n knows: it forgot it, or never heard of it. */
function isAstray({ highest }: Model, { life }: Real): boolean {
	const numbers = life.hooks().map(({ headers }) => numberOf(headers['X-Webhook-Secret']));
	return Math.max(highest, ...numbers) > (life.known.number ?? 0);
}

const webhookProcess = anotherProcess();
const copyProcess = anotherProcess();

/** What holds after every step. */
export async function check(model: Model, real: Real): Promise<void> {
	const { life } = real;
	for (const id of model.foreign) expect(life.service.hooks.has(id)).toBe(true);
	const working = await life.working();
	expect(working.length).toBeLessThanOrEqual(1);
	for (const id of working) {
		const { headers } = life.service.hooks.get(id)!;
		model.highest = Math.max(model.highest, numberOf(headers['X-Webhook-Secret']));
	}
	for (const id of life.unknown()) expect(model.lost).toContain(id);
	await checkNewest(model, real);
	await checkOlder(model, real, working);
}

/** The newest registration passes wherever it is looked at, whatever stands in the database. */
async function checkNewest(model: Model, real: Real): Promise<void> {
	const { life, settings } = real;
	const { subscriptionId: id, secret } = life.known;
	if (!secret || isAstray(model, real)) return;
	if (!model.made.has(secret)) model.made.set(secret, life.place.parameters.events);
	const headers = { 'x-webhook-secret': secret };
	const place = { ...life.place, state: structuredClone(life.saved) };
	const unwanted = await call(place, { headers, body: { eventName: 'CRM_UNWANTED' } });
	expect(unwanted).toMatchObject({ status: 200, items: undefined });
	if (!life.service.hooks.has(id!) || model.isReplaced) return;
	webhookProcess.restart();
	const { key = settings.strongToken ? life.known.key : undefined } = life.saved;
	// Static data from before the node's key was lost, too, or nothing that could stand in for them.
	if (key !== life.known.key) return;
	expect(await life.working(webhookProcess)).toEqual([id]);
}

/** No earlier one does. Where n8n knows of none at all, a crash made it forget them. */
async function checkOlder(model: Model, { life }: Real, working: string[]): Promise<void> {
	if (life.known.number === undefined) return;
	const current = working.map((id) => life.service.hooks.get(id)!.headers['X-Webhook-Secret']);
	for (const older of [...model.made.keys(), '', undefined]) {
		if (current.includes(older!) || numberOf(older) >= life.known.number) continue;
		const headers = { 'x-webhook-secret': older };
		const place = { ...life.place, state: structuredClone(life.saved) };
		expect(await call(place, { headers, body: {} })).toMatchObject({ status: 401 });
	}
}

/** Whatever n8n does not know after this was lost by it. */
export const mayLose = (model: Model, { life }: Real) => {
	for (const id of life.unknown()) model.lost.add(id);
};

/** n8n ends: what only its process knew is lost. */
export function restart(model: Model, real: Real): void {
	real.life.restart();
	model.highest = 0;
	mayLose(model, real);
}

/** What still awaits a request. */
export const lookAhead = (model: Model, { life }: Real) => {
	model.willLose = life.service.isWaitingFor('subscribe');
	model.willFail = life.service.isWaitingFor('unsubscribe');
};

/** Whether something that n8n does not know of keeps the service from taking a webhook of ours. */
const isBlocked = ({ willFail }: Model, { life, settings }: Real) =>
	settings.second === 'refused' &&
	(willFail || (life.unknown().length > 0 && !(settings.listShowsUrl && settings.profile)));

/** Whether the list tells which webhook is ours when the answer to subscribe was lost. */
const isAdopted = ({ listShowsUrl, profile, second }: Settings) =>
	listShowsUrl && profile && second === 'another';

export async function activateNow(model: Model, real: Real): Promise<void> {
	const { life, settings } = real;
	const before = structuredClone(life.known);
	const { willLose, willFail } = model;
	const fits = before.secret !== undefined && sameEvents(model, real);
	const isSeen = settings.profile && life.service.hooks.has(before.subscriptionId ?? '');
	const mayFail = (willLose && !isAdopted(settings)) || isBlocked(model, real);
	const active = await life.activate();
	lookAhead(model, real);

	if (fits && (isSeen || !isUp(real))) expect([active, life.known]).toEqual([true, before]);
	if (!isUp(real)) return expect(active).toBe(fits);
	if (willLose) mayLose(model, real);
	if (!mayFail) expect(active).toBe(true);
	if (life.known.secret !== before.secret) model.isReplaced = false;
	if (!active || model.isReplaced || isAstray(model, real)) return;
	if (!life.service.hooks.has(life.known.subscriptionId!)) return;
	expect(await life.working()).toEqual([life.known.subscriptionId]);
	const hook = life.service.hooks.get(life.known.subscriptionId!);
	expect(hook?.events).toEqual(life.place.parameters.events);
	const cleansUp = settings.listShowsUrl && settings.profile && !willFail;
	if (cleansUp && life.known.secret !== before.secret) {
		expect(life.hooks().map(({ id }) => id)).toEqual([life.known.subscriptionId]);
	}
}

const sameEvents = ({ made }: Model, { life }: Real) =>
	JSON.stringify(made.get(life.known.secret!)) === JSON.stringify(life.place.parameters.events);

export async function deactivateNow(model: Model, real: Real): Promise<void> {
	const { life, settings } = real;
	const { is } = life.service;
	const mayFail = is.down || (model.willFail && settings.line === '1');
	const isNothing = life.known.subscriptionId === undefined && !life.known.leftBehind;
	const removed = await life.deactivate();
	lookAhead(model, real);
	if (!mayFail || isNothing) expect(removed).toBe(true);
	if (!removed) return;
	expect(life.known).not.toHaveProperty('subscriptionId');
	expect(life.known).not.toHaveProperty('secret');
	if (!is.hidden && settings.profile) expect(life.known).not.toHaveProperty('leftBehind');
	const left = (life.known.leftBehind ?? []).map(({ id }) => id);
	for (const { id } of life.hooks()) expect([...model.lost, ...left]).toContain(id);
	if (!isAstray(model, real)) expect(await life.working()).toEqual([]);
}

export async function copyElsewhere(_model: Model, real: Real): Promise<void> {
	const { life } = real;
	if (!isUp(real)) return;
	copyProcess.restart();
	const copy: Place = placeOf(life.service, {
		...life.place,
		process: copyProcess,
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
