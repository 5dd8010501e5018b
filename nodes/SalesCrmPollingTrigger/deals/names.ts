import { type Directory, fetchNames } from '../../api/names';
import type { Boards } from '../../api/pipelines';
import { needed, noteListsSeen, shown, type Source } from '../../api/source';
import { UserError } from '../../utils/userError';
import type { PollSettings } from '../settings';
import type { Poll } from '../types';

/** They are short lists, and the history has just been read. */
const QUICK = { maxAttempts: 2, timeoutMs: 10_000 };

/**
 * Statuses and boards decide which event a change is, so a poll fails while they cannot be read. Users are only shown.
 * @param isFirst Whether nothing is noted yet: then a person can still change the settings.
 * @throws ServiceError, UserError
 */
export async function readNames(poll: Poll, isFirst: boolean): Promise<Directory> {
	const { requestBody: body } = poll.settings;
	const connection = { ...poll.connection, retry: QUICK };
	poll.scoped = connection;
	noteListsSeen(connection, poll.answered);
	const directory = await fetchNames(connection, body);
	checkBoards(directory.boards, poll, isFirst);
	needed(directory.statuses, 'Which events happened to deals is not known');
	shown(directory.users, [], connection, 'The names of users are left empty');
	return directory;
}

const ADVICE = "Remove 'Lead: Created' from 'Trigger On', and 'Record Types' from the filters.";

/** Without boards, everything counts as a deal, unless a setting tells leads from deals. */
function checkBoards(boards: Source<Boards>, { settings, connection }: Poll, isFirst: boolean) {
	const decision = 'Leads and deals cannot be told apart';
	const parts = boards.is === 'read' ? boards.value.unread : [];
	const unavailable = [boards, ...parts].find(({ is }) => is === 'unavailable');
	if (unavailable) needed<unknown>(unavailable, decision);
	if (tellsLeadsApart(settings)) {
		const { pipelines } = needed(boards, decision, ADVICE);
		if (pipelines.some(({ recordType }) => recordType !== null)) return;
		throw new UserError(`${decision}: your Sales CRM has no boards`, ADVICE);
	}
	if (!isFirst && boards.is !== 'refused' && parts.length === 0) return;
	for (const one of [boards, ...parts])
		shown<unknown>(one, null, connection, 'Leads count as deals');
}

/** Whether a setting needs the boards. Both types together let everything through. */
const tellsLeadsApart = ({ events, recordTypes }: PollSettings): boolean =>
	events.includes('leadCreated') || recordTypes.length === 1;
