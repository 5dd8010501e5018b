import type { PersonalInfo } from '../../../../api/types';
import { quoted } from '../../../../utils/text';
import { isFailure, type ItemResults } from '../../../execution/itemResults';
import { kindWords, notShownHint } from '../audience';
import { isDutch, KIND_NAMES, KINDS, MIN_DIGITS } from '../matching';
import type { Duplicate, PlanFindings } from './plan';
import { isValid, type Outcome, type Row, type ValidRow } from './rows';
import type { ImportSettings } from './settings';

/** What people are told of an import: of a row in its `warnings`, of the run beside its output. */

/** Four digits, the first no 0, and two letters, none of three pairs that are not given out. */
const DUTCH_POSTCODE = /^[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2}$/i;
/** E.164. */
const MAX_DIGITS = 15;
/** Of a Dutch number without the 0: nine, but for service numbers and those of machines. */
const DUTCH_NUMBER = /^(\d{9}|(800|90\d)\d{4,7}|97\d{9})$/;
/** RFC 5321. */
const MAX_EMAIL = 254;

/** Values that cannot be right, by a small well-known rule each. They warn, and never refuse. */
const RULES: Record<string, (value: string, infos: ReadonlyMap<string, string>) => string | false> =
	{
		'E-mailadres': (value) => isHidden(value) || (!isEmail(value.trim()) && 'is no email address'),
		Telefoonnummer: (value) =>
			isHidden(value) || (!isPhone(value.trim()) && 'is no telephone number'),
		Postcode: (value, infos) =>
			isDutch(infos.get('Land')) &&
			!DUTCH_POSTCODE.test(value.trim()) &&
			'is no Dutch postcode such as 1234 AB',
	};

/** What is to be said of a row. */
export const rowWarnings = (row: ValidRow, duplicate: Duplicate | undefined): string[] => [
	...valueWarnings(row.personalInfos),
	...(duplicate
		? [
				`The same ${KIND_NAMES[duplicate.matchedBy]} as in item ${duplicate.firstItem}, counted from 0`,
			]
		: []),
];

export function valueWarnings(infos: readonly PersonalInfo[]): string[] {
	const byName = new Map(infos.map(({ name, value }) => [name, value]));
	return infos.flatMap(({ name, value }) => {
		const complaint = Object.hasOwn(RULES, name) && RULES[name](value, byName);
		return complaint ? `${name}: ${quoted(value)} ${complaint}` : [];
	});
}

const isHidden = (text: string) => /\p{Cf}/u.test(text) && 'holds characters that cannot be seen';

function isEmail(text: string): boolean {
	const [local, domain, ...more] = text.split('@');
	if (domain === undefined || more.length > 0 || text.length > MAX_EMAIL) return false;
	const isDotted = (part: string) => part.split('.').every((label) => label !== '');
	return !/[\s,;<>]/.test(text) && isDotted(local) && isDotted(domain) && domain.includes('.');
}

