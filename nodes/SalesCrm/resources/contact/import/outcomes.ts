import { recordId } from '../../../../pagination/seenRows';
import { CancelledError } from '../../../../transport/errors';
import { inPieces } from '../../../../transport/waiting';
import { pushTo } from '../../../../utils/lists';
import { counted, oneLine } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { shownColumns } from '../../../../contacts/columns';
import { type ImportSettings, labelsOf } from '../fields';
import { isFailed, isWritten, type ImportSource, type Row, type RowResult } from './rows';
import { doubtError, type ListedContact, notShownHint, readAudience } from '../audience';
import { type BestMatch, KeyIndex } from '../../../../contacts/keyIndex';
import { hasKey, type Kind, KIND_NAMES, kindNames, kindWords } from '../../../../contacts/keys';
import { type PersonName, personNameOf } from '../../../../contacts/personName';

/**
 * Finds rows that are `failed` or `empty`, whatever the other rows and contacts are. With Skip a row without a key fails,
 * because the next run would not recognize it.
 * @throws UserError if no row has a key.
 */
export async function classifyAlone(
	sources: readonly ImportSource[],
	rows: readonly Row[],
	{ ifExists, matchBy }: ImportSettings,
	signal: AbortSignal | undefined,
): Promise<void> {
	const kinds = ifExists === 'skip' ? matchBy : [];
	for await (const row of inPieces(rows, signal)) row.result ??= resultAlone(row, kinds);
	const filled = rows.filter(({ isEmpty, problem }) => !isEmpty && !problem);
	if (kinds.length === 0 || filled.length === 0 || !filled.every(isFailed)) return;
	if (sources[0].isByHand && rows.length === 1) {
		throw new UserError(
			`Fill in ${labelsOf(kinds).join(' or ')}, by which an existing contact is recognized`,
			"Or set 'If Contact Exists' to 'Create Anyway'.",
		);
	}
	const columns = shownColumns(sources.flatMap(({ header }) => header));
	throw new UserError(
		`Nothing was sent: no row has ${kindWords(kinds)} to match by`,
		`Columns seen: ${columns || 'none'}. Rename the column, choose another 'Match By', or set 'If Contact Exists' to 'Create Anyway', which creates all of them at each run.`,
	);
}

/** The last line of a list, such as `Totaal 38`. */
const TOTAL = /^(?=.*[A-Z])(?:(?:TOTAAL|TOTAL|SUMME|SOM|AANTAL|\d+)\b ?)+$/;

/** @param kinds A row needs a key of one of them; none if rows are not compared. */
function resultAlone(
	{ isEmpty, problem, infos, keys, name }: Row,
	kinds: readonly Kind[],
): RowResult | undefined {
	const failed = (message: string): RowResult => ({
		outcome: 'failed',
		cause: new UserError(message, ''),
	});
	if (isEmpty) return { outcome: 'empty' };
	if (problem) return { outcome: 'failed', cause: problem };
	if (infos.length === 0) return failed('It has no value in any recognized column');
	if (TOTAL.test(name.spelled) && !hasKey(keys, ['email', 'phone']))
		return failed('It is a total, not a person');
	if (kinds.length === 0 || hasKey(keys, kinds)) return undefined;
	return failed(`It has no ${kindNames(kinds)} to match it by`);
}

/**
 * Finds rows that are a `duplicate` of an earlier row, or `existing` as a contact. The others are to be sent and have no
 * result, or `wouldCreate` in a dry run. Each audience is listed once.
 * @param mayContinue Whether a list that cannot be read fails only the rows of its audience.
 * @returns What people should know about the audiences.
 * @throws UserError, ServiceError, CancelledError if an audience could not be listed.
 */
export async function classifyTogether(
	rows: readonly Row[],
	settings: ImportSettings,
	mayContinue: boolean,
): Promise<string[]> {
	const hints = new Set<string>();
	const together =
		settings.ifExists === 'skip' ? rows.filter((row) => !row.result || isWritten(row)) : [];
	const groups = new Map<string, Row[]>();
	for (const row of together) {
		const { connection, audienceId } = row.target!;
		pushTo(groups, `${connection.profileId} ${audienceId}`, row);
	}
	for (const group of groups.values()) {
		const undecided = group.filter(({ result }) => !result);
		if (undecided.length === 0) continue;
		const found = await compare(group, undecided, settings).catch((cause: unknown) => {
			if (!mayContinue || cause instanceof CancelledError) throw cause;
			for (const row of undecided) row.result = { outcome: 'failed', cause };
			return [];
		});
		for (const hint of found) hints.add(hint);
	}
	if (settings.dryRun) for (const row of rows) row.result ??= { outcome: 'wouldCreate' };
	return [...hints];
}

