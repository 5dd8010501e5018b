import { sleep } from 'n8n-workflow';

import { CancelledError } from '../../../transport/errors';
import { createdId } from '../../../transport/writeAnswer';
import { UserError } from '../../../utils/userError';
import { Audience, refuseIncomplete, wantedBy } from './audience';
import type { ImportSettings } from './fields';
import {
	hasKey,
	KeyIndex,
	type Keys,
	keysOf,
	type Kind,
	KIND_NAMES,
	kindWords,
	NO_KEYS,
} from './keys';
import type { Row, Target } from './rows';

/**
 * Gives each row its outcome before anything is sent; what is left without one is to be sent.
 *
 * 1. `failed`: it cannot be read, holds nothing to send, or, with Skip, has no key: nobody would know it
 *    the next time. `empty`: there is nothing in it.
 * 2. `duplicate`: an earlier row of its audience has its key, and is no duplicate itself.
 * 3. `existing`: a contact of its audience has its key.
 * 4. A row and another, or a contact, are compared by the first of Match By that both have.
 * 5. Each audience is listed once. Where that fails, or the list could not be shown to be complete, none
 *    of its rows is sent.
 * 6. `wouldCreate`: what a dry run leaves.
 */

export type Outcome =
	| 'created'
	| 'existing'
	| 'duplicate'
	| 'empty'
	| 'foundAfterwards'
	| 'wouldCreate'
	| 'failed'
	| 'uncertain';

/** What became of a row. */
export interface RowResult {
	readonly outcome: Outcome;
	/** What matched, in words. */
	readonly reason?: string;
	readonly contactId?: string;
	/** Of a row that failed or is uncertain. */
	readonly cause?: unknown;
	/** The timestamp that was given to it. */
	readonly sentAt?: number;
}

/** In the order of the rows; undefined for what is to be sent. */
export type Results = Array<RowResult | undefined>;

/** Rows that are looked at before n8n may do something else. */
const ROWS_AT_ONCE = 1_000;

