import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { MAY_HAVE_HAPPENED } from '../../../transport/errorMessages';
import { ServiceError } from '../../../transport/errors';
import { counted } from '../../../utils/text';
import { messageOf, UserError } from '../../../utils/userError';
import type { ImportSettings } from './fields';
import { shownColumns } from './judge';
import { notImportedCsv } from './notImported';
import { inPieces, isBad, isFailed, OUTCOMES, type Row } from './rows';

/**
 * What people are told of an import: an item a row, or a report; hints; the error of a run that stopped.
 *
 * 1. An item is flat. `error` stands where a row failed alone: n8n takes that key on a first item for a
 *    failed run, 1.123 even where it is null (n8n-core, execution-engine/workflow-execute,
 *    `processRunExecutionData`).
 * 2. At an error output such an item is `{ error }` alone: n8n routes by that (same file,
 *    `handleNodeErrorOutput`).
 * 3. A report counts all rows by their outcome; all that failed or are uncertain stand in its file.
 * 4. Where a run of several rows stops, its error says what is in, and whether it may be executed again. So
 *    the advice not to repeat a single request is left out.
 */

/** What is true of a run as a whole. */
export interface RunFacts {
	readonly context: IExecuteFunctions;
	readonly settings: ImportSettings;
	/** Of the audiences that were listed. */
	readonly hints: readonly string[];
	/** What kept it from looking for uncertain rows. */
	readonly lookUpProblem: string | undefined;
	readonly startedAt: Date;
}

/** Rule 4. */
const withoutAdvice = (text: string): string => text.replace(`${MAY_HAVE_HAPPENED} `, '');

/** One text, or null: what failed and what to do, what matched, warnings. */
function reasonOf({ warnings, result }: Row): string | null {
	const { reason, cause } = result!;
	const failure = cause === undefined ? reason : withoutAdvice(messageOf(cause));
	const told = [failure, ...warnings].filter(Boolean);
	return told.join('. ').replaceAll('.. ', '. ') || null;
}

const OWN_KEYS = ['row', 'outcome', 'reason', 'contactId', 'error'];

/** An item for each row. */
export async function rowItems(
	context: IExecuteFunctions,
	rows: readonly Row[],
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const isApart = context.getNode().onError === 'continueErrorOutput';
	for await (const row of inPieces(rows)) {
		const { outcome, contactId = null } = row.result!;
		const reason = reasonOf(row);
		const infos = row.infos.filter(({ name }) => !OWN_KEYS.includes(name));
		const json: IDataObject = { row: row.number, outcome, reason, contactId };
		for (const { name, value } of infos) json[name] = value;
		if (isBad(row)) json.error = reason;
		const isRouted = isApart && isBad(row);
		items.push({ json: isRouted ? { error: reason } : json, pairedItem: { item: row.itemIndex } });
	}
	return items;
}

const MAX_FAILURES = 100;

/** One item about many rows. */
export async function reportItem(
	facts: RunFacts,
	rows: readonly Row[],
	delimiter = ',',
): Promise<Pick<INodeExecutionData, 'json' | 'binary'>> {
	const failures = rows
		.filter(isBad)
		.map((row) => ({ row, reason: reasonOf(row)!, uncertain: !isFailed(row) }));
	const hints = hintsOf(facts, rows);
	let binary: IBinaryKeyData | undefined;
	try {
		const { prepareBinaryData } = facts.context.helpers;
		const content = Buffer.from(notImportedCsv(failures, delimiter));
		if (failures.length > 0) {
			const notImported = await prepareBinaryData(content, 'not-imported.csv', 'text/csv');
			binary = { notImported };
		}
	} catch (error) {
		const why = (error as Error).message;
		hints.push(`The file of the rows that were not imported could not be saved: ${why}`);
	}
	const json = {
		summary: summaryOf(rows, facts.settings.dryRun),
		rows: rows.length,
		...countsOf(rows),
		ignoredColumns: ignoredColumns(rows),
		hints,
		startedAt: facts.startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures.slice(0, MAX_FAILURES).map((one) => ({ ...one, row: one.row.number })),
	};
	return binary ? { json, binary } : { json };
}

