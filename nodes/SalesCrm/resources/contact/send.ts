import { createContact } from '../../../api/contacts';
import { CancelledError, isPlainFailure } from '../../../transport/errors';
import { createdId } from '../../../transport/answer';
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
	let next = 0;
	let isStopped = false;
	let cancelled: CancelledError | undefined;
	const send = async (row: Row) => {
		const { connection, timestamp = Date.now(), ...target } = row.target!;
		try {
			const contact = { ...target, timestamp, personalInfos: row.infos };
			const answer = await createContact(connection, contact);
			row.result = { outcome: 'created', contactId: createdId(answer) };
		} catch (cause) {
			row.result = { outcome: isPlainFailure(cause) ? 'failed' : 'uncertain', cause };
			if (cause instanceof CancelledError) cancelled = cause;
			isStopped ||= !mayGoOn;
		}
	};
	const worker = async () => {
		while (next < open.length && !isStopped && !cancelled) {
			const row = open[next++];
			if (row.target!.connection.signal?.aborted) cancelled = new CancelledError();
			else await send(row);
		}
	};
	// What others have under way is waited for, so that it is known what became of it.
	await Promise.all(Array.from({ length: Math.min(concurrency, open.length) }, worker));
	if (cancelled) throw cancelled;
}