type Listed = { id: string | undefined; name: PersonName };

/**
 * Compares the rows of one audience with its contacts and with earlier rows, by the first of Match By that both have.
 * @returns What people should know about the audience.
 * @throws UserError if its list may be incomplete.
 */
async function compare(
	group: readonly Row[],
	undecided: readonly Row[],
	{ matchBy, list, dryRun }: ImportSettings,
): Promise<string[]> {
	const { connection, audienceId } = undecided[0].target!;
	const rowKeys = new KeyIndex<true>();
	for await (const { keys } of inPieces(undecided, connection.signal)) rowKeys.add(keys, true);
	const contacts = new KeyIndex<Listed>(nameOfRow);
	const addIfRelevant = ({ contact, values, keys }: ListedContact) => {
		const isRelevant = matchBy.some((kind) => !rowKeys.matches(kind, keys[kind]).next().done);
		if (!isRelevant) return;
		const name = personNameOf(values.Voornaam?.[0], values.Achternaam?.[0]);
		contacts.add(keys, { id: recordId(contact), name });
	};
	const options = { ...list, confirmsEnd: !dryRun };
	const audience = await readAudience(connection, audienceId, options, addIfRelevant);
	const doubt = doubtError(audience, 'nothing was sent', SKIP_ADVICE);
	if (doubt) throw doubt;
	const before = new KeyIndex<Row>(nameOfRow);
	for await (const row of inPieces(group, connection.signal)) {
		const { keys, name } = row;
		const earlier = before.best(keys, matchBy, name);
		const contact = contacts.best(keys, matchBy, name);
		// A match with the same name wins over one with another name, then a row over a contact.
		const isEarlier = earlier && (!earlier.isOtherName || (contact?.isOtherName ?? true));
		row.result ??= isEarlier ? duplicateResult(row, earlier) : contact && existingResult(contact);
		if (row.result?.outcome !== 'duplicate') before.add(keys, row);
	}
	const { contacts: seen, pages, seconds } = audience;
	const asked = matchBy.filter((kind) => undecided.some(({ keys }) => keys[kind].length > 0));
	const tookLong = `Listing ${counted(seen)} contacts took ${Math.ceil(seconds)} s. For single new contacts, 'Create Anyway' skips this.`;
	return [notShownHint(audience, asked), pages < MANY_PAGES ? '' : tookLong].filter(Boolean);
}

const MANY_PAGES = 10;

const SKIP_ADVICE =
	"Execute it again, choose another 'Page Size' in the options, or 'Create Anyway' in 'If Contact Exists'.";

const nameOfRow = ({ name }: { name: PersonName }): PersonName => name;

function duplicateResult(row: Row, { kind, key, values, isOtherName }: BestMatch<Row>): RowResult {
	const [first] = values;
	const file = first.file === row.file ? '' : ` of ${oneLine(first.file!)}`;
	const named = isOtherName ? `, whose name is ${oneLine(first.name.text)}` : '';
	const reason = `Same ${KIND_NAMES[kind]} as row ${first.number}${file}${named}: ${oneLine(key)}`;
	return { outcome: 'duplicate', reason, first, isOtherName };
}

function existingResult({ kind, key, values, isOtherName }: BestMatch<Listed>): RowResult {
	const [{ id, name }] = values;
	// The same contact may be listed twice, which only its ID shows.
	const isShared = values.some((one) => one.id !== id);
	const whose = isShared ? 'one of them' : 'whose name is';
	const named = isOtherName ? `, ${whose} ${oneLine(name.text)},` : '';
	const who = isShared ? `Several contacts${named} have` : `A contact${named} has`;
	const reason = `${who} this ${KIND_NAMES[kind]}: ${oneLine(key)}. Nothing was changed`;
	return { outcome: 'existing', reason, contactId: isShared ? undefined : id, isOtherName };
}
