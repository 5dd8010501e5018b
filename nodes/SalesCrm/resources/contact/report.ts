import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { MAY_HAVE_HAPPENED } from '../../../transport/errorMessages';
import { ServiceError } from '../../../transport/errors';
import { messageOf, UserError } from '../../../utils/userError';
import { notShownHint } from './audience';
import type { ImportSettings } from './fields';
import {
	type Findings,
	inPieces,
	type Outcome,
	type Results,
	type RowResult,
	shownColumns,
} from './judge';
import { notImportedFile } from './notImported';
import type { Row } from './rows';

/**
 * What people are told of an import: an item a row, or a report; hints; the error of a run that stopped.
 *
 * 1. An item is flat. `error` stands where a row failed alone: n8n takes that key on a first item for a
 *    failed run, 1.123 even where it is null (n8n-core, execution-engine/workflow-execute,
 *    `processRunExecutionData`).
 * 2. At an error output such an item is `{ error }` alone: n8n routes by that (same file,
 *    `handleNodeErrorOutput`).
 * 3. A report counts all rows by their outcome; all that failed or are uncertain stand in its file.
 * 4. What is true of all rows is said once. Of a dry run all is said in the conditional.
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

export const isFailed = (result: RowResult | undefined): boolean => result?.outcome === 'failed';

export const isBad = (result: RowResult | undefined): boolean =>
	isFailed(result) || result?.outcome === 'uncertain';

/** One text, or null: what failed and what to do, what matched, warnings. */
function reasonOf({ warnings }: Row, { reason, cause }: RowResult, looks: boolean): string | null {
	const failure = cause === undefined ? reason : messageOf(cause);
	const told = [looks ? failure?.replace(DO_NOT_REPEAT, '') : failure, ...warnings].filter(Boolean);
	return told.join('. ').replaceAll('.. ', '. ') || null;
}

