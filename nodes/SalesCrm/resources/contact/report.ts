import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { MAY_HAVE_HAPPENED } from '../../../transport/errorMessages';
import { messageOf, UserError } from '../../../utils/userError';
import { kindWords, KINDS } from './keys';
import { notShownHint } from './audience';
import type { ImportSettings } from './fields';
import { type Findings, inPieces, type Outcome, type Results, type RowResult } from './judge';
import { notImportedFile } from './notImported';
import type { Row } from './rows';

/**
 * What people are told of an import: an item a row, or a report; hints; the error of a run that stopped.
 *
 * 1. An item is flat, the same keys in the same order. `error` stands where a row failed alone: n8n takes that
 *    key on a first item for a failed run, 1.123 even where it is null (n8n-core,
 *    execution-engine/workflow-execute, `processRunExecutionData`).
 * 2. At an error output an item is `{ error }` alone: n8n routes by that (same file, `handleNodeErrorOutput`).
 * 3. A report counts all rows by their outcome; all that failed or are uncertain stand in its file.
 * 4. What is true of all rows is said once. Of a dry run everything is said in the conditional.
 */

/** An import that has ended. */
export interface Ended {
	readonly context: IExecuteFunctions;
	readonly settings: ImportSettings;
	readonly findings: Findings;
	/** What kept it from looking for uncertain rows. */
	readonly lookUpProblem: string | undefined;
	readonly startedAt: Date;
}

/** Rows with what became of each. */
export interface Told {
	readonly rows: readonly Row[];
	readonly results: Results;
}

const isBad = ({ outcome }: RowResult) => outcome === 'failed' || outcome === 'uncertain';

/** One text, or null: what matched, what failed and what to do, warnings. */
function reasonOf({ warnings }: Row, { reason, cause }: RowResult, looks: boolean): string | null {
	const failure = cause === undefined ? undefined : messageOf(cause);
	const why = looks && failure ? withoutWarning(failure) : failure;
	return [why ?? reason, ...warnings].filter(Boolean).join('. ') || null;
}

/** Executed again with Skip nobody is created twice: no advice against it. */
export const withoutWarning = (text: string): string => text.replace(`${MAY_HAVE_HAPPENED} `, '');

const OWN_KEYS = ['row', 'outcome', 'reason', 'contactId', 'error'];

/** An item for each row. */
export async function rowItems(
	context: IExecuteFunctions,
	{ rows, results }: Told,
	looks: boolean,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const isApart = context.getNode().onError === 'continueErrorOutput';
	for await (const [n, row] of inPieces(rows)) {
		const result = results[n]!;
		const reason = reasonOf(row, result, looks);
		const pairedItem = { item: row.itemIndex };
		if (isBad(result) && isApart) {
			items.push({ json: { error: reason }, pairedItem });
			continue;
		}
		const { outcome, contactId = null } = result;
		const json: IDataObject = { row: row.number, outcome, reason, contactId };
		for (const { name, value } of row.infos) if (!OWN_KEYS.includes(name)) json[name] = value;
		if (isBad(result)) json.error = reason;
		items.push({ json, pairedItem });
	}
	return items;
}

const MAX_FAILURES = 100;

/** One item about many rows. */
export async function reportItem(
	ended: Ended,
	told: Told,
	delimiter?: string,
): Promise<Pick<INodeExecutionData, 'json' | 'binary'>> {
	const { context, settings, startedAt } = ended;
	const { rows, results } = told;
	const failures: Array<{ row: Row; reason: string; uncertain: boolean }> = [];
	for await (const [n, row] of inPieces(rows)) {
		const result = results[n]!;
		if (!isBad(result)) continue;
		const reason = reasonOf(row, result, settings.ifExists === 'skip')!;
		failures.push({ row, reason, uncertain: result.outcome === 'uncertain' });
	}
	const hints = hintsOf(ended, told);
	const binary = await notImportedFile(context, failures, delimiter).catch((error: Error) => {
		hints.push(`The file of the rows that were not imported could not be kept: ${error.message}`);
		return undefined;
	});
	const json: IDataObject = {
		summary: summaryOf(told, settings.dryRun),
		rows: rows.length,
		...countsOf(results),
		ignoredColumns: ignoredColumns(rows),
		hints,
		startedAt: startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures
			.slice(0, MAX_FAILURES)
			.map(({ row, reason, uncertain }) => ({ row: row.number, reason, uncertain })),
	};
	return binary ? { json, binary } : { json };
}

