import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Answer } from '../../../runtime/rest.mts';
import { withTriggers } from '../support/triggerStage.mts';
import { EVENT } from '../support/instantTrigger.mts';

const [A, B, C, USER, OTHER_USER, BOARD, BACKLOG, UNKNOWN, DEAL, PROFILE] = Array.from(
	{ length: 10 },
	(_, n) => `${n}a000000-0000-4000-8000-00000000000a`,
) as [string, ...string[]];

/** An event of a move from one status to another; all else the same. */
const moved = (from: string | undefined, to: string, assignee: string | null = USER!) => ({
	id: 1,
	timestamp: 1_760_000_000_000,
	eventName: EVENT,
	payload: { id: DEAL, status_id: to, assignee_id: assignee, backlog_id: BACKLOG },
	metadata: {
		status_id: to,
		old_status_id: from,
		board_id: BOARD,
		backlog_id: BACKLOG,
		company_profile_id: PROFILE,
	},
});

const AtoB = moved(A, B!);
const BtoC = moved(B, C!);
const ofNobody = moved(A, B!, null);
const BtoB = moved(B, B!);
const fromNowhere = moved(undefined, B!);
const events = { AtoB, BtoC, ofNobody, BtoB, fromNowhere };

/** Filters with the events they let through. */
const CASES: Array<[filters: Answer, through: Array<keyof typeof events>]> = [
	[{}, ['AtoB', 'BtoC', 'ofNobody', 'BtoB', 'fromNowhere']],
	[
		{ toStatusIds: [], fromStatusIds: [], boardIds: '', backlogIds: [], assigneeIds: [] },
		['AtoB', 'BtoC', 'ofNobody', 'BtoB', 'fromNowhere'],
	],
	[{ toStatusIds: [B] }, ['AtoB', 'ofNobody', 'fromNowhere']],
	[{ toStatusIds: [B, C] }, ['AtoB', 'BtoC', 'ofNobody', 'fromNowhere']],
	[{ fromStatusIds: [B] }, ['BtoC']],
	[{ fromStatusIds: [A], toStatusIds: [B] }, ['AtoB', 'ofNobody']],
	[{ assigneeIds: [USER] }, ['AtoB', 'BtoC', 'BtoB', 'fromNowhere']],
	[{ assigneeIds: [OTHER_USER] }, []],
	[{ boardIds: BOARD }, ['AtoB', 'BtoC', 'ofNobody', 'BtoB', 'fromNowhere']],
	[
		{ boardIds: ` ${UNKNOWN} , ${BOARD!.toUpperCase()} ` },
		['AtoB', 'BtoC', 'ofNobody', 'BtoB', 'fromNowhere'],
	],
	[{ boardIds: UNKNOWN }, []],
	[{ backlogIds: [BACKLOG] }, ['AtoB', 'BtoC', 'ofNobody', 'BtoB', 'fromNowhere']],
	[{ backlogIds: [UNKNOWN] }, []],
	[{ toStatusIds: [UNKNOWN] }, []],
	[{ toStatusIds: [C], assigneeIds: [USER], boardIds: BOARD, backlogIds: [BACKLOG] }, ['BtoC']],
	[{ toStatusIds: [C], assigneeIds: [USER], boardIds: BOARD, backlogIds: [UNKNOWN] }, []],
	// Expressions: one that gives an array, one that gives a text with commas.
	[{ toStatusIds: `={{ ["${B}"] }}`, fromStatusIds: `={{ "${A}" }}` }, ['AtoB', 'ofNobody']],
	[{ toStatusIds: `={{ "${UNKNOWN}, ${C}" }}` }, ['BtoC']],
	[{ assigneeIds: '={{ "" }}' }, ['AtoB', 'BtoC', 'ofNobody', 'BtoB', 'fromNowhere']],
];

withTriggers('filters', (stage) => {
	it('each alone and together: what is let through starts the workflow, the rest is answered 200', async () => {
		const { rest, workflow, trigger, hooks, call, started } = stage();
		const nodes = CASES.map(([filters], n) => ({
			...trigger('apiToken', {
				filters,
				resolveNames: false,
				options: { subscriptionName: `${n}` },
			}),
			name: `Trigger ${n}`,
		}));
		const id = await workflow(nodes);
		await rest.activate(id);
		const all = await hooks();
		assert.equal(all.length, CASES.length);
		let expected = 0;
		for (const [n, [filters, through]] of CASES.entries()) {
			const hook = all.find(({ name }) => name === `${n}`)!;
			const passed: string[] = [];
			for (const [name, event] of Object.entries(events)) {
				const { status, text } = await call(hook, event);
				assert.equal(status, 200);
				const { received, started: hasStarted } = JSON.parse(text);
				assert.equal(received, true);
				if (hasStarted) passed.push(name);
			}
			assert.deepEqual(passed, through, JSON.stringify(filters));
			expected += through.length;
		}
		await started(id, expected);
		assert.equal((await rest.listExecutions(id)).length, expected);
	});
});
