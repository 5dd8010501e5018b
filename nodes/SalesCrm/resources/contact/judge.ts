import type { IDataObject } from 'n8n-workflow';

import { CancelledError } from '../../../transport/errors';
import { createdId } from '../../../transport/writeAnswer';
import { counted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { inPieces } from '../../execution/operation';
import { type Audience, doubtAbout, notShownHint, readAudience } from './audience';
import type { ImportSettings } from './fields';
import { hasKey, KeyIndex, type Kind, KIND_NAMES, kindWords, type Match } from './keys';
import { byAudience, isFailed, isWritten, type Row, type RowResult } from './rows';

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

/** Rule 1. @throws UserError where that is true of all rows. */
export function judgeEach(rows: readonly Row[], settings: ImportSettings): void {
	const kinds = settings.ifExists === 'skip' ? settings.matchBy : [];
	for (const row of rows) row.result ??= resultAlone(row, kinds);
	const filled = rows.filter(({ isEmpty, problem }) => !isEmpty && !problem);
	if (filled.length === 0 || !filled.every(isFailed)) return;
	const columns = [...new Set(filled.flatMap((row) => row.cells().map(([column]) => column)))];
	const inOne = columns.some((column) => /[;\t|]/.test(column)) ? CAME_AS_ONE : '';
	const seen = `Columns seen: ${shownColumns(columns) || 'none'}.${inOne}`;
	if (kinds.length === 0 || filled.every(({ infos }) => infos.length === 0))
		throw new UserError('Nothing was sent: no column was recognized', seen);
	throw new UserError(
		`Nothing was sent: no row has ${kinds[0] === 'email' ? 'an' : 'a'} ${kindWords(kinds)} to recognize it by`,
		`${seen} Rename the column, or choose another 'Match By', or 'Create Anyway', which creates all of them at each run.`,
	);
}

/** Extract from File takes commas for granted: Excel saves semicolons where a comma is in numbers. */
const CAME_AS_ONE =
	" They came as one column: set 'Delimiter' in the options of the node that reads the file, or use Import From File.";

/** @param kinds Of which it has to have one; none where nobody is looked for. */
function resultAlone(
	{ isEmpty, problem, infos, keys }: Row,
	kinds: readonly Kind[],
): RowResult | undefined {
	if (isEmpty) return { outcome: 'empty' };
	if (problem) return { outcome: 'failed', cause: problem };
	if (infos.length === 0) return { outcome: 'failed', cause: NOTHING_KNOWN };
	const isKnown = kinds.length === 0 || hasKey(keys, kinds);
	return isKnown ? undefined : { outcome: 'failed', cause: noKey(kinds) };
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

/**
 * Rules 2 to 6.
 * @param mayGoOn Whether rows of an audience that could not be listed fail by themselves.
 * @returns What people should know of the audiences.
 * @throws What keeps an audience from being listed, otherwise.
 */
export async function judgeTogether(
	rows: readonly Row[],
	settings: ImportSettings,
	mayGoOn: boolean,
): Promise<string[]> {
	const hints = new Set<string>();
	const looks = settings.ifExists === 'skip';
	const together = rows.filter((row) => !row.result || isWritten(row));
	for (const group of looks ? byAudience(together) : []) {
		const index = await indexWithoutDuplicates(group, settings.matchBy);
		const open = group.filter(({ result }) => !result);
		if (open.length === 0) continue;
		const audience = await compareWithContacts(open, index, settings).catch((cause: unknown) => {
			if (!mayGoOn || cause instanceof CancelledError) throw cause;
			for (const row of open) row.result = { outcome: 'failed', cause };
		});
		for (const hint of audience ? audienceHints(audience, open, settings) : []) hints.add(hint);
	}
	if (settings.dryRun) for (const row of rows) row.result ??= { outcome: 'wouldCreate' };
	return [...hints];
}

/** Rule 2. @returns The others, by what they can be recognized by. */
async function indexWithoutDuplicates(
	rows: readonly Row[],
	matchBy: readonly Kind[],
): Promise<KeyIndex<Row>> {
	const index = new KeyIndex<Row>();
	for await (const row of inPieces(rows)) {
		const [match] = row.result ? [] : index.matches(row.keys, matchBy);
		if (match) {
			const { number, file } = match.value;
			const where = file === row.file ? `row ${number}` : `row ${number} of ${file}`;
			const reason = `Same ${KIND_NAMES[match.kind]} as ${where}: ${match.key}`;
			row.result = { outcome: 'duplicate', reason };
		} else index.add(row.keys, row);
	}
	return index;
}

/** Rules 3 and 5. @throws UserError where the list proves nothing. */
async function compareWithContacts(
	rows: readonly Row[],
	index: KeyIndex<Row>,
	{ matchBy, list, dryRun }: ImportSettings,
): Promise<Audience> {
	const { connection, audienceId } = rows[0].target!;
	const found = new Map<Row, Array<Match<string | undefined>>>();
	const look = (contact: IDataObject, keys: Row['keys']) => {
		for (const { value: row, ...by } of index.matches(keys, matchBy)) {
			const matches = found.get(row) ?? [];
			found.set(row, matches);
			matches.push({ ...by, value: createdId(contact) });
		}
	};
	const options = { ...list, confirmsEnd: !dryRun };
	const audience = await readAudience(connection, audienceId, options, look);
	const doubt = doubtAbout(audience, 'nothing was sent', WAYS_OUT);
	if (doubt) throw doubt;
	for (const [row, matches] of found) row.result ??= existingResult(matches, matchBy);
	return audience;
}

const WAYS_OUT =
	"Execute it again, choose another 'Page Size' in the options, or 'Create Anyway' in 'If Contact Exists'.";

function existingResult(
	matches: ReadonlyArray<Match<string | undefined>>,
	matchBy: readonly Kind[],
): RowResult {
	const kind = matchBy.find((one) => matches.some((match) => match.kind === one))!;
	const own = matches.filter((match) => match.kind === kind);
	// The same contact may come twice; of those without an id one cannot tell.
	const isShared = own.some(({ value }) => value !== own[0].value);
	const who = isShared ? 'Several contacts of the audience have' : 'A contact of the audience has';
	const reason = `${who} this ${KIND_NAMES[kind]}: ${own[0].key}`;
	return { outcome: 'existing', reason, contactId: isShared ? undefined : own[0].value };
}

/** So many pages are worth a word. */
const MANY_PAGES = 10;

function* audienceHints(
	{ missing, contacts, pages, seconds }: Audience,
	rows: readonly Row[],
	{ matchBy }: ImportSettings,
): Generator<string> {
	const asked = matchBy.filter((kind) => rows.some(({ keys }) => keys[kind].length > 0));
	const notShown = notShownHint(asked.filter((kind) => missing.includes(kind)));
	if (notShown) yield notShown;
	if (pages < MANY_PAGES) return;
	yield `${counted(contacts)} contacts were listed in ${Math.ceil(seconds)} s, to know who is there. 'Create Anyway' goes without, and fits single contacts that are new by themselves.`;
}
