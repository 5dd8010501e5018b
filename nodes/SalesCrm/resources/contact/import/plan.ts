import { listContacts } from '../../../../api/contacts';
import { CancelledError } from '../../../../transport/errors';
import type { ListOptions } from '../../../../pagination/list';
import { UserError } from '../../../../utils/userError';
import { failureOf, mayBeWritten, ranges } from '../../../execution/itemResults';
import type { Batch } from '../../../execution/operation';
import { type Findings, rowWarnings } from './hints';
import { Audience, type Key, type Kind, kindOf, WORD } from './matching';
import { type BadRow, isGood, type Row, type Told, type ToItem } from './rows';
import type { ImportSettings } from './settings';

/**
 * Settles, before anything is sent, all rows that are not to be sent.
 *
 * 1. Each audience that a row with a key goes to is listed once. Where that fails, or the list could
 *    not be shown to be complete, none of its rows is sent.
 * 2. Where contacts show nothing that one could be recognized by, nothing is sent at all.
 * 3. A row with the key of a contact exists. A row with the key of an earlier row that counts is a
 *    duplicate; it counts for no one itself. A row without a key is sent.
 * 4. A duplicate of a row that is sent gets its turn where that one is plainly refused (`Senders`);
 *    without "Continue" a refusal ends the run.
 * 5. Where existing rows fail and there is no "Continue", the failure says that nothing was sent.
 */
export async function plan(
	batch: Omit<Batch, 'callOf'>,
	rows: ReadonlyArray<Row | BadRow>,
	{ ifExists, matchBy, dryRun, list }: ImportSettings,
	findings: Findings,
	toItem: ToItem,
): Promise<void> {
	const { results, mayGoOn } = batch;
	const looks = ifExists !== 'createAnyway';
	const open = rows.filter(isGood).filter(({ itemIndex }) => !results[itemIndex]);
	const audiences = looks ? await listAudiences(open, list, matchBy) : new Map<string, Listed>();
	const duplicates = duplicatesOf(rows);
	const isSent = results.map(mayBeWritten);
	const existing = new Map<number, Told>();

	for (const row of rows) {
		const { itemIndex } = row;
		if (results[itemIndex]) continue;
		if (!isGood(row)) {
			// Otherwise it fails at its turn, after the rows before it were sent.
			if (dryRun || ifExists === 'fail') batch.fail(itemIndex, row.reason);
			continue;
		}
		const audience = audiences.get(row.place);
		if (audience && 'reason' in audience) {
			batch.fail(itemIndex, audience.reason);
			continue;
		}
		const duplicate = duplicates[itemIndex];
		if (dryRun) row.warnings = rowWarnings(row, duplicate);
		const match = audience?.match(row.keys);
		const counts = !looks || !duplicate || (mayGoOn && isSent[duplicate.firstItem]);
		if (match?.shared) findings.shared++;
		if (match || !counts) {
			const contactId = match?.contactId ?? null;
			const told: Told = duplicate
				? { outcome: 'duplicate', contactId, ...duplicate }
				: { outcome: 'existing', contactId, matchedBy: match!.by };
			if (ifExists === 'fail') existing.set(itemIndex, told);
			else batch.record(itemIndex, 'skipped', [{ json: toItem(row, told) }]);
		} else if (dryRun) {
			batch.record(itemIndex, 'skipped', [{ json: toItem(row, { outcome: 'wouldCreate' }) }]);
		} else {
			isSent[itemIndex] = true;
		}
	}
	for (const audience of audiences.values()) {
		if (audience instanceof Audience)
			for (const kind of audience.missing) findings.missing.add(kind);
	}

	const bad = [...results.keys()].filter((n) => results[n]?.kind === 'failed' || existing.has(n));
	const nothingSent = `Nothing was sent. Of ${rows.length} items, counted from 0, ${bad.length} cannot be created (${ranges(bad)}).`;
	for (const [itemIndex, told] of existing) {
		batch.fail(itemIndex, existsFailure(told, mayGoOn ? '' : nothingSent));
	}
}

/** What was found in an audience, or why it could not be listed. */
type Listed = Audience | { reason: unknown };

/**
 * Lists the audiences of the rows one after the other, however many rows go to each.
 * @throws UserError when contacts cannot be recognized at all.
 */
async function listAudiences(
	rows: readonly Row[],
	list: ListOptions,
	kinds: readonly Kind[],
): Promise<Map<string, Listed>> {
	const places = new Map<string, { first: Row; wanted: Set<Key> }>();
	for (const row of rows) {
		if (row.keys.length === 0) continue;
		const place = places.get(row.place) ?? { first: row, wanted: new Set<Key>() };
		places.set(row.place, place);
		for (const key of row.keys) place.wanted.add(key);
	}
	const audiences = new Map<string, Listed>();
	for (const [place, { first, wanted }] of places) {
		const audience = new Audience(wanted, kinds);
		const listed = await fill(audience, first, list).catch((reason) => {
			if (reason instanceof CancelledError) throw reason;
			return { reason };
		});
		if (listed === audience && audience.isUnrecognizable) throw unrecognizable(audience);
		audiences.set(place, listed);
	}
	return audiences;
}

