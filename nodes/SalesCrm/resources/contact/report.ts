import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { MAY_HAVE_HAPPENED } from '../../../transport/errorMessages';
import { ServiceError } from '../../../transport/errors';
import { counted, textOf } from '../../../utils/text';
import { messageOf, UserError } from '../../../utils/userError';
import { inPieces } from '../../execution/operation';
import { isReportColumn, REPORT_COLUMNS } from './columns';
import { writeCsv } from './csv';
import type { ImportSettings } from './fields';
import { shownColumns } from './judge';
import { toText } from './rowInfos';
import { isBad, isFailed, type Outcome, OUTCOMES, type Row } from './rows';

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
	readonly startedAt: Date;
}

/** Rule 4. */
const withoutAdvice = (text: string): string => text.replace(`${MAY_HAVE_HAPPENED} `, '');

/** One text, or null: what failed and what to do, what matched, warnings. */
function reasonOf({ warnings, result }: Row): string | null {
	const { reason, cause } = result!;
	const failure = cause === undefined ? '' : withoutAdvice(messageOf(cause));
	const told = [failure, reason, ...warnings].filter(Boolean);
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
	const json = {
		summary: summaryOf(rows, facts.settings.dryRun),
		rows: rows.length,
		...countsOf(rows),
		ignoredColumns: ignoredColumns(rows),
		hints: hintsOf(facts, rows),
		startedAt: facts.startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures.slice(0, MAX_FAILURES).map((one) => ({ ...one, row: one.row.number })),
	};
	if (failures.length === 0) return { json };
	const { prepareBinaryData } = facts.context.helpers;
	const content = Buffer.from(notImportedCsv(failures, delimiter));
	const notImported = await prepareBinaryData(content, 'not-imported.csv', 'text/csv');
	return { json, binary: { notImported } };
}

function countsOf(rows: readonly Row[]) {
	const zeros = Object.keys(OUTCOMES).map((outcome) => [outcome, 0]);
	const counts = Object.fromEntries(zeros) as Record<Outcome, number>;
	for (const { result } of rows) if (result) counts[result.outcome]++;
	return counts;
}

const ignoredColumns = (rows: readonly Row[]): string[] => {
	const maps = new Set(rows.map(({ ignored }) => ignored));
	return [...new Set([...maps].flatMap((map) => [...map.values()]))];
};

/**
 * The file of the rows that did not get in, to be mended and sent again: CSV as in RFC 4180, with a BOM, by which
 * Excel knows UTF-8. The rows' own columns stand as they came, between the number of the row and the reason: also a
 * cell that begins with = or +, for phone numbers do, and the file is to be sent again.
 */
function notImportedCsv(
	failures: ReadonlyArray<{ row: Row; reason: string }>,
	delimiter: string,
): string {
	const columns = new Map<string, string>();
	const cells = failures.map(({ row }) => {
		const values = new Map<string, string>();
		for (const [column, value] of row.cells()) {
			if (isReportColumn(column)) continue;
			// Two columns of a file may have the same name.
			let key = column;
			while (values.has(key)) key += '\n';
			columns.set(key, column);
			values.set(key, toText(value) ?? textOf(value));
		}
		return values;
	});
	const lines = failures.map(({ row, reason }, n) => [
		String(row.number),
		...[...columns.keys()].map((key) => cells[n].get(key) ?? ''),
		reason,
	]);
	const header = [REPORT_COLUMNS.first, ...columns.values(), REPORT_COLUMNS.last];
	return `\uFEFF${writeCsv([header, ...lines], delimiter)}`;
}

/** How many of how many, and where the others are: a sentence that can be mailed. */
function summaryOf(rows: readonly Row[], isDry: boolean): string {
	const counts = countsOf(rows);
	const done = isDry ? 'wouldCreate' : 'created';
	const verb = isDry ? 'would be' : counts.created === 1 ? 'was' : 'were';
	const told = [`${counted(counts[done])} of ${rowCount(rows.length)} ${verb} created`];
	for (const [outcome, words] of Object.entries(OUTCOMES)) {
		const count = counts[outcome as Outcome];
		const what = isDry && outcome === 'failed' ? 'would fail' : words;
		if (count > 0 && outcome !== done) told.push(`${counted(count)} ${what}`);
	}
	return `${told.join(', ')}.`;
}

/** What people should know of the whole. */
export function hintsOf({ settings, hints }: RunFacts, rows: readonly Row[]): string[] {
	const lost = rows.filter(({ lostLetters }) => lostLetters).length;
	const columns = ignoredColumns(rows);
	// Those with lost letters are told apart.
	const warned = rows.filter((row) => row.warnings.length > 0 && !row.lostLetters);
	return [
		rows.length > 1 && countsOf(rows).created < rows.length && summaryOf(rows, settings.dryRun),
		...hints,
		lost > 0 &&
			`${rowCount(lost)} lost letters when the file was read: set 'Encoding' in the options of the node that reads it, or use Contact: Import From File, which detects it.`,
		columns.length > 0 &&
			`Columns that ${settings.dryRun ? 'would not be' : 'are not'} sent: ${shownColumns(columns)}. 'Extra Columns' in the options can add them.`,
		warned.length > 0 &&
			`${rowCount(warned.length)} with warnings, such as row ${warned[0].number}: ${warned[0].warnings.join(', ')}.`,
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
