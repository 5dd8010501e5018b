import { createContact } from '../../../../api/contacts';
import { createdId } from '../../../../transport/answer';
import { CancelledError, wasNotCarriedOut } from '../../../../transport/errors';
import { forEachConcurrent } from '../../../../transport/waiting';
import type { Row } from './rows';

/** Sends the rows without a result. After a failure, those under way still get theirs. @throws CancelledError */
export async function sendRows(
	rows: readonly Row[],
	concurrency: number,
	onBadRow: 'stop' | 'goOn',
): Promise<void> {
	const unsent = rows.filter(({ result }) => !result);
	let cancelled: CancelledError | undefined;
	await forEachConcurrent(unsent, concurrency, async (row) => {
		const { connection, timestamp = Date.now(), ...target } = row.target!;
		try {
			const contact = { ...target, timestamp, personalInfos: row.infos };
			const answer = await createContact(connection, contact);
			row.result = { outcome: 'created', contactId: createdId(answer) };
			return true;
		} catch (cause) {
			row.result = { outcome: wasNotCarriedOut(cause) ? 'failed' : 'uncertain', cause };
			if (cause instanceof CancelledError) cancelled = cause;
			return onBadRow === 'goOn' && !cancelled;
		}
	});
	if (cancelled) throw cancelled;
}
