import { passes } from '../../../nodes/deals/dealEvent';
import { ASSIGNEE, BACKLOG, BOARD, dealEventOf, NEW, OLD } from '../../support/event';
import { uuid } from '../../support/uuid';

/** Which events start the workflow. The event: from OLD to NEW. */

const OTHER = uuid(0xff);

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

it.each([
	[{}],
	[{ toStatusIds: [], boardIds: '', assigneeIds: ' , ' }],
	[{ toStatusIds: null, fromStatusIds: undefined, assigneeIds: [null, ''] }],
	[undefined],
	[null],
	['x'],
	[['toStatusIds']],
])('%p, as an expression may give, sets no filter', (filters) => {
	expect(passes(dealEventOf(), filters)).toBe(true);
});

const SILENT = dealEventOf(
	{ assignee_id: null, assignee: null, backlog_id: null },
	{ board_id: null, old_status_id: null, backlog_id: null },
);
const ANY = [OLD, NEW, BOARD, BACKLOG, ASSIGNEE];
const STAYED = dealEventOf({}, { old_status_id: NEW });
const ASSIGNED = { ...dealEventOf(), enteredStatusId: null, leftStatusId: null };

it.each([
	['that does not say where it came from', SILENT, { fromStatusIds: ANY }, false],
	['that does not say its board', SILENT, { boardIds: ANY }, false],
	['that does not say its pipeline', SILENT, { backlogIds: ANY }, false],
	['that does not say its assignee', SILENT, { assigneeIds: ANY }, false],
	['that says nothing else', SILENT, { toStatusIds: ANY }, true],
	['of another assignee, whatever its status', ASSIGNED, { toStatusIds: [NEW] }, false],
	['of another assignee, whatever it was', ASSIGNED, { fromStatusIds: [OLD] }, false],
	['of another assignee', ASSIGNED, { assigneeIds: [ASSIGNEE] }, true],
	['put where it stood: enters nothing', STAYED, { toStatusIds: [NEW] }, false],
	['put where it stood: leaves nothing', STAYED, { fromStatusIds: [NEW] }, false],
	['put where it stood, by its board', STAYED, { boardIds: [BOARD] }, true],
	['that fits both', dealEventOf(), { toStatusIds: [NEW], fromStatusIds: [OLD] }, true],
	['that fits one of two', dealEventOf(), { toStatusIds: [NEW], fromStatusIds: [OTHER] }, false],
])('an event %s', (_what, event, filters, isWanted) => {
	expect(passes(event, filters)).toBe(isWanted);
});
