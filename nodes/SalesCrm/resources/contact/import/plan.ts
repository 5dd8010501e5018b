import type { ListOptions } from '../../../../pagination/list';
import { CancelledError } from '../../../../transport/errors';
import { UserError } from '../../../../utils/userError';
import { failureOf, mayBeWritten, ranges } from '../../../execution/itemResults';
import type { Batch } from '../../../execution/operation';
import { rowWarnings } from './hints';
import { Audience } from '../audience';
import { idOf, type Key, type Kind, kindOf } from '../matching';
import { existsError, isValid, type Row, type RowResult, type ToItem, type ValidRow } from './rows';
import type { ImportSettings } from './settings';

/** What the run is told of the audiences that were listed. */
export interface PlanFindings {
	/** Rows that several contacts of the audience match. */
	readonly shared: number;
	/** Kinds of key that an audience shows for none of its contacts. */
	readonly missing: ReadonlySet<Kind>;
}

/**
 * Settles, before anything is sent, all rows that are not to be sent.
 *
 * 1. Each audience that a row with a key goes to is listed once. Where that fails, or the list could
 *    not be shown to be complete, none of its rows is sent.
 * 2. Where contacts show nothing that one could be recognized by, nothing is sent at all.
 * 3. A row with the key of an earlier row is a duplicate, unless that one cannot be sent or is a
 *    duplicate itself. A row with the key of a contact exists. A row without a key is sent.
 * 4. A duplicate of a row that is sent gets its turn where that one is plainly refused
 *    ({@link OnePerKey}). Without "Continue" a refusal ends the run, so it is settled here.
 * 5. Where existing rows fail and there is no "Continue", the failure says that nothing was sent.
 * 6. For a report nothing at all is sent where an audience could not be listed, or existing rows fail.
 *
 * @throws UserError when contacts cannot be recognized at all, and by rule 6.
 */
export async function plan(
	batch: Omit<Batch, 'callOf'>,
	rows: readonly Row[],
	{ ifExists, matchBy, dryRun, list, result: wanted }: ImportSettings,
	toItem: ToItem,
): Promise<PlanFindings> {
	const { results, mayGoOn } = batch;
	const looks = ifExists !== 'createAnyway';
	const pending = rows.filter(isValid).filter(({ itemIndex }) => !results[itemIndex]);
	const audiences = looks ? await listAudiences(pending, list, matchBy) : new Map<string, Listed>();
	const unlisted = [...audiences.values()].find((one) => 'reason' in one);
	if (unlisted && wanted === 'report') throw unlisted.reason;
	const duplicates = duplicatesOf(rows);
	const isSent = results.map(mayBeWritten);
	const notToExist = new Map<number, RowResult>();
	let shared = 0;

	for (const row of rows) {
		const { itemIndex } = row;
		if (results[itemIndex]) continue;
		if (!isValid(row)) {
			// Otherwise it fails at its turn, after the rows before it were sent.
			if (dryRun || ifExists === 'fail') batch.fail(itemIndex, row.reason);
			continue;
		}
		const audience = audiences.get(row.audienceKey);
		if (audience && 'reason' in audience) {
			batch.fail(itemIndex, audience.reason);
			continue;
		}
		const duplicate = duplicates[itemIndex];
		if (dryRun) row.warnings = rowWarnings(row, duplicate);
		const match = audience && matchOf(audience, row);
		const isToBeSent = !looks || !duplicate || (mayGoOn && isSent[duplicate.firstItem]);
		if (match?.shared) shared++;
		if (match || !isToBeSent) {
			const contactId = match?.contactId ?? null;
			const result: RowResult = duplicate
				? { outcome: 'duplicate', contactId, ...duplicate }
				: { outcome: 'existing', contactId, matchedBy: match!.by };
			if (ifExists === 'fail') notToExist.set(itemIndex, result);
			else batch.record(itemIndex, 'skipped', [{ json: toItem(row, result) }]);
		} else if (dryRun) {
			batch.record(itemIndex, 'skipped', [{ json: toItem(row, { outcome: 'wouldCreate' }) }]);
		} else {
			isSent[itemIndex] = true;
		}
	}
	failExisting(batch, notToExist, wanted);
	return { shared, missing: kindsNotShown(audiences) };
}

function failExisting(
	batch: Omit<Batch, 'callOf'>,
	existing: ReadonlyMap<number, RowResult>,
	wanted: ImportSettings['result'],
): void {
	const { results, mayGoOn } = batch;
	const bad = [...results.keys()].filter((n) => results[n]?.kind === 'failed' || existing.has(n));
	const nothingSent = `Nothing was sent. Of ${results.length} items, counted from 0, ${bad.length} cannot be created (${ranges(bad)}).`;
	for (const [itemIndex, result] of existing) {
		if (wanted === 'report') throw existsError(result, nothingSent);
		batch.fail(itemIndex, existsError(result, mayGoOn ? '' : nothingSent));
	}
}

/** By key, the ids of the contacts that have it. */
type ListedAudience = Audience<string | null>;

/** What was found in an audience, or why it could not be listed. */
type Listed = ListedAudience | { reason: unknown };

/** What a row is recognized by. */
interface Match {
	by: Kind;
	/** Null where the contact shows none, or several contacts have the key: which is meant is not guessed. */
	contactId: string | null;
	/** Several contacts have the key. */
	shared: boolean;
}

