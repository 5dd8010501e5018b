import { MAY_HAVE_HAPPENED } from '../../../../transport/errorMessages';
import { ServiceError } from '../../../../transport/errors';
import { counted } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import type { ImportSettings } from '../fields';
import { countsOf, isBad, isFailed, type Row } from '../rows';

/** The words of a run that stops. */

/** So many rows are named. */
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

/** The error of a run that stopped at a row. Of several rows {@link halfWay} says whether it may be run again. */
export function errorOfRow(rows: readonly Row[], looks: boolean): unknown {
	const { result, number } = rows.find(isBad)!;
	const { cause } = result!;
	if (!(cause instanceof UserError) || (rows.length === 1 && !looks)) return cause;
	const message = rows.length === 1 ? cause.message : `Row ${number}: ${cause.message}`;
	const description = cause.description.replace(`${MAY_HAVE_HAPPENED} `, '');
	return new ServiceError(message, description, { status: (cause as ServiceError).status });
}

/** If n8n passes on no items: how many were imported, and whether it may be executed again. */
export function halfWay(rows: readonly Row[], looks: boolean): string {
	const { created, existing, uncertain } = countsOf(rows);
	const done = created + existing;
	if (done + uncertain === 0 || (rows.length === 1 && !looks)) return '';
	const [was, is] = [done === 1 ? 'was' : 'were', uncertain === 1 ? 'is' : 'are'];
	const open = uncertain > 0 ? `, ${counted(uncertain)} ${is} uncertain` : '';
	return `${counted(done)} of ${counted(rows.length)} ${was} imported${open}. ${
		looks
			? 'Run it again: existing contacts are skipped.'
			: "Running it again would create duplicates. Choose 'Skip' in 'If Contact Exists' first."
	}`;
}