function countsOf(results: Results): Record<Outcome, number> {
	const counts: Record<Outcome, number> = {
		created: 0,
		existing: 0,
		duplicate: 0,
		empty: 0,
		foundAfterwards: 0,
		wouldCreate: 0,
		failed: 0,
		uncertain: 0,
	};
	for (const result of results) if (result) counts[result.outcome]++;
	return counts;
}

const ignoredColumns = (rows: readonly Row[]): string[] => [
	...new Set([...new Set(rows.map(({ ignored }) => ignored))].flat()),
];

export const counted = (count: number): string => count.toLocaleString('en-US');

/** How many of how many, and where the others are: a sentence that can be mailed. */
export function summaryOf({ rows, results }: Told, isDry: boolean): string {
	const counts = countsOf(results);
	const are = (count: number, words: string) =>
		`${counted(count)} ${count === 1 ? 'is' : 'are'} ${words}`;
	const others = [
		[
			counts.foundAfterwards,
			(n: number) => `${counted(n)} got no answer and ${n === 1 ? 'was' : 'were'} found afterwards`,
		],
		[counts.existing, (n: number) => are(n, 'there already')],
		[
			counts.duplicate,
			(n: number) => are(n, `${n === 1 ? 'a duplicate' : 'duplicates'} of an earlier row`),
		],
		[counts.empty, (n: number) => are(n, 'empty')],
		[counts.failed, (n: number) => (isDry ? `${counted(n)} would fail` : `${counted(n)} failed`)],
		[counts.uncertain, (n: number) => are(n, 'uncertain')],
	] as const;
	const told = others.flatMap(([count, words]) => (count > 0 ? words(count) : []));
	const done = isDry ? counts.wouldCreate : counts.created;
	const was = isDry ? 'would be' : done === 1 ? 'was' : 'were';
	const first = `${counted(done)} of ${counted(rows.length)} ${rows.length === 1 ? 'row' : 'rows'} ${was} created`;
	return `${[first, told.join(', ')].filter(Boolean).join('; ')}.`;
}

/** So many pages are worth a word. */
const MANY_PAGES = 10;
const MAX_SHOWN = 12;
const MAX_WARNINGS = 3;

/** What people should know of the whole. */
export function hintsOf({ settings, findings, lookUpProblem }: Ended, told: Told): string[] {
	const { rows, results } = told;
	const { dryRun } = settings;
	const would = (conditional: string, plain: string) => (dryRun ? conditional : plain);
	const uncertain = results.filter((one) => one?.outcome === 'uncertain').length;
	const warned = rows.filter(({ warnings }) => warnings.length > 0);
	const lost = rows.filter(({ lostLetters }) => lostLetters).length;
	const columns = ignoredColumns(rows);
	const { contacts, pages, seconds, shared } = findings;
	const missing = KINDS.filter((kind) => findings.missing.has(kind));
	const shownWarnings = warned
		.slice(0, MAX_WARNINGS)
		.map((row) => `row ${row.number}: ${row.warnings.join(', ')}`);
	return [
		uncertain > 0 &&
			`${rowCount(uncertain, 'is', 'are')} uncertain, ${lookUpProblem ? `and could not be looked for: ${lookUpProblem}` : 'and not found in the audience, which proves nothing'}.`,
		missing.length > 0 && notShownHint(missing),
		lost > 0 &&
			`${rowCount(lost)} lost letters when the file was read: choose the right 'Encoding' in the options of the node that reads it, or take Contact: Import From File, which finds it out.`,
		shared > 0 &&
			`${rowCount(shared, 'fits', 'fit')} several contacts of the audience: 'contactId' is null there.`,
		columns.length > 0 &&
			`Columns that ${would('would not be', 'are not')} sent: ${shown(columns)}. 'Extra Columns' in the options adds them.`,
		warned.length > lost &&
			`${rowCount(warned.length, 'has a warning', 'have warnings')}: ${shownWarnings.join('; ')}${warned.length > MAX_WARNINGS ? '; …' : '.'}`,
		pages >= MANY_PAGES &&
			`${counted(contacts)} contacts were listed in ${Math.max(1, Math.round(seconds))} seconds to know who is there. 'Create Anyway' does without, and fits single contacts that are new by themselves.`,
	].filter((text) => text !== false);
}

