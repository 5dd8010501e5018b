import { createContact } from '../../../api/contacts';
import { CancelledError, isPlainFailure } from '../../../transport/errors';
import { createdId } from '../../../transport/answer';
import { sideBySide } from '../../../transport/waiting';
import type { Row } from './rows';

/**
 * Sends the rows that have no result yet, side by side, begun in their order.
 *
 * 1. A row whose answer was lost is `uncertain`, and never sent again.
 * 2. Where rows may not fail by themselves, none is begun after one that failed.
 *
 * @throws CancelledError when the execution was stopped.
 */
export async function sendRows(
	rows: readonly Row[],
	concurrency: number,
	mayGoOn: boolean,
): Promise<void> {
	const open = rows.filter(({ result }) => !result);
	let cancelled: CancelledError | undefined;
	// What others have under way is waited for, so that it is known what became of it.
	await sideBySide(open, concurrency, async (row) => {
		const { connection, timestamp = Date.now(), ...target } = row.target!;
		if (connection.signal?.aborted) cancelled = new CancelledError();
		if (cancelled) return false;
		try {
			const contact = { ...target, timestamp, personalInfos: row.infos };
			const answer = await createContact(connection, contact);
			row.result = { outcome: 'created', contactId: createdId(answer) };
			return true;
		} catch (cause) {
			row.result = { outcome: isPlainFailure(cause) ? 'failed' : 'uncertain', cause };
			if (cause instanceof CancelledError) cancelled = cause;
			return mayGoOn && !cancelled;
		}
	});
	if (cancelled) throw cancelled;
}