/** The first of the row's keys that a contact has. */
function matchOf(audience: ListedAudience, { keys }: ValidRow): Match | undefined {
	const key = keys.find((one) => audience.withKey(one).length > 0);
	if (key === undefined) return undefined;
	const [first, ...others] = audience.withKey(key);
	// The same contact may come twice.
	const shared = others.length > 0 && (first === null || others.some((id) => id !== first));
	return { by: kindOf(key), contactId: shared ? null : first, shared };
}

const kindsNotShown = (audiences: ReadonlyMap<string, Listed>): Set<Kind> =>
	new Set([...audiences.values()].flatMap((one) => (one instanceof Audience ? one.missing : [])));

/**
 * Lists the audiences of the rows one after the other, however many rows go to each.
 * @throws UserError when contacts cannot be recognized at all.
 */
async function listAudiences(
	rows: readonly ValidRow[],
	list: ListOptions,
	kinds: readonly Kind[],
): Promise<Map<string, Listed>> {
	const toList = new Map<string, { firstRow: ValidRow; wanted: Set<Key> }>();
	for (const row of rows) {
		if (row.keys.length === 0) continue;
		const audience = toList.get(row.audienceKey) ?? { firstRow: row, wanted: new Set<Key>() };
		toList.set(row.audienceKey, audience);
		for (const key of row.keys) audience.wanted.add(key);
	}
	const audiences = new Map<string, Listed>();
	for (const [audienceKey, { firstRow, wanted }] of toList) {
		const { connection, audienceId } = firstRow;
		const audience = new Audience(wanted, kinds, idOf);
		const reason: unknown = await audience
			.read(connection, audienceId, { ...list, confirmsEnd: true })
			.then(
				() => (audience.doubts.size > 0 ? notComplete(audience) : undefined),
				(error) => {
					if (error instanceof CancelledError) throw error;
					return error;
				},
			);
		if (!reason && audience.isUnrecognizable) throw unrecognizable(audience);
		audiences.set(audienceKey, reason ? { reason } : audience);
	}
	return audiences;
}

const unrecognizable = ({ contacts }: ListedAudience): UserError =>
	new UserError(
		'Existing contacts cannot be recognized here, so nothing was sent',
		`None of the ${contacts} contacts that the service listed shows any personal information, nor an email address. Choose 'Create Anyway' in 'If Contact Exists' to create contacts without looking.`,
	);

const notComplete = ({ contacts, doubts }: ListedAudience): UserError =>
	new UserError(
		'The contacts of the audience could not be listed completely, so nothing was sent to it',
		`${contacts} contacts were seen. ${[...doubts].join(' ')} Try again, choose another 'Page Size' in the options, or choose 'Create Anyway' in 'If Contact Exists' to create contacts without looking.`,
	);

/** The row that another is a duplicate of, and the kind of key that both have. */
export type Duplicate = { firstItem: number; matchedBy: Kind };

/** A value for each key of a row; rows of different audiences have no key in common. */
class ByKey<T> {
	private readonly values = new Map<string, T>();

	/** The value of the first of the row's keys that has one. */
	get({ audienceKey, keys }: ValidRow): { value: T; matchedBy: Kind } | undefined {
		const key = keys.find((one) => this.values.has(`${audienceKey} ${one}`));
		return key && { value: this.values.get(`${audienceKey} ${key}`)!, matchedBy: kindOf(key) };
	}

	set({ audienceKey, keys }: ValidRow, value: T): void {
		for (const key of keys) this.values.set(`${audienceKey} ${key}`, value);
	}

	delete({ audienceKey, keys }: ValidRow): void {
		for (const key of keys) this.values.delete(`${audienceKey} ${key}`);
	}
}

/** For each row, of which earlier one it is a duplicate. The input alone decides. */
function duplicatesOf(rows: readonly Row[]): Array<Duplicate | undefined> {
	const firstItems = new ByKey<number>();
	return rows.map((row) => {
		if (!isValid(row)) return undefined;
		const first = firstItems.get(row);
		if (first) return { firstItem: first.value, matchedBy: first.matchedBy };
		firstItems.set(row, row.itemIndex);
		return undefined;
	});
}

/**
 * Creates at most one contact for each key: of rows with a key in common one is sent at a time, and
 * the next only when that one was plainly refused.
 */
export class OnePerKey {
	private readonly senders = new ByKey<{ firstItem: number; isWritten: Promise<boolean> }>();

	/** @param written Rows of an earlier try that were written, or may have been. */
	constructor(written: readonly ValidRow[]) {
		for (const row of written) {
			this.senders.set(row, { firstItem: row.itemIndex, isWritten: Promise.resolve(true) });
		}
	}

	/** @returns What sending gave, or the row that it is a duplicate of. */
	async send<T>(row: ValidRow, send: () => Promise<T>): Promise<{ sent: T } | Duplicate> {
		for (let first = this.senders.get(row); first; first = this.senders.get(row)) {
			const { firstItem, isWritten } = first.value;
			if (await isWritten) return { firstItem, matchedBy: first.matchedBy };
		}
		const sending = send();
		const isWritten = sending.then(
			() => true,
			(reason) => {
				const maybe = mayBeWritten(failureOf(reason, { done: 'created' }));
				if (!maybe) this.senders.delete(row);
				return maybe;
			},
		);
		this.senders.set(row, { firstItem: row.itemIndex, isWritten });
		return { sent: await sending };
	}
}
