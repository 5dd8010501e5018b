import { readFileSync } from 'node:fs';

export type Search = ReturnType<typeof searchOf>;
export type Unknown = ReturnType<typeof readUnknowns>[0];

const PAGE = new URL('../sandbox/unknowns.md', import.meta.url);

const GROUPS: Record<string, RegExp> = {
	all: /^(?!login)/,
	lists: /^list(Contacts|Quotations)$/,
	whole: /^list(History|Statuses|Users)(AsPublished)?$/,
	login: /^login/,
};

function searchOf([, routes = '', place = '', names = '']: RegExpMatchArray) {
	const patterns = names.replaceAll('*', '[^/]*').split(/,\s*/).join('|');
	// Of a row, what stands in it is sought at its top.
	const above = place === 'row' ? '^/' : '/';
	return {
		routes: GROUPS[routes] ?? new RegExp(`^${routes}$`),
		place,
		fields: names === '*' ? /^/ : new RegExp(`${above}(${patterns})$`, 'i'),
	};
}

/**
 * The rows of tools/sandbox/unknowns.md, and what each is told by (its last column):
 * 1. `routes place: names`. Routes are operationIds of openapi.yaml, or `lists` (contacts and quotations),
 *    `whole` (history, statuses, users), `login`, `all`.
 * 2. Places are `row`, `envelope` around the rows, `answer`, `errors`, `headers`.
 * 3. A name is that of a field, such as `pricing` or `history/type`; `*` stands for any letters, alone for all.
 * 4. `reads: words` are the lines about what was answered that have these words.
 */
export function readUnknowns() {
	let section = '';
	return readFileSync(PAGE, 'utf8')
		.split('\n')
		.flatMap((line) => {
			section = /^## (.*)/.exec(line)?.[1] ?? section;
			const cells = line.split(' | ');
			const words = cells.at(-1)!;
			if (!/^\| (?!Not known|---)/.test(line) || cells.length < 4) return [];
			const searches = [...words.matchAll(/`(\w+) (\w+): ([^`]+)`/g)].map(searchOf);
			const reads = [...words.matchAll(/`reads: ([^`]+)`/g)].map(([, word]) => word!);
			return { section, row: cells[0]!.slice(2), searches, reads };
		});
}
