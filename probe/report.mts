import type { Switches } from '../sandbox/switches.mts';
import type { Account } from './live/account.mts';
import { figure, joined, type Told, told, word } from './told.mts';
import type { Specification } from './spec/specification.mts';

/** What is known of a row. `switches` make the sandbox behave likewise. */
export interface Answer<T extends string = string> {
	state: 'settled' | 'needs a write' | 'no data';
	words: T;
	switches?: Partial<Switches>;
}

/** A row of docs/unknowns.md. */
export interface Question {
	/** Its first cell. */
	row: string;
	/** What the specification says of it; undefined where it says nothing. */
	spec?(specification: Specification): Answer | string | undefined;
	/** What an account shows of it. Left out: only a write would show it. */
	live?(account: Account): Answer<Told> | Promise<Answer<Told>>;
}

export const settled = <T extends string>(
	words: T,
	switches?: Record<string, unknown>,
): Answer<T> => ({ state: 'settled', words, ...(switches && { switches }) });

export const noData = (words: Told): Answer<Told> => ({ state: 'no data', words });

/** Several things at once, each of which may say something. */
export function together(answers: Array<Answer<Told>>): Answer<Told> {
	const some = answers.filter(({ state }) => state === 'settled');
	if (some.length === 0) return answers[0] ?? noData(word('there was nothing to see it by'));
	const settings = new Set(some.map(({ switches }) => JSON.stringify(switches)));
	const words = joined(
		some.map((one) => one.words),
		'; ',
	);
	return settings.size > 1
		? settled(told`it differs: ${words}`)
		: settled(words, some[0]!.switches);
}

export type Row = { row: string } & Answer;

/** `npm run sandbox -- --like` takes the switches from it. */
export interface Report {
	what: string;
	rows: Row[];
	switches: Partial<Switches>;
	differences: Array<{ routes: string[]; words: string; change?: string }>;
	/** Routes of the specification that this package does not use. */
	unused?: string[];
	requests?: number;
}

/** What rows say of the switches, but for those of which they say two things. */
export function likeness(rows: readonly Row[]): Partial<Switches> {
	const said = rows.flatMap(({ switches = {} }) => Object.entries(switches));
	const once = said.filter(([name, value]) =>
		said.every(([other, its]) => other !== name || JSON.stringify(its) === JSON.stringify(value)),
	);
	return Object.fromEntries(once);
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

export function markdownOf({ what, rows, switches, differences, unused, requests }: Report): string {
	const settledRows = rows.filter(({ state }) => state === 'settled');
	const line = ({ row, state, words }: Row) => `| ${cell(row)} | ${state}: ${cell(words)} |`;
	const grouped = differences.map(
		({ routes, words, change }) =>
			`- ${routes.join(', ')}: ${words}${change ? ` → ${change}` : ''}`,
	);
	return [
		`# ${what}`,
		`${settledRows.length} of ${rows.length} rows of docs/unknowns.md are settled${requests ? ` by ${figure(requests)} requests` : ''}.`,
		['| Not shown | What was found |', '| --- | --- |', ...rows.map(line)].join('\n'),
		`## Different from sandbox/openapi.yaml: ${differences.length || 'nothing'}`,
		...(grouped.length > 0 ? [grouped.join('\n')] : []),
		`## The sandbox behaves likewise with\n\n\`${JSON.stringify(switches)}\``,
		...(unused
			? [
					`## Routes that this package does not use: ${unused.length}`,
					...(unused.length > 0 ? [unused.map((title) => `- ${title}`).join('\n')] : []),
				]
			: []),
	].join('\n\n');
}
