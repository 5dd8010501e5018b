import { basename } from 'node:path';

import { Account, type Options } from './live/account.mts';
import { observe, shapeOf } from './live/observe.mts';
import { isFailed, type Read } from './live/read.mts';
import { seenIn } from './live/seen.mts';
import { naming, wordsOf } from './live/words.mts';
import { type Finding, finding, type Report } from './report.mts';
import { obstaclesOf } from './spec/obstacles.mts';
import { quotesOf } from './spec/quotes.mts';
import { settingsOf } from './spec/settings.mts';
import { OURS, readSpecification } from './spec/specification.mts';
import { readUnknowns } from './unknowns.mts';

/** What a published specification says, quoted. */
export function probeSpecification(paths: readonly string[]): Report {
	const specification = readSpecification(paths);
	const { matches, lost } = specification;
	const unknowns = readUnknowns().map(({ section, row, searches }) => {
		const quotes = quotesOf(searches, specification);
		return finding(row, quotes.length > 0 ? undefined : 'not a word', quotes, section);
	});
	const notes = [
		`It describes ${matches.size} of the ${OURS.size} routes that the package uses. What stands in \`these signs\` is quoted from it.`,
	];
	if (lost.length > 0)
		notes.push(`It refers to what is not there, and so was not read: ${lost.join(', ')}`);
	return {
		title: `What the specification says (${paths.map((path) => basename(path)).join(', ')})`,
		notes,
		sections: {
			'What to set in n8n': settingsOf(specification),
			'What will not work': obstaclesOf(specification),
			'What it says of each unknown': unknowns,
		},
	};
}

/**
 * What an account shows, in counts, types, formats and names of fields.
 * @param showsNames Whether names that are not on the list are shown.
 */
export async function probeAccount(options: Options, showsNames = false): Promise<Report> {
	const account = new Account(options);
	await account.signIn();
	await observe(account);
	account.check();
	const { reads, isStopped } = account;
	const nameOf = naming(showsNames);
	const lines = reads.map((read) => lineOf(read, nameOf));
	const fails = reads.map(isFailed);
	// The first answer of a kind tells most.
	const firsts = new Map(
		reads.toReversed().map((read) => [`${read.operation} ${read.status}`, read]),
	);
	const unknowns = readUnknowns().map(({ section, row, searches, reads: own }) => {
		const asked = lines.map(({ name, words }) => ({ text: `${name}: ${words}`, place: '' }));
		const quotes = [
			...asked.filter(({ text }) => own.some((one) => text.includes(one))),
			...searches.flatMap((search) =>
				[...firsts.values()].flatMap((read) => seenIn(read, search, nameOf)),
			),
		];
		return finding(row, quotes.length > 0 ? undefined : 'not seen', quotes, section);
	});
	const { profile, audience } = options;
	const notes = [
		profile ? '' : 'Without --profile the history, the statuses and the users were not read.',
		audience ? '' : 'Without --audience the list of contacts was not read.',
		isStopped ? 'No more was asked: two questions had no answer.' : '',
	];
	const failed = lines.filter((_, n) => fails[n]);
	return {
		title: `What this Sales CRM answered (${reads.length} requests)`,
		notes: notes.filter(Boolean),
		sections: {
			'What failed': failed.length > 0 ? failed : [finding('Nothing')],
			'What was read': lines.filter((_, n) => !fails[n]),
			'What was seen of each unknown': unknowns,
		},
	};
}

function lineOf(read: Read, nameOf: (name: string) => string): Finding {
	const { status, text, title, ms, remark } = read;
	const isRefused = status > 0 && (isFailed(read) || status > 299);
	const words = [status, shapeOf(read, nameOf), isRefused && wordsOf(text), remark];
	return finding(title, `${words.filter(Boolean).join(', ')} (${ms} ms)`);
}
