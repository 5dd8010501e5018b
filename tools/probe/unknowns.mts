import { readFileSync } from 'node:fs';

/**
 * The rows of tools/sandbox/unknowns.md, and by which words each is looked for (its last column):
 * 1. `routes place: words`. Routes are operationIds of openapi.yaml, or `lists` (contacts and quotations),
 *    `whole` (history, statuses, users), `login`, `events`, `all`, `spec` (what is said above all routes).
 * 2. Places are `query`, `header`, `path`, `body`, `row` (of a list), `envelope` (around it), `answer`,
 *    `response`, `errors`, `any`. Example: `query.per_page` is that parameter.
 * 3. A word is the name of a field, parameter, header or keyword; `*` stands for any letters, alone for all
 *    fields at the top of a place.
 * 4. A word in quotes is looked for in the texts of a place: "at most".
 * 5. One word alone names what is only seen in an account: `sizes`.
 */
export interface Search {
	routes: string;
	place: string;
	field?: string;
	names: RegExp[];
	isAll: boolean;
	texts: RegExp[];
}

export interface Unknown {
	section: string;
	row: string;
	searches: Search[];
	/** Names of what the probe notes of an account. */
	notes: string[];
}

const PAGE = new URL('../sandbox/unknowns.md', import.meta.url);

function searchOf(text: string): Search {
	const [, routes = '', place = '', field, words = ''] =
		/^(\w+) (\w+)(?:\.(\w+))?: (.+)$/.exec(text) ?? [];
	const all = words.split(/,\s*/);
	const escaped = (word: string) => word.replace(/[.()[\]?+^$]/g, '\\$&').replaceAll('*', '[\\w-]*');
	return {
		...{ routes, place, field, isAll: all.includes('*') },
		names: all.filter((word) => !/^("|\*$)/.test(word)).map((word) => new RegExp(`^${escaped(word)}$`, 'i')),
		texts: all
			.filter((word) => word.startsWith('"'))
			.map((word) => new RegExp(`(?<!\\w)${escaped(word.slice(1, -1))}`, 'i')),
	};
}

export function readUnknowns(): Unknown[] {
	const lines = readFileSync(PAGE, 'utf8').split('\n');
	let section = '';
	const unknowns: Unknown[] = [];
	for (const line of lines) {
		section = /^## (.*)/.exec(line)?.[1] ?? section;
		const cells = line.split(' | ');
		if (!line.startsWith('| ') || cells.length < 4 || /^\| (Not shown|---)/.test(line)) continue;
		const words = [...cells.at(-1)!.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
		unknowns.push({
			section,
			row: cells[0]!.slice(2),
			searches: words.filter((word) => word.includes(':')).map(searchOf),
			notes: words.filter((word) => !word.includes(':')),
		});
	}
	return unknowns;
}
