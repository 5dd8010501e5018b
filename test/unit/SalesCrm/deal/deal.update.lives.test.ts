import { forgetWaits, waitedMs } from '../../../support/fastClock';

import {
	deal,
	otherStatuses,
	profile,
	sentUpdates,
	set,
	update,
	updateParameters,
} from '../../../support/dealUpdates';
import { itemsAndHints } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { livesAt } from '../../../support/updateLives';

/** Lives of an update: whatever the service does, the last word is true, and no update is sent twice. */

beforeEach(() => {
	sandbox.reset({ deals: 6, leads: 0 });
	sandbox.switches.only = 'published';
	forgetWaits();
});

const moved = () => ({ statusId: otherStatuses()[0].id });
const isNow = () => ({ outcome: 'updated', statusId: deal().statusId, title: deal().summary });

it.each(Object.entries(livesAt(() => sandbox)))('%s', async (_name, life) => {
	const { happens, asks, word, hint, sent, waited } = life;
	const asked = asks();
	happens?.();
	if (word instanceof RegExp) {
		expect((await failure(update(asked))).message).toMatch(word);
	} else {
		const { rows, hints } = await update(asked);
		expect(rows).toMatchObject([{ ...isNow(), ...word }]);
		expect(hints).toEqual(hint ? [expect.stringMatching(hint)] : []);
	}
	expect(sentUpdates().filter((one) => !/ 4..$/.test(one))).toHaveLength(sent);
	if (waited !== undefined) expect(Math.round(waitedMs() / 1000)).toBe(waited);
});

it('what vanished is named with its old value, and no further update is sent', async () => {
	set({ patchEffect: 'emptied' });
	const { person, value, description } = deal();
	const items = profile().deals.map(({ id }) => ({ json: { id } }));
	const parameters = updateParameters({ title: 'Dak' }, {}, '={{ $json.id }}');
	const onError = 'continueRegularOutput';
	const { rows } = await itemsAndHints({ parameters, items, onError });
	for (const old of [person.email, String(value), JSON.stringify(description)])
		expect(rows[0].error).toContain(old);
	expect(rows.slice(1).map(({ error }) => error)).toEqual(
		rows.slice(1).map(() => expect.stringMatching(/^Not sent: an earlier update of this run/)),
	);
	expect(sentUpdates()).toHaveLength(1);
});

it('of two items about one deal, the second is not sent while the first is in doubt', async () => {
	set({ patchLateReads: 2 });
	const items = [{ json: { text: 'Een' } }, { json: { text: 'Twee' } }];
	const run = { items, onError: 'continueRegularOutput' } as const;
	const { rows } = await update({ description: '={{ $json.text }}' }, {}, run);
	expect(rows).toMatchObject([
		{ error: expect.stringContaining('is as before') },
		{ error: expect.stringMatching(/^Not sent: another item of this run updated the same deal/) },
	]);
	expect(deal().description).toMatch(/Een$/);
	expect(sentUpdates()).toHaveLength(1);
});

it('two items about one deal are both carried out', async () => {
	set({ patchLateReads: 1 });
	const items = [{ json: { text: 'Een' } }, { json: { text: 'Twee' } }];
	const { rows } = await update({ description: '={{ $json.text }}' }, {}, { items });
	expect(rows.map(({ outcome }) => outcome)).toEqual(['updated', 'updated']);
	expect(deal().description).toMatch(/\n\nEen\nTwee$/);
});

it('a wrong ID is an error', async () => {
	const parameters = updateParameters(moved(), {}, identities.PROFILE_ID);
	const { message } = await failure(itemsAndHints({ parameters }));
	expect(message).toBe(`No deal with the ID "${identities.PROFILE_ID}" in the pipelines`);
});
