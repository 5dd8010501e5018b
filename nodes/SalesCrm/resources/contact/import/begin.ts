import type { Batch, Begun } from '../../../operation/operation';
import {
	contactOf,
	Moments,
	type NewContactParameters,
	readDraft,
	sendContact,
} from '../newContact';
import { Hints } from './hints';
import { LONGEST_LOOK_UP_MS, lookUpOpen, Sent } from './lookUp';
import { createdItem } from './outcome';
import { plan } from './plan';
import { isReadable, readRows } from './rows';
import { importSettings, listing } from './settings';

/** Of all runs, for an earlier try is asked about again. It holds on to nothing. */
const sent = new Sent();

/** How rows become contacts, so that an import can be run again. */
export async function beginImport(
	batch: Batch<NewContactParameters>,
): Promise<Begun<NewContactParameters>> {
	const settings = importSettings(batch.context);
	const options = listing(batch.context);
	const hints = new Hints(settings.matchBy);
	const isPlain = settings.ifExists === 'createAnyway' && !settings.dryRun;
	const drafts = isPlain ? [] : await plan(batch, settings, options, hints);
	// Rows that an earlier try has dealt with do not come to their turn again.
	for (const row of isPlain && batch.fates.some(Boolean) ? await readRows(batch, []) : []) {
		if (isReadable(row)) hints.columnsOf(row.draft);
	}
	const moments = new Moments();
	let left = LONGEST_LOOK_UP_MS;

	return {
		async run(call) {
			const draft = drafts[call.itemIndex] ?? readDraft(call);
			delete drafts[call.itemIndex];
			if (isPlain) hints.columnsOf(draft);
			const contact = contactOf(draft, () => moments.next());
			const answer = await sendContact(call.crm, contact).catch((error) => {
				sent.note(error, call.crm, contact);
				throw error;
			});
			const json = isPlain ? answer : createdItem(answer);
			// Only a moment that was given can be that of another row.
			if (draft.timestamp !== undefined) sent.note(json, call.crm, contact);
			return [{ json }];
		},
		async after() {
			if (!settings.lookUpUncertain || left <= 0) return;
			const start = Date.now();
			hints.trouble = await lookUpOpen(batch, sent, options, start + left);
			left -= Date.now() - start;
		},
		told: (hasFailed) => hints.told(batch.fates, hasFailed),
	};
}
