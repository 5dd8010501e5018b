import { sleep } from 'n8n-workflow';

import type { ListOptions } from '../../../pagination/list';
import { createdId } from '../../../transport/writeAnswer';
import { CancelledError } from '../../../transport/errors';
import { UserError } from '../../../utils/userError';
import { Audience, wantedBy } from './audience';
import type { ImportSettings } from './fields';
import {
	hasKey,
	KeyIndex,
	type Keys,
	keysOf,
	KIND_NAMES,
	kindWords,
	type Kind,
	NO_KEYS,
} from './keys';
import type { Row, Target } from './rows';

/**
 * Gives each row its outcome before anything is sent; what is left without one is to be sent.
 *
 * 1. `failed`: it cannot be read, holds nothing that is sent, or, with Skip, has no key: nobody would know it
 *    the next time. `empty`: there is nothing in it.
 * 2. `duplicate`: an earlier row of its audience has its key; only rows that are none themselves count.
 * 3. `existing`: a contact of its audience has its key.
 * 4. A row and another, or a contact, are compared by the first of Match By that both have.
 * 5. Each audience is listed once. Where that fails, or the list could not be shown to be complete, none of its
 *    rows is sent.
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
	/** The timestamp it was sent with. */
	readonly sentAt?: number;
}

/** What is known of all rows together. */
export interface Findings {
	/** Rows that several contacts of the audience match. */
	shared: number;
	/** Kinds of key that an audience shows for none of its contacts. */
	readonly missing: Set<Kind>;
	/** Of the audiences that were listed. */
	contacts: number;
	pages: number;
	seconds: number;
}

export const NOTHING_FOUND = (): Findings => ({
	shared: 0,
	missing: new Set(),
	contacts: 0,
	pages: 0,
	seconds: 0,
});

/** In the order of the rows; undefined for what is to be sent. */
export type Results = Array<RowResult | undefined>;

/** Rows that are looked at before n8n may do something else. */
const AT_A_TIME = 1_000;

/** The rows that have no result yet, or all of them. */
export async function* inPieces<T>(all: readonly T[]): AsyncGenerator<[n: number, one: T]> {
	for (const [n, one] of all.entries()) {
		if (n % AT_A_TIME === AT_A_TIME - 1) await sleep(0);
		yield [n, one];
	}
}

/** Judges what needs no listing. @throws UserError where no row can be recognized, or sent. */
export async function judgeAlone(
	rows: readonly Row[],
	results: Results,
	{ ifExists, matchBy }: ImportSettings,
): Promise<Keys[]> {
	const looks = ifExists === 'skip';
	const allKeys: Keys[] = [];
	for await (const [n, row] of inPieces(rows)) {
		const keys = looks ? keysOf(row.infos, matchBy) : NO_KEYS;
		allKeys.push(keys);
		if (results[n]) continue;
		const fail = (cause: unknown) => (results[n] = { outcome: 'failed', cause });
		if (row.problem) fail(row.problem);
		else if (row.isEmpty) results[n] = { outcome: 'empty' };
		else if (looks && !hasKey(keys, matchBy)) fail(noKey(matchBy));
		else if (row.infos.length === 0) fail(nothingToSend());
	}
	const filled = rows.filter(({ isEmpty, problem }) => !isEmpty && !problem);
	if (filled.length > 0 && filled.every(({ infos }) => infos.length === 0)) {
		throw new UserError('No column was recognized', columnsSeen(filled));
	}
	if (looks && filled.length > 0 && !allKeys.some((keys) => hasKey(keys, matchBy))) {
		throw new UserError(
			`Nothing was sent: no row has ${matchBy[0] === 'email' ? 'an' : 'a'} ${kindWords(matchBy)} to recognize it by`,
			`${columnsSeen(filled)} Rename the column, or choose another 'Match By', or 'Create Anyway', which creates all of them at each run.`,
		);
	}
	return allKeys;
}

const noKey = (kinds: readonly Kind[]) =>
	new UserError(
		`It has no ${kindWords(kinds)} to recognize it by`,
		"Fill it in, choose another 'Match By', or 'Create Anyway'.",
	);

const nothingToSend = () =>
	new UserError(
		'None of its filled columns is known',
		'There is nothing to create a contact from.',
	);

const MAX_COLUMNS_SHOWN = 12;

function columnsSeen(rows: readonly Row[]): string {
	const columns = [...new Set(rows.flatMap((row) => row.cells().map(([column]) => column)))];
	const shown = columns.slice(0, MAX_COLUMNS_SHOWN).join(', ');
	const more =
		columns.length > MAX_COLUMNS_SHOWN ? ` and ${columns.length - MAX_COLUMNS_SHOWN} more` : '';
	const joint = columns.find((column) => /[;\t|]/.test(column));
	return `Columns seen: ${shown || 'none'}${more}.${joint ? " They came as one: set 'Delimiter' in the options of the node that reads the file, or use Import From File." : ''}`;
}

