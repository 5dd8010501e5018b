import type { Connection } from '../../../../transport/connection';
import { inform, warn } from '../../../../transport/hints';
import { amount, shown } from '../../../../utils/text';
import { wholeError } from '../../../../utils/userError';
import { isKnown, unknownNames, unknownNamesError } from '../columns/columns';
import { hasLostLetters } from '../read/cell';
import { isBad, isFailed, type Part, type Row, type RunFacts } from '../rows';
import { notSentColumns, summaryOf } from './summary';

interface Hint {
	readonly text: string;
	/** Nothing may be wrong. */
	readonly isOrdinary?: boolean;
}

/** Where there is no report: its hints, its summary, and in a dry run what the columns were taken for. */
export function giveHints(connection: Connection, facts: RunFacts, part: Part): void {
	const { rows, columns } = part;
	for (const { text, isOrdinary } of hintsOf(facts, part))
		(isOrdinary ? inform : warn)(connection, text);
	const isCreated = rows.every(({ result }) => result?.outcome === 'created');
	if (notSentColumns(part).length > 0 || (rows.length > 1 && !isCreated)) {
		const isLoss = rows.some((row) => isBad(row) || row.result?.isOtherName);
		(isLoss ? warn : inform)(connection, summaryOf(part, facts.settings));
	}
	const sent = columns.filter(isKnown);
	const understood = sent.map(({ name, field }) => `${shown(name)} → ${field}`).join(', ');
	if (facts.settings.dryRun && understood) inform(connection, `Columns: ${understood}.`);
}

/** What people should know of the whole, beside its summary. */
export function hintsOf({ settings, hints }: RunFacts, part: Part): Hint[] {
	const { rows, columns, itemIndex } = part;
	const isLost = (row: Row) =>
		isFailed(row) && row.infos.some(({ value }) => hasLostLetters(value));
	const lost = rows.filter(isLost).length;
	const texts = [
		settings.dryRun &&
			unknownNames(columns).length > 0 &&
			`${wholeError(unknownNamesError(part, 'would be'))} The rows are counted without them.`,
		...(part.hints ?? []),
		settings.dryRun && itemIndex !== undefined && notSentColumns(part).length > 0 && MAP_THEM,
		...hints,
		lost > 0 &&
			`${amount(lost, 'row')} ${lost === 1 ? 'contains' : 'contain'} unreadable characters: set 'Encoding' in the options of the node that reads the file, or use Contact: Import From File, which detects it.`,
	];
	return [...texts.flatMap((text) => (text ? { text } : [])), ...warningHints(rows)];
}

const MAP_THEM =
	"If a column that would not be sent is a field of a contact, copy its name from the columns listed here into 'Column Mapping' in the options of the node.";

const MAX_NAMED = 20;

/** One for each kind, with what the first row has; the other rows are named if somebody has to look at them. */
function warningHints(rows: readonly Row[]): Hint[] {
	const kinds = new Map<string, Hint & { numbers: number[] }>();
	for (const { number, warnings } of rows) {
		for (const { kind, text, isOrdinary } of warnings) {
			const one = kinds.get(kind) ?? { numbers: [], text: `row ${number}: ${text}`, isOrdinary };
			if (one.numbers.at(-1) !== number) one.numbers.push(number);
			kinds.set(kind, one);
		}
	}
	return [...kinds].map(([kind, { numbers, text, isOrdinary }]) => {
		const count = numbers.length;
		const others = numbers.slice(1, MAX_NAMED);
		const also = `Also row${others.length === 1 ? '' : 's'} ${others.join(', ')}${count > MAX_NAMED ? ' and more' : ''}.`;
		const all = `${amount(count, 'row')} ${count === 1 ? 'has' : 'have'} ${kind}, such as ${text}.`;
		return { text: isOrdinary || count === 1 ? all : `${all} ${also}`, isOrdinary };
	});
}