function isPhone(text: string): boolean {
	if (!/^[(\s]*\+?[\d\s().\-/]+$/.test(text)) return false;
	const digits = text.replace(/\D/g, '');
	if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return false;
	const isAbroad = /^[(\s]*\+/.test(text) || digits.startsWith('00');
	const international = digits.replace(/^00/, '');
	if (isAbroad && !international.startsWith('31')) return true;
	if (isAbroad) return DUTCH_NUMBER.test(international.slice(2).replace(/^0/, ''));
	return digits.startsWith('0') ? DUTCH_NUMBER.test(digits.slice(1)) : true;
}

const MAX_COLUMNS_SHOWN = 12;

interface RunFindings extends PlanFindings {
	/** Why uncertain rows could not be looked for, empty for nothing; undefined where nobody looked. */
	readonly lookUpProblem: string | undefined;
}

/**
 * What people should know of a run.
 * @param rows All of them: of the tries of "Retry On Fail" n8n keeps the hints of the last.
 * @param hasFailed For the error of a run, which n8n hands on without hints: only what one must know.
 */
export function runHints(
	{ ifExists, matchBy }: ImportSettings,
	{ shared, missing, lookUpProblem }: RunFindings,
	rows: readonly Row[],
	results: ItemResults,
	hasFailed: boolean,
): string[] {
	const ended = (outcome: Outcome) =>
		results.filter((one) => one && !isFailure(one) && one.output[0]?.json.outcome === outcome)
			.length;
	const found = ended('foundAfterwards');
	const uncertain = results.filter((result) => result?.kind === 'unknown').length;
	const why = lookUpProblem
		? `not found in the audience: ${lookUpProblem}`
		: 'looked for in the audience, and not found, which proves nothing';
	const unseen = KINDS.filter((kind) => missing.has(kind));
	const keyless = rows.filter((row) => isValid(row) && row.keys.length === 0).length;
	const needed = [
		lookUpProblem !== undefined &&
			found > 0 &&
			`${rowCount(found)} got no answer, and stood in the audience afterwards.`,
		lookUpProblem !== undefined &&
			uncertain > 0 &&
			`${rowCount(uncertain)} may have been created (${why}).`,
		unseen.length > 0 && notShownHint(unseen),
		ifExists !== 'createAnyway' &&
			keyless > 0 &&
			`${rowCount(keyless)} came without ${kindWords(matchBy)}: created without looking whether the contact exists.`,
	];

	const skipped = [
		{ count: ended('existing'), reason: 'in the audience already' },
		{ count: ended('duplicate'), reason: `with the ${kindWords(matchBy)} of an earlier row` },
	].filter(({ count }) => count > 0);
	const reasons = skipped.map(({ count, reason }) =>
		skipped.length === 1 ? reason : `${count} ${reason}`,
	);
	const failed = results.filter(isFailure).length;
	const columns = [...new Set(rows.flatMap((row) => (isValid(row) ? row.ignoredColumns : [])))];
	const more =
		columns.length > MAX_COLUMNS_SHOWN ? ` and ${columns.length - MAX_COLUMNS_SHOWN} more` : '';
	const others = [
		shared > 0 &&
			`${rowCount(shared, 'fits', 'fit')} several contacts of the audience; 'contactId' is null there.`,
		skipped.length > 0 &&
			`${rowCount(skipped.reduce((sum, { count }) => sum + count, 0))} skipped: ${reasons.join(', ')}.`,
		failed > 0 && `${rowCount(failed)} failed: see 'error' of their items.`,
		columns.length > 0 &&
			`Columns that were not recognized, and are not sent: ${columns.slice(0, MAX_COLUMNS_SHOWN).join(', ')}${more}. 'Extra Columns' in the options says what becomes of them.`,
	];
	return [...needed, ...(hasFailed ? [] : others)].filter((text) => text !== false);
}

const MAX_WARNINGS_SHOWN = 5;

/** What a report says in words. Its counts and columns say the rest. */
export function reportHints(
	settings: ImportSettings,
	findings: RunFindings,
	rows: readonly Row[],
	results: ItemResults,
): string[] {
	const { shared } = findings;
	const warned = rows.filter(
		(row) => results[row.itemIndex]?.kind === 'skipped' && row.warnings?.length,
	);
	const shown = warned
		.slice(0, MAX_WARNINGS_SHOWN)
		.map(({ itemIndex, warnings }) => `item ${itemIndex}: ${warnings!.join('; ')}`);
	const more = warned.length > shown.length ? ` and ${warned.length - shown.length} more` : '';
	const others = [
		shared > 0 && `${rowCount(shared, 'fits', 'fit')} several contacts of the audience.`,
		warned.length > 0 &&
			`${rowCount(warned.length)} with warnings, counted from 0: ${shown.join('. ')}${more}.`,
	];
	const needed = runHints(settings, findings, rows, results, true);
	return [...needed, ...others.filter((text) => text !== false)];
}

/** A number of rows, with what they do: `1 row fits`, `2 rows fit`. */
const rowCount = (count: number, one = '', many = one) =>
	(count === 1 ? `1 row ${one}` : `${count} rows ${many}`).trimEnd();