const shown = (columns: readonly string[]): string =>
	`${columns.slice(0, MAX_SHOWN).join(', ')}${columns.length > MAX_SHOWN ? ` and ${columns.length - MAX_SHOWN} more` : ''}`;

/** A number of rows, with what they do: `1 row fits`, `2 rows fit`. */
const rowCount = (count: number, one = '', many = one) =>
	(count === 1 ? `1 row ${one}` : `${counted(count)} rows ${many}`).trimEnd();

/** So many rows are named in an error. */
const MAX_NAMED = 20;

/** The error of a run that stops before anything is sent, for rows that were judged `failed`. */
export function refusedRows(
	{ rows, results }: Told,
	{ ifExists, matchBy }: ImportSettings,
): UserError | undefined {
	const failed = [...rows.keys()].filter((n) => results[n]?.outcome === 'failed');
	if (failed.length === 0) return undefined;
	const byReason = new Map<string, string[]>();
	for (const n of failed.slice(0, MAX_NAMED)) {
		const reason = messageOf(results[n]!.cause);
		byReason.set(reason, [...(byReason.get(reason) ?? []), nameOf(rows[n])]);
	}
	const named = [...byReason].map(([reason, numbers]) => `Row ${numbers.join(', ')}: ${reason}`);
	const more = failed.length > MAX_NAMED ? ` ${counted(failed.length - MAX_NAMED)} more.` : '';
	const looks =
		ifExists === 'skip'
			? ` (or choose another 'Match By' than ${kindWords(matchBy)}, or 'Create Anyway')`
			: '';
	return new UserError(
		rows.length === 1
			? (results[0]!.cause as Error).message
			: `Nothing was sent: ${counted(failed.length)} of ${counted(rows.length)} rows cannot be created`,
		`${rows.length === 1 ? (results[0]!.cause as UserError).description : `${named.join(' ')}${more}`} Mend them${looks}, or set 'Result' to 'Report' to send the others.`,
	);
}

const nameOf = ({ number, file }: Row) =>
	file === undefined ? `${number}` : `${number} of ${file}`;

/** What must be known where n8n hands on no items: what is in, and whether it may be executed again. */
export function halfWay({ rows, results }: Told, looks: boolean): string {
	const { created, foundAfterwards, uncertain } = countsOf(results);
	const isIn = created + foundAfterwards;
	if (isIn + uncertain === 0 || (rows.length === 1 && !looks)) return '';
	const again = looks
		? 'Execute again: nobody is created twice.'
		: "Executed again, they are created twice: choose 'Skip' in 'If Contact Exists' before.";
	const count =
		rows.length === 1
			? ''
			: `${counted(isIn)} of ${counted(rows.length)} ${isIn === 1 ? 'is' : 'are'} in${uncertain > 0 ? `, ${counted(uncertain)} ${uncertain === 1 ? 'is' : 'are'} uncertain` : ''}. `;
	return `${count}${again}`;
}
