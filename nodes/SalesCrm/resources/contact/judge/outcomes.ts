import { recordId } from '../../../../pagination/seenRows';
import { CancelledError } from '../../../../transport/errors';
import { inPieces } from '../../../../transport/waiting';
import { counted, shown } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { shownColumns } from '../columns/columns';
import type { ImportSettings } from '../fields';
import { isFailed, isWritten, type Part, type Row, type RowResult } from '../rows';
import {
	audienceKeyOf,
	doubtAbout,
	type ListedContact,
	notShownHint,
	readAudience,
} from './audience';
import { type BestMatch, KeyIndex } from './keyIndex';
import { hasKey, type Kind, KIND_NAMES, kindWords } from './keys';
import { type PersonName, personNameOf } from './personName';

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

/** Extract from File takes commas for granted: Excel saves semicolons if numbers have a comma. */
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

/** @param kinds It needs a key of one of them; none if nobody is looked for. */
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

/**
 * Which rows are a `duplicate` of an earlier row, or `existing` as a contact. What is left has no result: it is to be
 * sent, or in a dry run `wouldCreate`. Each audience is listed once.
 * @param mayGoOn Whether rows of an audience that could not be listed fail by themselves.
 * @returns What people should know of the audiences.
 * @throws What keeps an audience from being listed, otherwise.
 */
export async function classifyTogether(
	rows: readonly Row[],
	settings: ImportSettings,
	mayGoOn: boolean,
): Promise<string[]> {
	const hints = new Set<string>();
	const looks = settings.ifExists === 'skip';
	const together = rows.filter((row) => looks && (!row.result || isWritten(row)));
	const keyOf = ({ target }: Row) => audienceKeyOf(target!.connection, target!.audienceId);
	for (const key of new Set(together.map(keyOf))) {
		const group = together.filter((row) => keyOf(row) === key);
		const open = group.filter(({ result }) => !result);
		if (open.length === 0) continue;
		const found = await compare(group, open, settings).catch((cause: unknown) => {
			if (!mayGoOn || cause instanceof CancelledError) throw cause;
			for (const row of open) row.result = { outcome: 'failed', cause };
			return [];
		});
		for (const hint of found) hints.add(hint);
	}
	if (settings.dryRun) for (const row of rows) row.result ??= { outcome: 'wouldCreate' };
	return [...hints];
}

/** What is kept of a contact that has a key of a row. */
interface Listed {
	readonly id: string | undefined;
	readonly name: PersonName;
}

/**
 * Compares the rows of one audience by the first of Match By that both have. One with the same name goes before others, a
 * row before a contact.
 * @returns What people should know of the audience.
 * @throws UserError if its list proves nothing.
 */
async function compare(
	group: readonly Row[],
	open: readonly Row[],
	{ matchBy, list, dryRun }: ImportSettings,
): Promise<string[]> {
	const { connection, audienceId } = open[0].target!;
	const wanted = new KeyIndex<true>();
	for await (const { keys } of inPieces(open, connection.signal)) wanted.add(keys, true);
	const contacts = new KeyIndex<Listed>(nameOf);
	const look = ({ contact, values, keys }: ListedContact) => {
		const isLike = matchBy.some((kind) => !wanted.matches(kind, keys[kind]).next().done);
		if (!isLike) return;
		const name = personNameOf(values.Voornaam?.[0], values.Achternaam?.[0]);
		contacts.add(keys, { id: recordId(contact), name });
	};
	const options = { ...list, confirmsEnd: !dryRun };
	const audience = await readAudience(connection, audienceId, options, look);
	const doubt = doubtAbout(audience, 'nothing was sent', WAYS_OUT);
	if (doubt) throw doubt;
	const before = new KeyIndex<Row>(nameOf);
	for await (const row of inPieces(group, connection.signal)) {
		const { keys, name } = row;
		row.result ??= matched(
			before.best(keys, matchBy, name),
			contacts.best(keys, matchBy, name),
			row,
		);
		if (row.result?.outcome !== 'duplicate') before.add(keys, row);
	}
	const { contacts: seen, pages, seconds } = audience;
	const asked = matchBy.filter((kind) => open.some(({ keys }) => keys[kind].length > 0));
	const took = `Listing ${counted(seen)} contacts took ${Math.ceil(seconds)} s. For single new contacts, 'Create Anyway' skips this.`;
	return [notShownHint(audience, asked), pages < MANY_PAGES ? '' : took].filter(Boolean);
}

/** So many pages are worth a word. */
const MANY_PAGES = 10;

const WAYS_OUT =
	"Execute it again, choose another 'Page Size' in the options, or 'Create Anyway' in 'If Contact Exists'.";

const nameOf = ({ name }: { name: PersonName }): PersonName => name;

function matched(
	earlier: BestMatch<Row> | undefined,
	contact: BestMatch<Listed> | undefined,
	row: Row,
): RowResult | undefined {
	if (earlier && (!earlier.isOtherName || !contact || contact.isOtherName))
		return duplicateResult(row, earlier);
	return contact && existingResult(contact);
}

function duplicateResult(row: Row, { kind, key, values, isOtherName }: BestMatch<Row>): RowResult {
	const [first] = values;
	const file = first.file === row.file ? '' : ` of ${shown(first.file!)}`;
	const named = isOtherName ? `, whose name is ${shown(first.name.text)}` : '';
	const reason = `Same ${KIND_NAMES[kind]} as row ${first.number}${file}${named}: ${shown(key)}`;
	return { outcome: 'duplicate', reason, first, isOtherName };
}

function existingResult({ kind, key, values, isOtherName }: BestMatch<Listed>): RowResult {
	const [{ id, name }] = values;
	// The same contact may come twice; of those without an id one cannot tell.
	const isShared = values.some((one) => one.id !== id);
	const whose = isShared ? 'one of them' : 'whose name is';
	const named = isOtherName ? `, ${whose} ${shown(name.text)},` : '';
	const who = isShared ? `Several contacts${named} have` : `A contact${named} has`;
	const reason = `${who} this ${KIND_NAMES[kind]}: ${shown(key)}. Nothing was changed`;
	return { outcome: 'existing', reason, contactId: isShared ? undefined : id, isOtherName };
}