/** @throws UserError where the list could not be shown to be complete. */
async function fill(
	audience: Audience,
	{ connection, draft }: Row,
	list: ListOptions,
): Promise<Audience> {
	const doubts = new Set<string>();
	const options: ListOptions = {
		...list,
		repeats: true,
		confirmsEnd: true,
		onDoubt: (why) => doubts.add(why),
	};
	for await (const contacts of listContacts(connection, draft.audienceId, options)) {
		for (const contact of contacts) audience.add(contact);
	}
	if (doubts.size > 0) throw doubtful(audience, [...doubts]);
	return audience;
}

const unrecognizable = ({ contacts }: Audience): UserError =>
	new UserError(
		'Existing contacts cannot be recognized here, so nothing was sent',
		`None of the ${contacts} contacts that the service listed shows any personal information, nor an email address. Choose 'Create Anyway' in 'If Contact Exists' to create contacts without looking.`,
	);

const doubtful = ({ contacts }: Audience, doubts: string[]): UserError =>
	new UserError(
		'The contacts of the audience could not be listed completely, so nothing was sent to it',
		`${contacts} contacts were seen. ${doubts.join(' ')} Try again, choose another 'Page Size' in the options, or choose 'Create Anyway' in 'If Contact Exists' to create contacts without looking.`,
	);

/** The failure of a row that exists, where such rows are to fail. */
export function existsFailure(told: Told, addition = ''): UserError {
	const { outcome, matchedBy, contactId, firstItem } = told;
	const what = WORD[matchedBy!];
	return new UserError(
		outcome === 'existing'
			? `A contact with this ${what} is in the audience already${contactId === null ? '' : `: ${contactId}`}`
			: `An earlier row has the same ${what}: item ${firstItem}, counted from 0`,
		`Choose 'Skip' in 'If Contact Exists' to leave such rows out. ${addition}`.trim(),
	);
}

/** The row that another is a duplicate of, and the kind of key that both have. */
export type Duplicate = { firstItem: number; matchedBy: Kind };

/** Which row has a key, of rows in different audiences told apart. */
class Holders<T> {
	private readonly byKey = new Map<string, T>();

	of({ place, keys }: Row): { holder: T; matchedBy: Kind } | undefined {
		const key = keys.find((one) => this.byKey.has(`${place} ${one}`));
		return key && { holder: this.byKey.get(`${place} ${key}`)!, matchedBy: kindOf(key) };
	}

	/** @param holder Undefined for nobody. */
	set({ place, keys }: Row, holder: T | undefined): void {
		for (const key of keys) {
			if (holder === undefined) this.byKey.delete(`${place} ${key}`);
			else this.byKey.set(`${place} ${key}`, holder);
		}
	}
}

/** For each row, of which earlier one it is a duplicate. The input alone decides. */
function duplicatesOf(rows: ReadonlyArray<Row | BadRow>): Array<Duplicate | undefined> {
	const first = new Holders<number>();
	return rows.map((row) => {
		const shared = isGood(row) ? first.of(row) : undefined;
		if (shared) return { firstItem: shared.holder, matchedBy: shared.matchedBy };
		if (isGood(row)) first.set(row, row.itemIndex);
		return undefined;
	});
}

/**
 * Sends of rows that have a key in common a single one at a time, and the next only when that one was
 * plainly refused.
 */
export class Senders {
	private readonly holders = new Holders<{ firstItem: number; keeps: Promise<boolean> }>();

	/** @param written Rows of an earlier try that were written, or may have been. */
	constructor(written: readonly Row[]) {
		for (const row of written) {
			this.holders.set(row, { firstItem: row.itemIndex, keeps: Promise.resolve(true) });
		}
	}

	/** @returns What sending gave, or the row that it is a duplicate of. */
	async send<T>(row: Row, send: () => Promise<T>): Promise<{ sent: T } | Duplicate> {
		for (let shared = this.holders.of(row); shared; shared = this.holders.of(row)) {
			const { firstItem, keeps } = shared.holder;
			if (await keeps) return { firstItem, matchedBy: shared.matchedBy };
		}
		const sending = send();
		const keeps = sending.then(
			() => true,
			(reason) => {
				const mayBeCreated = mayBeWritten(failureOf(reason, { done: 'created' }));
				if (!mayBeCreated) this.holders.set(row, undefined);
				return mayBeCreated;
			},
		);
		this.holders.set(row, { firstItem: row.itemIndex, keeps });
		return { sent: await sending };
	}
}