function countsOf(rows: readonly Row[]) {
	const zeros = OUTCOMES.map((outcome) => [outcome, 0]);
	const counts = Object.fromEntries(zeros) as Record<(typeof OUTCOMES)[number], number>;
	for (const { result } of rows) if (result) counts[result.outcome]++;
	return counts;
}

const ignoredColumns = (rows: readonly Row[]): string[] => [
	...new Set([...new Set(rows.map(({ ignored }) => ignored))].flat()),
];

/** How many of how many, and where the others are: a sentence that can be mailed. */
function summaryOf(rows: readonly Row[], isDry: boolean): string {
	const counts = countsOf(rows);
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

const MAX_WARNINGS = 3;

/** What people should know of the whole. */
export function hintsOf(facts: RunFacts, rows: readonly Row[]): string[] {
	const { settings, hints, lookUpProblem } = facts;
	const { created, uncertain } = countsOf(rows);
	const lost = rows.filter(({ lostLetters }) => lostLetters).length;
	const columns = ignoredColumns(rows);
	const warned = rows.filter(({ warnings }) => warnings.length > 0);
	const warnings = warned
		.slice(0, MAX_WARNINGS)
		.map(({ number, warnings: its }) => `row ${number}: ${its.join(', ')}`);
	return [
		rows.length > 1 && created < rows.length && summaryOf(rows, settings.dryRun),
		uncertain > 0 &&
			`${rowCount(uncertain)} may have been created: ${lookUpProblem ? `they could not be looked for, because ${lookUpProblem}` : 'they were not found in the audience, which proves nothing'}.`,
		...hints,
		lost > 0 &&
			`${rowCount(lost)} lost letters when the file was read: set 'Encoding' in the options of the node that reads it, or use Contact: Import From File, which detects it.`,
		columns.length > 0 &&
			`Columns that ${settings.dryRun ? 'would not be' : 'are not'} sent: ${shownColumns(columns)}. 'Extra Columns' in the options can add them.`,
		warned.length > lost &&
			`${rowCount(warned.length)} with warnings. ${warnings.join('; ')}${warned.length > MAX_WARNINGS ? '; …' : '.'}`,
	].filter((text) => text !== false);
}

const rowCount = (count: number) => (count === 1 ? '1 row' : `${counted(count)} rows`);

/** So many rows are named in an error. */
const MAX_NAMED = 20;

/** The error of a run that stops before anything is sent, for rows that were judged `failed`. */
export function refusedRows(rows: readonly Row[], settings: ImportSettings): unknown {
	const failed = rows.filter(isFailed);
	if (rows.length === 1) return failed[0].result!.cause;
	const byReason = new Map<string, string[]>();
	for (const { result, number, file } of failed.slice(0, MAX_NAMED)) {
		const reason = (result!.cause as Error).message;
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
export function errorOfRow(rows: readonly Row[], looks: boolean): unknown {
	const { result, number } = rows.find(isBad)!;
	const { cause } = result!;
	if (!(cause instanceof UserError) || (rows.length === 1 && !looks)) return cause;
	const message = rows.length === 1 ? cause.message : `Row ${number}: ${cause.message}`;
	const status = cause instanceof ServiceError ? cause.status : undefined;
	return new ServiceError(message, withoutAdvice(cause.description), { status });
}

/** Where n8n hands on no items: what is in, and whether it may be executed again. */
export function halfWay(rows: readonly Row[], looks: boolean): string {
	const { created, foundAfterwards, existing, uncertain } = countsOf(rows);
	const done = created + foundAfterwards + existing;
	if (done + uncertain === 0 || (rows.length === 1 && !looks)) return '';
	const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');
	const open = uncertain > 0 ? `, ${counted(uncertain)} ${isOrAre(uncertain)} uncertain` : '';
	return `${counted(done)} of ${counted(rows.length)} ${isOrAre(done)} in${open}. ${
		looks
			? 'Execute again: nobody is created twice.'
			: "Executed again they would be created twice: choose 'Skip' in 'If Contact Exists' first."
	}`;
}
