import { forgetWaits, waitedMs } from '../../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import {
	deal,
	fail,
	otherStatuses,
	profile,
	sentUpdates,
	set,
	update,
	updateParameters,
} from '../../../support/dealUpdates';
import { itemsAndHints } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { turn } from '../../../support/nodeJs.cjs';

/** Lives of an update: whatever the service does, the last word is true, and no update is sent twice. */

beforeEach(() => {
	sandbox.reset({ deals: 6, leads: 0 });
	sandbox.switches.only = 'published';
	forgetWaits();
});

const moved = () => ({ statusId: otherStatuses()[0].id });
const note = () => ({ description: 'Gebeld' });
const both = () => ({ ...moved(), ...note() });
const refused = (route: string) => ({ kind: 'status', status: 403, every: 1, route });

interface Life {
	/** What the service does. */
	happens?: () => void;
	asks?: () => IDataObject;
	/** What the item says, or the error. */
	word: object | RegExp;
	hint?: RegExp;
	/** How many updates are sent and not plainly refused, 1 by default. */
	sent?: number;
	waited?: number;
}

/** Moves the deal to another board as soon as it was read for the first time. */
function moveOnceRead(): void {
	const { description } = deal();
	const first = deal();
	const other = profile().statuses.find((one) => one.backlog_id !== first.backlogId)!;
	Object.defineProperty(first, 'description', {
		configurable: true,
		get() {
			Object.defineProperty(first, 'description', { value: description, writable: true });
			void turn().then(() => profile().move(first, other));
			return description;
		},
	});
}

const isNow = () => ({ outcome: 'updated', statusId: deal().statusId, title: deal().summary });

const LIVES: Record<string, Life> = {
	'it is done': { word: { outcome: 'updated' }, waited: 0 },
	'it is refused': {
		happens: () => fail(refused('updateItem')),
		word: /^Could not update the deal: access is not allowed \(403\)$/,
		sent: 0,
	},
	'it is refused on the other route': {
		happens: () => fail(refused('updateBoardItem')),
		asks: () => ({ title: 'Dak' }),
		word: /^Could not update the deal: access is not allowed \(403\)$/,
		sent: 0,
	},
	'neither route is allowed': {
		happens: () =>
			fail(
				{ ...refused('updateItem'), code: 'INVALID_PERMISSION' },
				{ ...refused('updateBoardItem'), code: 'INVALID_PERMISSION' },
			),
		word: /^Could not update the deal: .*permission for this \(INVALID_PERMISSION\)$/,
		sent: 0,
	},
	'it is late by less than 3 seconds': {
		happens: () => set({ patchLateReads: 1 }),
		word: { outcome: 'updated' },
		waited: 3,
	},
	'it is late by 5 seconds': {
		happens: () => set({ patchLateReads: 2 }),
		word: /^The Sales CRM confirmed the update, but 3 seconds later the deal is as before$/,
		waited: 3,
	},
	'it is confirmed, but nothing happens': {
		happens: () => set({ patchEffect: 'nothing' }),
		word: /but 3 seconds later the deal is as before$/,
	},
	'it is only accepted (202)': {
		happens: () => set({ patchAnswer: 'accepted', patchLateReads: 1 }),
		word: { outcome: 'updated' },
	},
	'texts are trimmed and get other line ends': {
		happens: () => set({ patchEffect: 'rewritten' }),
		asks: () => ({ description: 'Een\nTwee \n', descriptionMode: 'replace' }),
		word: { outcome: 'updated', description: 'Een\r\nTwee' },
	},
	'an automation moves it on': {
		happens: () => set({ patchEffect: 'movedOn' }),
		word: { outcome: 'updated' },
		hint: /^'Status' of ".*" is ".*" now: an automation of your/,
	},
	'an automation moves it to another board': {
		happens: () => set({ patchEffect: 'elsewhere' }),
		word: { outcome: 'updated' },
		hint: /^'Status' of ".*" is ".*" now: an automation of your/,
	},
	'it is moved to another board meanwhile': {
		happens: moveOnceRead,
		word: /^The deal was moved to the pipeline "Offertetraject" in the meantime$/,
		sent: 0,
	},
	'it empties what is left out': {
		happens: () => set({ patchEffect: 'emptied' }),
		word: /also changed 'Description', 'Email'/,
	},
	'it changes the title as well': {
		happens: () => set({ patchEffect: 'more' }),
		word: /^The update of ".*\(gewijzigd\)" also changed 'Title'$/,
	},
	'the answer is lost, and it is done': {
		happens: () => fail({ kind: 'lostReply', route: 'updateItem' }),
		word: { outcome: 'updated' },
		waited: 3,
	},
	'the answer is lost, and it is done late': {
		happens: () => {
			fail({ kind: 'lostReply', route: 'updateItem' });
			set({ patchLateReads: 1 });
		},
		word: { outcome: 'updated' },
		waited: 10,
	},
	'the answer is lost, and it is not done': {
		happens: () => fail({ kind: 'drop', route: 'updateItem' }),
		word: /^Could not update the deal: the connection was lost; it may have been carried out$/,
		waited: 10,
	},
	'the answer is lost, and an automation moves it on': {
		happens: () => {
			fail({ kind: 'lostReply', route: 'updateBoardItem' });
			set({ patchEffect: 'movedOn' });
		},
		asks: both,
		word: /it may have been carried out; 'Status' is not as asked$/,
	},
	'it cannot be read afterwards': {
		happens: () =>
			fail(
				// Whatever one pipeline answers, the next is asked.
				...Array.from({ length: 20 }, (_, n) => ({
					...({ kind: 'status', status: 403, route: 'getItem' } as const),
					nth: n + 2,
				})),
			),
		asks: note,
		word: /^The Sales CRM confirmed the update, but the deal could not be read afterwards$/,
	},
	'it is archived': {
		happens: () => deal().labels.push({ timestamp: Date.now(), type: 'ITEM_ARCHIVED' }),
		word: { outcome: 'updated', archived: true },
	},
	'the history is late': {
		happens: () => set({ historyLate: true }),
		word: { outcome: 'updated', daysInStatus: null, enteredAt: null, enteredCount: null },
		hint: /^Times and days of a deal are empty: the history does not show its latest change$/,
	},
};

it.each(Object.entries(LIVES))('%s', async (_name, life) => {
	const { happens, asks = moved, word, hint, sent = 1, waited } = life;
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