export async function* inPieces<T>(all: readonly T[]): AsyncGenerator<[n: number, one: T]> {
	for (const [n, one] of all.entries()) {
		if (n % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await sleep(0);
		yield [n, one];
	}
}

interface Judging {
	readonly rows: readonly Row[];
	readonly results: Results;
	readonly settings: ImportSettings;
}

/** Rule 1. @returns The keys of each row. @throws UserError where that is true of all rows. */
export async function judgeEach({ rows, results, settings }: Judging): Promise<Keys[]> {
	const { matchBy } = settings;
	const looks = settings.ifExists === 'skip';
	const allKeys: Keys[] = [];
	for await (const [n, row] of inPieces(rows)) {
		const keys = looks ? keysOf(row.infos, matchBy) : NO_KEYS;
		allKeys.push(keys);
		const fail = (cause: unknown) => (results[n] = { outcome: 'failed', cause });
		if (results[n]) continue;
		if (row.isEmpty) results[n] = { outcome: 'empty' };
		else if (row.problem) fail(row.problem);
		else if (row.infos.length === 0) fail(NOTHING_KNOWN);
		else if (looks && !hasKey(keys, matchBy)) fail(noKey(matchBy));
	}
	const filled = rows.filter(({ isEmpty, problem }) => !isEmpty && !problem);
	if (filled.length > 0 && filled.every(({ infos }) => infos.length === 0)) {
		throw new UserError('Nothing was sent: no column was recognized', columnsSeen(filled));
	}
	if (looks && filled.length > 0 && !allKeys.some((keys) => hasKey(keys, matchBy))) {
		throw new UserError(
			`Nothing was sent: no row has ${matchBy[0] === 'email' ? 'an' : 'a'} ${kindWords(matchBy)} to recognize it by`,
			`${columnsSeen(filled)} Rename the column, or choose another 'Match By', or 'Create Anyway', which creates all of them at each run.`,
		);
	}
	return allKeys;
}

const NOTHING_KNOWN = new UserError(
	'No column that holds something was recognized',
	'Rename it, or map the fields by hand.',
);

const noKey = (kinds: readonly Kind[]) =>
	new UserError(
		`It has no ${kindWords(kinds)} to recognize it by`,
		"Fill it in, choose another 'Match By', or 'Create Anyway'.",
	);

const MAX_COLUMNS_SHOWN = 12;

export const shownColumns = (columns: readonly string[]): string => {
	const more = columns.length - MAX_COLUMNS_SHOWN;
	return `${columns.slice(0, MAX_COLUMNS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

function columnsSeen(rows: readonly Row[]): string {
	const columns = [...new Set(rows.flatMap((row) => row.cells().map(([column]) => column)))];
	const seen = `Columns seen: ${shownColumns(columns) || 'none'}.`;
	return columns.some((column) => /[;\t|]/.test(column))
		? `${seen} They came as one column: set 'Delimiter' in the options of the node that reads the file, or use Import From File.`
		: seen;
}

/** What is known of the audiences that were listed. */
export interface Findings {
	/** Kinds of key that an audience shows for none of its contacts. */
	readonly missing: Set<Kind>;
	contacts: number;
	pages: number;
	seconds: number;
}

/**
 * Rules 2 to 6.
 * @param mayGoOn Whether rows of an audience that could not be listed fail by themselves.
 * @throws What keeps an audience from being listed, otherwise.
 */
export async function judgeTogether(
	judging: Judging,
	keys: readonly Keys[],
	mayGoOn: boolean,
): Promise<Findings> {
	const { rows, results, settings } = judging;
	const findings: Findings = { missing: new Set(), contacts: 0, pages: 0, seconds: 0 };
	if (settings.ifExists === 'skip') {
		const audiences = await listAudiences(judging, keys, mayGoOn, findings);
		const earlier = new Map<string, KeyIndex<Row>>();
		for await (const [n, row] of inPieces(rows)) {
			if (!row.target || (results[n] && !WRITTEN.includes(results[n].outcome))) continue;
			const { audienceKey } = row.target;
			const audience = audiences.get(audienceKey);
			const index = earlier.get(audienceKey) ?? new KeyIndex<Row>();
			earlier.set(audienceKey, index);
			if (audience && !results[n])
				results[n] = comparedResult(row, keys[n], audience, index, settings);
			if (results[n]?.outcome !== 'duplicate') index.add(keys[n], row);
		}
	}
	if (settings.dryRun) for (const n of rows.keys()) results[n] ??= { outcome: 'wouldCreate' };
	return findings;
}

/** Of an earlier try: later rows may be their duplicates. */
const WRITTEN: Outcome[] = ['created', 'foundAfterwards', 'uncertain'];

/** By key, the ids of the contacts that have it; or why they could not be listed. */
type ListedAudience = Audience<string | undefined> | { cause: unknown };

function comparedResult(
	row: Row,
	keys: Keys,
	audience: ListedAudience,
	earlier: KeyIndex<Row>,
	{ matchBy }: ImportSettings,
): RowResult | undefined {
	if ('cause' in audience) return { outcome: 'failed', cause: audience.cause };
	const first = earlier.match(keys, matchBy);
	if (first) {
		const [{ number, file }] = first.values;
		const where = file === row.file ? `row ${number}` : `row ${number} of ${file}`;
		const reason = `Same ${KIND_NAMES[first.kind]} as ${where}: ${first.key}`;
		return { outcome: 'duplicate', reason };
	}
	const match = audience.index.match(keys, matchBy);
	if (!match) return undefined;
	// The same contact may come twice.
	const ids = new Set(match.values);
	const isShared = ids.size > 1 || (match.values.length > 1 && match.values[0] === undefined);
	const who = isShared ? 'Several contacts of the audience have' : 'A contact of the audience has';
	const reason = `${who} this ${KIND_NAMES[match.kind]}: ${match.key}`;
	return { outcome: 'existing', reason, contactId: isShared ? undefined : match.values[0] };
}

/** Lists the audiences of the rows one after the other, however many rows go to each. */
async function listAudiences(
	{ rows, results, settings }: Judging,
	keys: readonly Keys[],
	mayGoOn: boolean,
	findings: Findings,
): Promise<Map<string, ListedAudience>> {
	const targets = new Map<string, { target: Target; wanted: Keys[] }>();
	for (const [n, { target }] of rows.entries()) {
		if (results[n] || !target) continue;
		const one = targets.get(target.audienceKey) ?? { target, wanted: [] };
		targets.set(target.audienceKey, one);
		one.wanted.push(keys[n]);
	}
	const audiences = new Map<string, ListedAudience>();
	for (const [audienceKey, { target, wanted }] of targets) {
		const audience = new Audience(wantedBy(wanted), createdId);
		const list = { ...settings.list, confirmsEnd: !settings.dryRun };
		const listed = await audience.read(target.connection, target.audienceId, list).then(
			() => refuseIncomplete(audience),
			(error: unknown) => {
				if (!mayGoOn || error instanceof CancelledError) throw error;
				return error;
			},
		);
		if (listed && !mayGoOn) throw listed;
		audiences.set(audienceKey, listed ? { cause: listed } : audience);
		findings.contacts += audience.contacts;
		findings.pages += audience.pages;
		findings.seconds += audience.seconds;
		const asked = settings.matchBy.filter((kind) => wanted.some((one) => one[kind].length > 0));
		for (const kind of audience.missing(asked)) findings.missing.add(kind);
	}
	return audiences;
}
