import { createContact } from '../../../../api/contacts';
import { mayBeWritten } from '../../../execution/itemResults';
import type { Batch, PreparedRun } from '../../../execution/operation';
import type { NewContactParameters } from '../newContact';
import { type Findings, runHints } from './hints';
import { lookUpUncertainRows, MAX_LOOK_UP_MS, noteSent } from './lookUp';
import { idOf } from './matching';
import { existsFailure, plan, Senders } from './plan';
import { flatItems, isGood, plainItem, readRows, type Row, type Told } from './rows';
import { importSettings } from './settings';

/**
 * How rows become contacts, so that an import can be run again.
 *
 * 1. Settings are read at the first item, everything else of each; all rows are read before the
 *    first is sent.
 * 2. With Create Anyway and no dry run every row is sent, and an item is the service's answer.
 *    Otherwise rows are planned first (plan.ts), and items are flat and alike (rows.ts).
 * 3. Of rows with a key in common a single one is created: the first that the service does not
 *    plainly refuse.
 * 4. A row that may have been created is never sent again. It is looked for after the last one
 *    (lookUp.ts).
 * 5. An error item is `{ error }` alone where it goes to an error output: n8n routes by that.
 */
export async function prepareImport(
	batch: Batch<NewContactParameters>,
): Promise<PreparedRun<NewContactParameters>> {
	const { context, results } = batch;
	const settings = importSettings(context);
	const rows = await readRows(batch, settings.matchBy);
	const findings: Findings = { shared: 0, missing: new Set(), trouble: undefined };
	const looks = settings.ifExists !== 'createAnyway';
	const toItem = looks || settings.dryRun ? flatItems(rows) : undefined;
	const isWritten = ({ itemIndex }: Row) => mayBeWritten(results[itemIndex]);
	const senders = new Senders(rows.filter(isGood).filter(isWritten));

	if (toItem) {
		try {
			await plan(batch, rows, settings, findings, toItem);
		} catch (reason) {
			for (const n of results.keys()) if (!results[n]) batch.fail(n, reason);
		}
	}

	let last = 0;
	/** A moment of sending, given out once: by it a contact can be recognized afterwards. */
	const moment = () => (last = Math.max(Date.now(), last + 1));

	const send = async (row: Row) => {
		const { connection, draft } = row;
		const contact = { ...draft, timestamp: draft.timestamp ?? moment() };
		const response = await createContact(connection, contact).catch((error) => {
			noteSent(error, connection, contact);
			throw error;
		});
		const contactId = idOf(response);
		const json =
			toItem?.(row, { outcome: 'created', contactId, response: response ?? null }) ??
			plainItem(connection, contact, response);
		// Only a moment that was given can be that of another row.
		if (draft.timestamp !== undefined) noteSent(json, connection, contact);
		return [{ json }];
	};

	let left = MAX_LOOK_UP_MS;
	return {
		async run({ itemIndex }) {
			const row = rows[itemIndex];
			if (!isGood(row)) throw row.reason;
			if (!looks) return await send(row);
			const result = await senders.send(row, async () => await send(row));
			if ('sent' in result) return result.sent;
			const told: Told = { outcome: 'duplicate', ...result };
			if (settings.ifExists === 'fail') throw existsFailure(told);
			return { skipped: [{ json: toItem!(row, told) }] };
		},
		async after() {
			if (!settings.lookUpUncertain || left <= 0) return;
			const start = Date.now();
			const { list } = settings;
			const trouble = await lookUpUncertainRows(batch, rows, list, start + left, toItem);
			findings.trouble = trouble ?? findings.trouble;
			left -= Date.now() - start;
		},
		hints: (hasFailed) => runHints(settings, findings, rows, results, hasFailed),
		failedItem:
			toItem && context.getNode().onError !== 'continueErrorOutput'
				? (n, error) => {
						const outcome = results[n]?.kind === 'unknown' ? 'uncertain' : 'failed';
						return toItem(rows[n], { outcome, error });
					}
				: undefined,
	};
}
