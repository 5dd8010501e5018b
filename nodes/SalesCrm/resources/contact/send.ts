import { createContact } from '../../../api/contacts';
import { CancelledError, ServiceError } from '../../../transport/errors';
import { createdId } from '../../../transport/writeAnswer';
import { UserError } from '../../../utils/userError';
import type { Results, RowResult } from './judge';
import type { Row } from './rows';

/**
 * Sends the rows that have no result yet, side by side, begun in their order.
 *
 * 1. A row whose answer was lost is `uncertain`: never sent again, and looked for afterwards (lookUp.ts).
 * 2. Where rows may not fail by themselves, none is begun after a failure.
 * 3. A sign-in that is refused ends the sending: the rows left fail with that reason, without a request each.
 * 4. Where no timestamp was entered a row gets the moment of sending, given out once in a run: by it the
 *    contact can be recognized afterwards.
 */
export interface Sending {
	readonly rows: readonly Row[];
	readonly results: Results;
	readonly concurrency: number;
	readonly mayGoOn: boolean;
	/** Told at once what became of a row, so that it is never sent again. */
	record(n: number, result: RowResult): void;
}

/** @throws CancelledError when the execution was stopped. */
export async function sendRows(sending: Sending): Promise<void> {
	const { rows, results, concurrency, mayGoOn, record } = sending;
	let next = 0;
	let last = 0;
	let stopped: unknown;
	let refusal: unknown;
	const send = async (n: number) => {
		const { target, infos: personalInfos } = rows[n];
		const { connection, audienceId, contactType, timestamp: entered } = target!;
		if (connection.signal?.aborted) throw new CancelledError();
		const timestamp = entered ?? (last = Math.max(Date.now(), last + 1));
		const contact = { audienceId, contactType, timestamp, personalInfos };
		await createContact(connection, contact).then(
			(answer) => record(n, { outcome: 'created', contactId: createdId(answer) }),
			(cause: unknown) => {
				const outcome = isPlainFailure(cause) ? 'failed' : 'uncertain';
				record(n, { outcome, cause, sentAt: entered === undefined ? timestamp : undefined });
				if (cause instanceof CancelledError) throw cause;
				if (isRefusedSignIn(cause)) refusal = cause;
				if (!mayGoOn) stopped = cause;
			},
		);
	};
	const worker = async () => {
		while (next < rows.length && !stopped) {
			const n = next++;
			if (results[n]) continue;
			if (refusal) record(n, { outcome: 'failed', cause: refusal });
			else await send(n);
		}
	};
	const width = Math.min(concurrency, rows.length);
	// What others have under way is waited for, so that it is known what became of it.
	const workers = await Promise.allSettled(Array.from({ length: width }, worker));
	const failed = workers.find((one) => one.status === 'rejected');
	if (failed) throw failed.reason;
}

/** Whatever else is thrown, the write may have been carried out. */
const isPlainFailure = (cause: unknown): boolean =>
	cause instanceof ServiceError ? !cause.mayHaveHappened : cause instanceof UserError;

export const isRefusedSignIn = (cause: unknown): boolean =>
	cause instanceof ServiceError && cause.status === 401 && !cause.mayHaveHappened;
