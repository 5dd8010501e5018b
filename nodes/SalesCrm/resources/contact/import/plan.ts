import { contactBody } from '../../../../service/api/contacts';
import type { ListOptions } from '../../../../pagination/list';
import type { Batch } from '../../../operation/operation';
import { contactOf, type Draft, type NewContactParameters } from '../newContact';
import { Audience } from './audience';
import { type Audiences, listAudiences } from './audiences';
import { existsFailure, stoppedBefore, WORD } from './checks';
import { type Double, doublesOf } from './doubles';
import type { Hints } from './hints';
import { kindOf } from './keys';
import { dryItem, type Reason, skippedItem } from './outcome';
import { isReadable, readRows, type Row } from './rows';
import type { ImportSettings } from './settings';
import { valueWarnings } from './warnings';

/**
 * Settles, before anything is sent, all rows that are not to be sent.
 * @returns What is to be sent, by item.
 */
export async function plan(
	batch: Batch<NewContactParameters>,
	settings: ImportSettings,
	options: ListOptions,
	hints: Hints,
): Promise<Draft[]> {
	const { ifExists, matchBy, dryRun } = settings;
	const all = await readRows(batch, matchBy);
	const doubles = doublesOf(all.map((row) => (isReadable(row) ? row : undefined)));
	const looks = ifExists !== 'createAnyway';
	const open = all.filter(isReadable).filter(({ itemIndex }) => !batch.fates[itemIndex]);
	const audiences: Audiences = looks ? await listAudiences(open, matchBy, options) : new Map();
	for (const audience of audiences.values()) {
		if (audience instanceof Audience) for (const kind of audience.missing) hints.missing.add(kind);
	}

	const drafts: Draft[] = [];
	const exist: Array<{ itemIndex: number; reason: Reason }> = [];
	for (const row of all) {
		const { itemIndex } = row;
		if (isReadable(row)) {
			// Of rows that an earlier try has dealt with, too: n8n keeps the hints of the last one alone.
			hints.columnsOf(row.draft);
			if (looks && row.keys.length === 0) hints.keyless++;
		}
		if (batch.fates[itemIndex]) continue;
		if (!isReadable(row)) {
			// Otherwise it fails at its turn, after the rows before it were sent.
			if (dryRun || ifExists === 'fail') batch.fail(itemIndex, row.reason);
			continue;
		}
		const audience = audiences.get(row.place);
		if (audience && !(audience instanceof Audience)) {
			batch.fail(itemIndex, audience.reason);
			continue;
		}
		const warnings = dryRun ? warningsOf(row, doubles[itemIndex]) : undefined;
		const reason = looks ? reasonNotToSend(row, doubles[itemIndex], audience, hints) : undefined;
		if (reason && ifExists === 'fail') {
			exist.push({ itemIndex, reason });
		} else if (reason) {
			batch.settle(itemIndex, 'skipped', [{ json: skippedItem(reason, bodyOf(row), warnings) }]);
		} else {
			if (warnings) {
				batch.settle(itemIndex, 'skipped', [{ json: dryItem(bodyOf(row), warnings) }]);
			} else {
				drafts[itemIndex] = row.draft;
			}
		}
	}
	failExisting(batch, exist);
	return drafts;
}

function reasonNotToSend(
	{ keys }: Row,
	double: Double | undefined,
	audience: Audience | undefined,
	hints: Hints,
): Reason | undefined {
	const match = audience?.match(keys);
	if (match?.shared) hints.shared++;
	const contactId = match?.contactId ?? null;
	if (double) {
		const { key, firstItem } = double;
		return { outcome: 'duplicate', contactId, matchedBy: kindOf(key), firstItem };
	}
	return match && { outcome: 'existing', contactId, matchedBy: match.by, firstItem: null };
}

/** What would have been sent, had it been sent now. */
const bodyOf = ({ crm, draft }: Row) => contactBody(contactOf(draft, Date.now), crm.profileId);

function warningsOf({ draft }: Row, double: Double | undefined): string[] {
	const what = draft.extraColumns === 'add' ? 'added under its own name' : 'not sent';
	return [
		...valueWarnings(draft.personalInfos),
		...draft.unknownColumns.map((column) => `The column '${column}' is not recognized: ${what}`),
		...(double
			? [`The same ${WORD[kindOf(double.key)]} as in item ${double.firstItem}, counted from 0`]
			: []),
	];
}

/** Without "Continue" nothing is sent then, which the error says. */
function failExisting(
	batch: Batch<NewContactParameters>,
	exist: ReadonlyArray<{ itemIndex: number; reason: Reason }>,
): void {
	const { mayGoOn, fates } = batch;
	const failed = [...fates.keys()].filter((n) => fates[n]?.kind === 'failed');
	const items = [...failed, ...exist.map(({ itemIndex }) => itemIndex)].sort((a, b) => a - b);
	const addition = mayGoOn ? '' : stoppedBefore(items, fates.length);
	for (const { itemIndex, reason } of exist) {
		batch.fail(itemIndex, existsFailure(reason, addition));
	}
}
