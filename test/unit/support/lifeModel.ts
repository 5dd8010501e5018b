import type fc from 'fast-check';

import { ADDRESS, activate, call, type Place, placeOf, remove } from './triggerContexts';
import type { Life, Settings } from './triggerLife';

/** What must hold of a trigger's life: after every step, at an activation, at a deactivation. */

export interface Model {
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

export interface Real {
	life: Life;
	settings: Settings;
}

export type Step = fc.AsyncCommand<Model, Real>;

const isUp = ({ life }: Real) => !life.service.is.down;

/** What holds after every step. */
export async function check(model: Model, { life }: Real): Promise<void> {
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
	if (!secret) return;
	model.secrets.add(secret);
	const headers = { 'x-webhook-secret': secret };
	const unwanted = await call(life.place, { headers, body: { eventName: 'CRM_UNWANTED' } });
	expect(unwanted).toMatchObject({ status: 200, items: undefined });
}

/** Whatever n8n does not know after this was lost by it. */
export const mayLose = (model: Model, { life }: Real) => {
	for (const id of life.unknown()) model.lost.add(id);
};

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
	const before = structuredClone(life.saved);
	const { willLose, willFail } = model;
	const fits = before.secret !== undefined && sameEvents(model, real);
	const isSeen = settings.profile && life.service.hooks.has(before.subscriptionId ?? '');
	const mayFail = (willLose && !isAdopted(settings)) || isBlocked(model, real);
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

export async function deactivateNow(model: Model, real: Real): Promise<void> {
	const { life, settings } = real;
	const mayFail = !isUp(real) || (model.willFail && settings.line === '1');
	const isNothing = life.saved.subscriptionId === undefined && !life.saved.leftBehind;
	const removed = await life.deactivate();
	lookAhead(model, real);
	if (!mayFail || isNothing) expect(removed).toBe(true);
	if (!removed) return;
	expect(Object.keys(life.saved)).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/^(subscriptionId|secret|leftBehind)$/)]),
	);
	for (const { id } of life.hooks()) expect(model.lost).toContain(id);
	expect(await life.working()).toEqual([]);
}

export async function copyElsewhere(_model: Model, real: Real): Promise<void> {
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
