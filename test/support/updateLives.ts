import type { IDataObject } from 'n8n-workflow';

import { turn } from './nodeJs.cjs';

/** Lives of an update of the sandbox's first deal; as published, for tests with and without a real n8n. */

type Sandbox = import('../../tools/sandbox/server.mts', {
	with: { 'resolution-mode': 'import' }
}).Sandbox;

export interface Life {
	/** What the service does. */
	happens?: () => void;
	asks: () => IDataObject;
	/** What the item says, or the error. */
	word: object | RegExp;
	hint?: RegExp;
	/** How many updates are sent and not plainly refused. */
	sent: number;
	/** In whole seconds. */
	waited?: number;
}

type OneMove = Omit<Life, 'asks' | 'sent'> & Partial<Life>;

export function livesAt(at: () => Sandbox): Record<string, Life> {
	const profile = () => at().world.profile();
	const deal = () => profile().deals[0];
	const set = (switches: object) => void Object.assign(at().switches, switches);
	const fail = (...faults: object[]) => set({ faults });
	const moved = () => {
		const { backlogId, statusId } = deal();
		const others = profile().statuses.filter((one) => one.backlog_id === backlogId);
		return { statusId: others.find(({ id }) => id !== statusId)!.id };
	};
	const note = () => ({ description: 'Gebeld' });
	const both = () => ({ ...moved(), ...note() });
	const refused = (route: string) => ({ kind: 'status', status: 403, every: 1, route });
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

	const lives: Record<string, OneMove> = {
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
	return Object.fromEntries(
		Object.entries(lives).map(([name, life]) => [name, { asks: moved, sent: 1, ...life }]),
	);
}
