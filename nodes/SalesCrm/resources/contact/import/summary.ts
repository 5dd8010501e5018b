import { ServiceError } from '../../../../transport/errors';
import { pushTo } from '../../../../utils/lists';
import { pluralize, counted } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { shownColumns } from '../../../../contacts/columns';
import type { ImportSettings } from '../fields';
import { MAX_NAMED, namedRows, type Tally } from './tally';
import { kindNames } from '../../../../contacts/keys';
import {
	type Counted,
	hasOneOf,
	isBad,
	isFailed,
	type Outcome,
	type ImportSource,
	type Judged,
	type Row,
} from './rows';

/** Why a row has its outcome, and what the service answered. It gives no advice, because others read it. */
export function reasonOf({ warnings, result }: Judged): string | null {
	const { reason, cause } = result;
	const { message = '', answered = '' } = (cause ?? {}) as Partial<ServiceError>;
	const texts = [message, answered, reason, ...warnings.map(({ text }) => text)].filter(Boolean);
	return texts.join('. ').replaceAll('.. ', '. ') || null;
}

/** For one row and for many, in a run; then the same in a dry run. */
const VERBS: Partial<Record<Counted, readonly string[]>> = {
	existing: ['already existed', 'already existed', 'already exists', 'already exist'],
	duplicate: ['repeated', 'repeated', 'repeats', 'repeat'],
	empty: ['was empty', 'were empty', 'is empty', 'are empty'],
	failed: ['failed', 'failed', 'would fail', 'would fail'],
	uncertain: ['is uncertain', 'are uncertain', 'is uncertain', 'are uncertain'],
	otherName: ['is another person', 'are other people', 'is another person', 'are other people'],
};

/** What became of all rows, in one or two sentences that can be mailed. */
export function summaryOf(
	source: ImportSource,
	tally: Tally,
	{ dryRun, ifExists, matchBy }: ImportSettings,
): string {
	const { rows, counts, numbers, nameless } = tally;
	const done = dryRun ? counts.wouldCreate : counts.created;
	const verb = dryRun ? 'would be' : done === 1 ? 'was' : 'were';
	const named = { duplicate: ' another row', otherName: ` with the same ${kindNames(matchBy)}` };
	const ofRest = Object.entries(VERBS).flatMap(([outcome, verbs]) => {
		const some = numbers.get(outcome);
		if (!some) return [];
		const [one, many] = verbs.slice(dryRun ? 2 : 0);
		const what = named[outcome as keyof typeof named];
		const which = what ? `${what}: ${namedRows(some)}` : '';
		return [`${counted(some.length)} ${some.length === 1 ? one : many}${which}`];
	});
	const unsent = notSentColumns(source, tally);
	return [
		dryRun && 'Dry run, nothing was sent.',
		`${counted(done)} of ${pluralize(rows, 'row')} ${verb} created.`,
		ofRest.length > 0 && `${ofRest.join(', ')}.`,
		counts.uncertain > 0 &&
			`Run it again with 'Skip'${ifExists === 'skip' ? '' : " in 'If Contact Exists'"}, also with the file of rows not imported: contacts that were created are found.`,
		nameless.length > 0 &&
			`${counted(nameless.length)} of them ${nameless.length === 1 ? 'has' : 'have'} no name: ${namedRows(nameless)}.`,
		source.leftOut ?? false,
		unsent.length > 0 &&
			`Columns that ${dryRun ? 'would not be' : 'were not'} sent: ${shownColumns(unsent)}.`,
		dryRun && done > 0 && "To create the rows, run it without 'Dry Run'.",
	]
		.filter((text) => text !== false)
		.join(' ');
}

/** The columns with a value that are sent in no row, though the user did not choose that. */
export const notSentColumns = ({ columns }: ImportSource, { sent }: Tally): string[] =>
	columns
		.filter(({ sample, isDeclined, index }) => sample.filled && !isDeclined && !sent.has(index))
		.map(({ name }) => name);

/** The error that stops a run before anything is sent, if rows were judged `failed`. */
export function refusedRows(rows: readonly Row[], { ifExists }: ImportSettings): unknown {
	const failed = rows.filter(isFailed);
	if (rows.length === 1) return failed[0].result.cause;
	const isOfFiles = new Set(rows.map(({ file }) => file)).size > 1;
	const byReason = new Map<string, string[]>();
	for (const { result, number, file } of failed.slice(0, MAX_NAMED)) {
		const reason = (result.cause as Error).message;
		pushTo(byReason, reason, isOfFiles ? `${number} of ${file}` : `${number}`);
	}
	const reasons = [...byReason].map(
		([reason, named]) => `Row${named.length === 1 ? '' : 's'} ${named.join(', ')}: ${reason}.`,
	);
	const more = failed.length - MAX_NAMED;
	const others = more > 0 ? ` And ${counted(more)} more.` : '';
	const ways = ifExists === 'skip' ? ", choose another 'Match By' or 'Create Anyway'," : '';
	return new UserError(
		`${counted(failed.length)} of ${counted(rows.length)} rows cannot be created, so nothing was sent`,
		`${reasons.join(' ')}${others} Correct them${ways} or set 'Result' to 'Report', which sends the others.`,
	);
}

/** The error of a run that stopped at a row. Whether to run it again is in {@link importedSoFar}. */
export function errorOfRow(rows: readonly Row[], skips: boolean): unknown {
	const { result, number } = rows.find(isBad)!;
	const { cause } = result;
	if (!(cause instanceof UserError) || (rows.length === 1 && !skips)) return cause;
	const message = rows.length === 1 ? cause.message : `Row ${number}: ${cause.message}`;
	const { status, doubt = '' } = cause as Partial<ServiceError>;
	const advice = cause.description.replace(doubt, '').trim();
	return new ServiceError(message, advice, { status });
}

/** For a run without items: how many rows were imported, and whether it may be run again. */
export function importedSoFar(rows: readonly Row[], skips: boolean): string {
	const count = (...outcomes: Outcome[]) => rows.filter(hasOneOf(...outcomes)).length;
	const [done, uncertain] = [count('created', 'existing'), count('uncertain')];
	if (done + uncertain === 0 || (rows.length === 1 && !skips)) return '';
	const [was, is] = [done === 1 ? 'was' : 'were', uncertain === 1 ? 'is' : 'are'];
	const open = uncertain > 0 ? `, ${counted(uncertain)} ${is} uncertain` : '';
	return `${counted(done)} of ${counted(rows.length)} ${was} imported${open}. ${
		skips
			? 'Run it again: existing contacts are skipped.'
			: "Running it again would create duplicates. Choose 'Skip' in 'If Contact Exists' first."
	}`;
}
