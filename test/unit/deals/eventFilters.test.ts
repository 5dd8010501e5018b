import { passes } from '../../../nodes/deals/dealEvent';
import { ASSIGNEE, BACKLOG, BOARD, dealEventOf, NEW, OLD } from '../../support/event';
import { uuid } from '../../support/uuid';

/** Which events start the workflow. The event: from OLD to NEW. */

const OTHER = uuid(0xff);

it('no filter lets every event through, empty ones too', () => {
	expect(passes(dealEventOf(), {})).toBe(true);
	expect(passes(dealEventOf(), { toStatusIds: [], boardIds: '', assigneeIds: ' , ' })).toBe(true);
});

it.each([
	['toStatusIds', NEW],
	['fromStatusIds', OLD],
	['boardIds', BOARD],
	['backlogIds', BACKLOG],
	['assigneeIds', ASSIGNEE],
])('%s', (filter, id) => {
	expect(passes(dealEventOf(), { [filter]: [id] })).toBe(true);
	expect(passes(dealEventOf(), { [filter]: [OTHER, id] })).toBe(true);
	expect(passes(dealEventOf(), { [filter]: `${OTHER}, ${id.toUpperCase()} ` })).toBe(true);
	expect(passes(dealEventOf(), { [filter]: [OTHER] })).toBe(false);
});

it('an event that does not say what a filter asks for is held back', () => {
	const event = dealEventOf(
		{ assignee_id: null, assignee: null, backlog_id: null },
		{ board_id: null, old_status_id: null, backlog_id: null },
	);
	for (const filter of ['fromStatusIds', 'boardIds', 'backlogIds', 'assigneeIds']) {
		expect(passes(event, { [filter]: [OLD, BOARD, BACKLOG, ASSIGNEE] })).toBe(false);
	}
	expect(passes(event, {})).toBe(true);
});

it.each([[undefined], [null], ['x'], [['toStatusIds']]])(
	'%p, as an expression may give, sets no filter',
	(filters) => {
		expect(passes(dealEventOf(), filters)).toBe(true);
	},
);

it('filters within that are null set none either', () => {
	const filters = { toStatusIds: null, fromStatusIds: undefined, assigneeIds: [null, ''] };
	expect(passes(dealEventOf(), filters)).toBe(true);
});

it('a change of assignee neither enters nor leaves a status, whatever its status is', () => {
	const assigned = {
		...dealEventOf(),
		eventName: 'USER_CHANGED',
		enteredStatusId: null,
		leftStatusId: null,
	};
	expect(passes(assigned, { toStatusIds: [NEW] })).toBe(false);
	expect(passes(assigned, { fromStatusIds: [OLD] })).toBe(false);
	expect(passes(assigned, { assigneeIds: [ASSIGNEE] })).toBe(true);
});

it('every filter that is set must fit', () => {
	expect(passes(dealEventOf(), { toStatusIds: [NEW], fromStatusIds: [OLD] })).toBe(true);
	expect(passes(dealEventOf(), { toStatusIds: [NEW], fromStatusIds: [OTHER] })).toBe(false);
});

it('a deal moved to the status it is in neither enters nor leaves it', () => {
	const event = dealEventOf({}, { old_status_id: NEW });
	expect(passes(event, { toStatusIds: [NEW] })).toBe(false);
	expect(passes(event, { fromStatusIds: [NEW] })).toBe(false);
	expect(passes(event, { boardIds: [BOARD] })).toBe(true);
});