/** Executed again with Skip nobody is created twice: no advice against it. */
const DO_NOT_REPEAT = `${MAY_HAVE_HAPPENED} `;

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
		const { outcome, contactId = null } = results[n]!;
		const reason = reasonOf(row, results[n]!, looks);
		const infos = row.infos.filter(({ name }) => !OWN_KEYS.includes(name));
		const json: IDataObject = { row: row.number, outcome, reason, contactId };
		for (const { name, value } of infos) json[name] = value;
		if (isBad(results[n])) json.error = reason;
		const isRouted = isApart && isBad(results[n]);
		items.push({ json: isRouted ? { error: reason } : json, pairedItem: { item: row.itemIndex } });
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
	const failures = [...rows.keys()]
		.filter((n) => isBad(results[n]))
		.map((n) => ({
			row: rows[n],
			reason: reasonOf(rows[n], results[n]!, settings.ifExists === 'skip')!,
			uncertain: results[n]!.outcome === 'uncertain',
		}));
	const hints = hintsOf(ended, told);
	const binary = await notImportedFile(context, failures, delimiter).catch((error: Error) => {
		hints.push(`The file of the rows that were not imported could not be saved: ${error.message}`);
		return undefined;
	});
	const json = {
		summary: summaryOf(told, settings.dryRun),
		rows: rows.length,
		...countsOf(results),
		ignoredColumns: ignoredColumns(rows),
		hints,
		startedAt: startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures.slice(0, MAX_FAILURES).map((one) => ({ ...one, row: one.row.number })),
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

const counted = (count: number): string => count.toLocaleString('en-US');

/** How many of how many, and where the others are: a sentence that can be mailed. */
export function summaryOf({ rows, results }: Told, isDry: boolean): string {
	const counts = countsOf(results);
	const done = isDry ? counts.wouldCreate : counts.created;
	const others = [
		[counts.foundAfterwards, 'found afterwards'],
		[counts.existing, 'there already'],
		[
			counts.duplicate,
			counts.duplicate === 1 ? 'duplicate of another row' : 'duplicates of other rows',
		],
		[counts.empty, 'empty'],
		[counts.failed, isDry ? 'would fail' : 'failed'],
		[counts.uncertain, 'uncertain'],
	] as const;
	const created = `${counted(done)} of ${rowCount(rows.length)} ${isDry ? 'would be' : done === 1 ? 'was' : 'were'} created`;
	const told = others.flatMap(([count, what]) => (count > 0 ? `${counted(count)} ${what}` : []));
	return `${[created, ...told].join(', ')}.`;
}

/** So many pages are worth a word. */
const MANY_PAGES = 10;
const MAX_WARNINGS = 3;

/** What people should know of the whole. */
export function hintsOf({ settings, findings, lookUpProblem }: Ended, told: Told): string[] {
	const { rows, results } = told;
	const { dryRun } = settings;
	const { contacts, pages, seconds } = findings;
	const counts = countsOf(results);
	const missing = settings.matchBy.filter((kind) => findings.missing.has(kind));
	const lost = rows.filter(({ lostLetters }) => lostLetters).length;
	const columns = ignoredColumns(rows);
	const warned = rows.filter(({ warnings }) => warnings.length > 0);
	const warnings = warned
		.slice(0, MAX_WARNINGS)
		.map(({ number, warnings: its }) => `row ${number}: ${its.join(', ')}`);
	return [
		rows.length > 1 && counts.created < rows.length && summaryOf(told, dryRun),
		counts.uncertain > 0 &&
			`${rowCount(counts.uncertain)} may have been created: ${lookUpProblem ? `they could not be looked for, because ${lookUpProblem}` : 'they were not found in the audience, which proves nothing'}.`,
		missing.length > 0 && notShownHint(missing),
		lost > 0 &&
			`${rowCount(lost)} lost letters when the file was read: set 'Encoding' in the options of the node that reads it, or use Contact: Import From File, which detects it.`,
		columns.length > 0 &&
			`Columns that ${dryRun ? 'would not be' : 'are not'} sent: ${shownColumns(columns)}. 'Extra Columns' in the options can add them.`,
		warned.length > lost &&
			`${rowCount(warned.length)} with warnings. ${warnings.join('; ')}${warned.length > MAX_WARNINGS ? '; …' : '.'}`,
		pages >= MANY_PAGES &&
			`${counted(contacts)} contacts were listed in ${Math.max(1, Math.round(seconds))} s to find existing ones. 'Create Anyway' skips this: use it for single contacts that are certainly new.`,
	].filter((text) => text !== false);
}

const rowCount = (count: number) => (count === 1 ? '1 row' : `${counted(count)} rows`);

/** So many rows are named in an error. */
const MAX_NAMED = 20;

/** The error of a run that stops before anything is sent, for rows that were judged `failed`. */
export function refusedRows({ rows, results }: Told, settings: ImportSettings): unknown {
	if (rows.length === 1) return results[0]!.cause;
	const failed = [...rows.keys()].filter((n) => isFailed(results[n]));
	const byReason = new Map<string, string[]>();
	for (const n of failed.slice(0, MAX_NAMED)) {
		const reason = (results[n]!.cause as Error).message;
		const { number, file } = rows[n];
		const named = file === undefined ? `${number}` : `${number} of ${file}`;
		byReason.set(reason, [...(byReason.get(reason) ?? []), named]);
	}
	const reasons = [...byReason].map(([reason, named]) => `Row ${named.join(', ')}: ${reason}.`);
	const more = failed.length - MAX_NAMED;
	const others = more > 0 ? ` And ${counted(more)} more.` : '';
	const ways =
		settings.ifExists === 'skip' ? ", choose another 'Match By' or 'Create Anyway'," : '';
	return new UserError(
		`${counted(failed.length)} of ${counted(rows.length)} rows cannot be created, so nothing was sent`,
		`${reasons.join(' ')}${others} Correct them${ways} or set 'Result' to 'Report', which sends the others.`,
	);
}

/** The error of a run that stopped at a row. */
export function errorOfRow({ rows, results }: Told, { ifExists }: ImportSettings): unknown {
	const n = results.findIndex(isBad);
	const { cause } = results[n]!;
	if (!(cause instanceof UserError)) return cause;
	const { message, description } = cause;
	const status = cause instanceof ServiceError ? cause.status : undefined;
	return new ServiceError(
		rows.length === 1 ? message : `Row ${rows[n].number}: ${message}`,
		ifExists === 'skip' ? description.replace(DO_NOT_REPEAT, '') : description,
		{ status },
	);
}

/** Where n8n hands on no items: what is in, and whether it may be executed again. */
export function halfWay({ rows, results }: Told, looks: boolean): string {
	const { created, foundAfterwards, existing, uncertain } = countsOf(results);
	const done = created + foundAfterwards + existing;
	if (done + uncertain === 0 || (rows.length === 1 && !looks)) return '';
	const isOrAre = (count: number) => `${counted(count)} ${count === 1 ? 'is' : 'are'}`;
	const open = uncertain > 0 ? `, ${isOrAre(uncertain)} uncertain` : '';
	const are = done === 1 ? 'is' : 'are';
	return looks
		? `${counted(done)} of ${counted(rows.length)} ${are} in${open}. Execute again: nobody is created twice.`
		: `${counted(done)} of ${counted(rows.length)} ${are} in${open}. Executed again they would be created twice: choose 'Skip' in 'If Contact Exists' first.`;
}
