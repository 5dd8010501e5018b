import { readFileSync } from 'node:fs';

export type Search = ReturnType<typeof searchOf>;
export type Unknown = ReturnType<typeof readUnknowns>[0];

const PAGE = new URL('../sandbox/unknowns.md', import.meta.url);

/** Fields of a specification that hold sentences, or what is like one. */
const TEXT = 'description|summary|title|format|examples?|default|bearerFormat';

/** Patterns of paths as `entriesIn` of spec/quotes.mts writes them. */
function searchOf([, routes = '', place = '', field, all = '']: RegExpMatchArray) {
	const isAll = all === '*';
	const words = all.replaceAll('*', '[^/@]*').split(/,\s*/);
	const names = words.filter((word) => !word.startsWith('"'));
	const texts = words.filter((word) => word.startsWith('"')).map((word) => word.slice(1, -1));
	// Of a row and of parameters only what is theirs is sought, unless one of them is named.
	const isTop = isAll || /^(row|query|header|path)$/.test(place);
	const above = field ? `/${field}(/.*)?[/@]` : isTop ? '^(/|@(?=items))' : '[/@]';
	return {
		...{ routes, place, field, isAll },
		at: new RegExp(`${above}(${names.join('|') || '(?!)'})$`, 'i'),
		textsAt: new RegExp(`${above}(${TEXT})$`, 'i'),
		texts: new RegExp(`(?<!\\w)(${texts.join('|') || '(?!)'})`, 'i'),
	};
}

/**
 * The rows of tools/sandbox/unknowns.md, and the words by which each is looked for (its last column):
 * 1. `routes place: words`. Routes are operationIds of openapi.yaml, or `lists` (contacts and quotations),
 *    `whole` (history, statuses, users), `login`, `events`, `all`, `spec` (what is said above all routes).
 * 2. Places are `query`, `header`, `path`, `body`, `answer`, `row` and `list` in it, `envelope` around
 *    them, `headers`, `response`, `errors`, `any`. `query.per_page` is that parameter alone.
 * 3. A word is a name of a field, parameter, header or keyword; `*` stands for any letters, alone for all at
 *    the top of a place, or for a field as a whole.
 * 4. A word in quotes is looked for in texts: "at most".
 * 5. `reads` are lines about what an account answered, by words in them.
 */
export function readUnknowns() {
	let section = '';
	return readFileSync(PAGE, 'utf8')
		.split('\n')
		.flatMap((line) => {
			section = /^## (.*)/.exec(line)?.[1] ?? section;
			const cells = line.split(' | ');
			const words = cells.at(-1)!;
			if (!/^\| (?!Not shown|---)/.test(line) || cells.length < 4) return [];
			const searches = [...words.matchAll(/`(\w+) (\w+)(?:\.([\w-]+))?: ([^`]+)`/g)].map(searchOf);
			const reads = [...words.matchAll(/`reads: ([^`]+)`/g)].map(([, word]) => word!);
			return { section, row: cells[0]!.slice(2), searches, reads };
		});
}
