import { UserError } from '../../../../utils/userError';
import { shownColumns } from '../columns/columns';
import type { ImportSettings } from '../fields';
import { isFailed, type Part, type Row, type RowResult } from '../rows';
import { hasKey, type Kind, kindWords } from './keys';
import type { PersonName } from './personName';

/**
 * Which rows are `failed` or `empty` whatever else there is. With Skip a row without a key fails: nobody would know it
 * the next time.
 * @throws UserError if no row can be sent.
 */
export function classifyAlone(
	parts: readonly Part[],
	rows: readonly Row[],
	settings: ImportSettings,
): void {
	const kinds = settings.ifExists === 'skip' ? settings.matchBy : [];
	for (const row of rows) row.result ??= resultAlone(row, kinds);
	const filled = rows.filter(({ isEmpty, problem }) => !isEmpty && !problem);
	if (filled.length === 0 || !filled.every(isFailed)) return;
	const hasInfos = filled.some(({ infos }) => infos.length > 0);
	if (parts[0].isByHand && rows.length === 1 && hasInfos) {
		const fields = kinds.map((kind) => FIELD_NAMES[kind]).join(' or ');
		throw new UserError(
			`Fill in ${fields}, by which an existing contact is recognized`,
			"Or set 'If Contact Exists' to 'Create Anyway'.",
		);
	}
	const columns = parts.flatMap(({ header }) => header);
	const inOne = columns.some((column) => /[;\t|]/.test(column)) ? CAME_AS_ONE : '';
	const seen = `Columns seen: ${shownColumns(columns) || 'none'}.${inOne}`;
	if (!hasInfos) throw new UserError('Nothing was sent: no column was recognized', seen);
	throw new UserError(
		`Nothing was sent: no row has ${kindWords(kinds)} to match by`,
		`${seen} Rename the column, choose another 'Match By', or set 'If Contact Exists' to 'Create Anyway', which creates all of them at each run.`,
	);
}

/** Extract from File takes commas for granted: Excel saves semicolons where a comma is in numbers. */
const CAME_AS_ONE =
	" All values are in one column: set 'Delimiter' in the options of the node that reads the file, or use Import From File.";

const FIELD_NAMES: Record<Kind, string> = {
	email: 'Email',
	phone: 'Phone',
	nameAndAddress: 'Last Name with Postal Code and House Number',
};

/** As lists end: `Totaal 38`. */
const isTotal = ({ first, last }: PersonName): boolean => {
	const words = [...first, ...last].filter((word) => !/^\d+$/.test(word));
	return words.length > 0 && words.every((word) => TOTALS.includes(word));
};

const TOTALS = ['TOTAAL', 'TOTAL', 'SUMME', 'SOM', 'AANTAL'];

/** @param kinds Of which it has to have one; none where nobody is looked for. */
function resultAlone(
	{ isEmpty, problem, infos, keys, name }: Row,
	kinds: readonly Kind[],
): RowResult | undefined {
	const failed = (cause: unknown): RowResult => ({ outcome: 'failed', cause });
	if (isEmpty) return { outcome: 'empty' };
	if (problem) return failed(problem);
	if (infos.length === 0)
		return failed(new UserError('It has no value in any recognized column', ''));
	if (isTotal(name) && !hasKey(keys, ['email', 'phone']))
		return failed(new UserError('It is a total, not a person', ''));
	if (kinds.length === 0 || hasKey(keys, kinds)) return undefined;
	const what = kindWords(kinds).replace(/^an? /, '');
	return failed(new UserError(`It has no ${what} to match it by`, ''));
}