interface Judging {
	readonly rows: readonly Row[];
	readonly results: Results;
	readonly keys: readonly Keys[];
	readonly settings: ImportSettings;
	readonly list: ListOptions;
	/** Whether rows of an audience that could not be listed fail by themselves. */
	readonly mayGoOn: boolean;
}

/**
 * Compares the rows with one another and with the contacts that are there.
 * @throws What keeps an audience from being listed, unless rows may fail of it.
 */
export async function judgeTogether(judging: Judging): Promise<Findings> {
	const { rows, results, keys, settings } = judging;
	const { ifExists, matchBy, dryRun } = settings;
	const findings = NOTHING_FOUND();
	if (ifExists === 'skip') {
		const audiences = await listAudiences(judging, findings);
		const earlier = new Map<string, KeyIndex<Row>>();
		for await (const [n, row] of inPieces(rows)) {
			const isOpen = !results[n];
			// One of an earlier try was created, or may have been: others may be its duplicates.
			if (
				!row.target ||
				(!isOpen && !['created', 'uncertain', 'foundAfterwards'].includes(results[n]!.outcome))
			)
				continue;
			const { audienceKey } = row.target;
			const audience = isOpen ? audiences.get(audienceKey) : undefined;
			if (audience && 'problem' in audience) {
				results[n] = { outcome: 'failed', cause: audience.problem };
				continue;
			}
			const index = earlier.get(audienceKey) ?? new KeyIndex<Row>();
			earlier.set(audienceKey, index);
			const first = isOpen && index.match(keys[n], matchBy);
			if (first) {
				const [{ number, file }] = first.values;
				const where =
					file !== undefined && file !== row.file ? `row ${number} of ${file}` : `row ${number}`;
				results[n] = {
					outcome: 'duplicate',
					reason: `Same ${KIND_NAMES[first.kind]} as ${where}: ${first.key}`,
				};
				continue;
			}
			index.add(keys[n], row);
			if (audience) results[n] = existing(audience, keys[n], matchBy, findings);
		}
	}
	if (dryRun) for (const n of rows.keys()) results[n] ??= { outcome: 'wouldCreate' };
	return findings;
}

/** By key, the ids of the contacts that have it. */
type ListedAudience = Audience<string | undefined> | { problem: unknown };

function existing(
	audience: Audience<string | undefined>,
	keys: Keys,
	matchBy: readonly Kind[],
	findings: Findings,
): RowResult | undefined {
	const match = audience.index.match(keys, matchBy);
	if (!match) return undefined;
	const ids = [...new Set(match.values)];
	// The same contact may come twice.
	const isShared = ids.length > 1 || (ids[0] === undefined && match.values.length > 1);
	if (isShared) findings.shared++;
	const reason = `${isShared ? 'Several contacts have' : 'A contact has'} its ${KIND_NAMES[match.kind]}: ${match.key}`;
	return { outcome: 'existing', reason, contactId: isShared ? undefined : ids[0] };
}

/** Lists the audiences of the rows one after the other, however many rows go to each. */
async function listAudiences(
	{ rows, results, keys, settings, list, mayGoOn }: Judging,
	findings: Findings,
): Promise<Map<string, ListedAudience>> {
	const targets = new Map<string, { target: Target; wanted: Keys[] }>();
	for await (const [n, { target }] of inPieces(rows)) {
		if (results[n] || !target) continue;
		const one = targets.get(target.audienceKey) ?? { target, wanted: [] };
		targets.set(target.audienceKey, one);
		one.wanted.push(keys[n]);
	}
	const audiences = new Map<string, ListedAudience>();
	for (const [audienceKey, { target, wanted }] of targets) {
		const audience = new Audience(wantedBy(wanted), createdId);
		try {
			const { connection, audienceId } = target;
			await audience.read(connection, audienceId, { ...list, confirmsEnd: !settings.dryRun });
			refuse(audience);
			audiences.set(audienceKey, audience);
		} catch (problem) {
			if (!mayGoOn || problem instanceof CancelledError) throw problem;
			audiences.set(audienceKey, { problem });
		}
		findings.contacts += audience.contacts;
		findings.pages += audience.pages;
		findings.seconds += audience.seconds;
		for (const kind of audience.missing(settings.matchBy)) findings.missing.add(kind);
	}
	return audiences;
}

/** @throws UserError where nothing may be created on the strength of this list. */
function refuse({ contacts, doubts, isUnrecognizable }: Audience<unknown>): void {
	if (doubts.size > 0) {
		throw new UserError(
			'Nothing was sent: the contacts of the audience could not be listed completely',
			`${contacts} contacts were seen. ${[...doubts].join(' ')} Run it again, choose another 'Page Size' in the options, or 'Create Anyway' in 'If Contact Exists'.`,
		);
	}
	if (isUnrecognizable) {
		throw new UserError(
			'Nothing was sent: contacts cannot be recognized here',
			`None of the ${contacts} contacts that the service listed shows any personal information, nor an email address. Choose 'Create Anyway' in 'If Contact Exists' where that does no harm.`,
		);
	}
}
