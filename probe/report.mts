import type { Switches } from '../sandbox/switches.mts';
import type { Account } from './live/account.mts';
import type { Difference } from './spec/differences.mts';
import type { Specification } from './spec/specification.mts';
import { joined, type Told, told, word } from './told.mts';

/** What is known of a row. `switches` make the sandbox behave likewise. */
export interface Answer<T extends string = string> {
	state: 'settled' | 'needs a write' | 'no data';
	words: T;
	switches?: Partial<Switches>;
}

/** A row of docs/unknowns.md, by its first cell. */
export interface Question {
	row: string;
	/** What a specification says of it, a published one or what was seen; undefined: nothing. */
	spec?(specification: Specification): Answer | string | undefined;
	/** What an account shows beyond that. */
	live?(account: Account): Answer<Told> | Promise<Answer<Told>>;
	/** Why an account does not show it. */
	hidden?: 'needs a write' | Told;
}

export const settled = <T extends string>(
	words: T,
	switches?: object | '' | 0 | false,
): Answer<T> => ({
	state: 'settled',
	words,
	...(switches && { switches }),
});

export const noData = (words: Told): Answer<Told> => ({ state: 'no data', words });

/** What several lists show, each of which may show nothing. */
export function together(answers: Array<Answer<Told> | undefined>): Answer<Told> {
	const some = answers.filter((answer) => answer !== undefined);
	const words = joined(some.map((answer) => answer.words));
	if (some.length === 0) return noData(word('the lists were too short to show it'));
	const settings = new Set(some.map(({ switches }) => JSON.stringify(switches)));
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
	differences: Difference[];
	/** Routes of the specification that this package does not use. */
	unused?: string[];
}

/** What rows say of the switches, but for those of which they say two things. */
export function likeness(rows: readonly Row[]): Partial<Switches> {
	const said = rows.flatMap(({ switches = {} }) => Object.entries(switches));
	const isOne = (name: string) =>
		new Set(said.flatMap(([other, value]) => (other === name ? JSON.stringify(value) : [])))
			.size === 1;
	return Object.fromEntries(said.filter(([name]) => isOne(name)));
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

export function markdownOf({ what, rows, switches, differences, unused }: Report): string {
	const count = rows.filter(({ state }) => state === 'settled').length;
	const lines = rows.map(({ row, state, words, switches: own }) => {
		const played = own ? ` → switch \`${JSON.stringify(own).slice(1, -1)}\`` : '';
		return `| ${row} | ${state}: ${cell(words)}${played} |`;
	});
	const different = differences.map(
		({ routes, words, change }) => `- ${routes.join(', ')}: ${words} → ${change}`,
	);
	const titles = (unused ?? []).map((title) => `- ${title}`);
	const section = (title: string, list: string[]) => [`\n## ${title}: ${list.length}\n`, ...list];
	return [
		`# ${what}\n`,
		`${count} of ${rows.length} rows of docs/unknowns.md are settled.\n`,
		'| Not shown | What was found |\n| --- | --- |',
		...lines,
		...section('Different from sandbox/openapi.yaml', different),
		...(unused ? section('Routes that this package does not use', titles) : []),
		`\n## The sandbox behaves likewise with\n\n\`${JSON.stringify(switches)}\``,
	].join('\n');
}
