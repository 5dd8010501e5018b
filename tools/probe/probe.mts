import { basename } from 'node:path';
import { compact, partition, uniqBy } from 'es-toolkit';

import { Account, observe, type Options } from './live/account.mts';
import { isFailed, naming, type Read, shapeOf, wordsOf } from './live/read.mts';
import { seenIn } from './live/seen.mts';
import { type Finding, finding, type Quote, type Report } from './report.mts';
import { obstaclesOf, settingsOf } from './spec/advice.mts';
import { OURS, readSpecification } from './spec/specification.mts';
import { quotesOf, readUnknowns, type Unknown } from './unknowns.mts';

/** A line for each unknown, or that there is nothing of it. */
const toldOfUnknowns = (nothing: string, quotesIn: (unknown: Unknown) => Quote[]): Finding[] =>
	readUnknowns().map((unknown) => {
		const quotes = quotesIn(unknown);
		const words = quotes.length > 0 ? undefined : nothing;
		return finding(unknown.row, words, quotes, unknown.section);
	});

/** What a published specification says, quoted. */
export function probeSpecification(paths: readonly string[]): Report {
	const specification = readSpecification(paths);
	const { matches, lost } = specification;
	return {
		title: `What the specification says (${paths.map((path) => basename(path)).join(', ')})`,
		notes: compact([
			`It describes ${matches.size} of the ${OURS.size} routes that the package uses. What stands in \`these signs\` is quoted from it.`,
			lost.length > 0 && `It refers to what is not there, and so was not read: ${lost.join(', ')}`,
		]),
		sections: {
			'What to set in n8n': settingsOf(specification),
			'What will not work': obstaclesOf(specification),
			'What it says of each unknown': toldOfUnknowns('not a word', ({ searches }) =>
				quotesOf(searches, specification),
			),
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
	const lineOf = (read: Read): Finding => {
		const { status, text, title, ms, remark } = read;
		const isRefused = status > 0 && (isFailed(read) || status > 299);
		const words = [status, shapeOf(read, nameOf), isRefused && wordsOf(text), remark];
		return finding(title, `${words.filter(Boolean).join(', ')} (${ms} ms)`);
	};
	const texts = reads.map(lineOf).map(({ name, words }) => `${name}: ${words}`);
	// The first answer of a kind tells most.
	const firsts = uniqBy(reads, ({ operation, status }) => `${operation} ${status}`);
	const [failed, fine] = partition(reads, isFailed);
	return {
		title: `What this Sales CRM answered (${reads.length} requests)`,
		notes: compact([
			!options.profile &&
				'Without --profile the history, the statuses and the users were not read.',
			!options.audience && 'Without --audience the list of contacts was not read.',
			isStopped && 'No more was asked: two questions had no answer.',
		]),
		sections: {
			'What failed': failed.length > 0 ? failed.map(lineOf) : [finding('Nothing')],
			'What was read': fine.map(lineOf),
			'What was seen of each unknown': toldOfUnknowns('not seen', ({ searches, reads: words }) => [
				...texts
					.filter((text) => words.some((word) => text.includes(word)))
					.map((text) => ({ text, place: '' })),
				...searches.flatMap((search) => firsts.flatMap((read) => seenIn(read, search, nameOf))),
			]),
		},
	};
}
