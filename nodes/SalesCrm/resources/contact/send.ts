import { createContact } from '../../../api/contacts';
import { CancelledError, isPlainFailure } from '../../../transport/errors';
import { createdId } from '../../../transport/writeAnswer';
import type { Row } from './rows';

/**
 * Sends the rows that have no result yet, side by side, begun in their order.
 *
 * 1. A row whose answer was lost is `uncertain`: never sent again, and looked for afterwards (lookUp.ts).
 * 2. Where rows may not fail by themselves, none is begun after a failure.
 * 3. Where no timestamp was entered a row gets the moment of sending, given out once in a run: by it the
 *    contact can be recognized afterwards.
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
	let last = 0;
	let isStopped = false;
	const send = async (row: Row) => {
		const { connection, audienceId, contactType, timestamp: entered } = row.target!;
		if (connection.signal?.aborted) throw new CancelledError();
		const timestamp = entered ?? (last = Math.max(Date.now(), last + 1));
		const contact = { audienceId, contactType, timestamp, personalInfos: row.infos };
		await createContact(connection, contact).then(
			(answer) => (row.result = { outcome: 'created', contactId: createdId(answer) }),
			(cause: unknown) => {
				const outcome = isPlainFailure(cause) ? 'failed' : 'uncertain';
				const sentAt = entered === undefined ? timestamp : undefined;
				row.result = { outcome, cause, sentAt };
				if (cause instanceof CancelledError) throw cause;
				isStopped ||= !mayGoOn;
			},
		);
	};
	const worker = async () => {
		while (next < open.length && !isStopped) {
			await send(open[next++]);
		}
	};
	const width = Math.min(concurrency, open.length);
	// What others have under way is waited for, so that it is known what became of it.
	const workers = await Promise.allSettled(Array.from({ length: width }, worker));
	const failed = workers.find((one) => one.status === 'rejected');
	if (failed) throw failed.reason;
}
