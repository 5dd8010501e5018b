import { compact, uniqBy } from 'es-toolkit';

import { Account, type Options } from './account.mts';
import { observe } from './observe.mts';
import { lineOf, naming } from './read.mts';
import { finding, type Report } from './report.mts';
import { seenIn } from './seen.mts';
import { readUnknowns } from './unknowns.mts';
import { worksIn } from './works.mts';

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
	const lines = reads.map((read) => finding(read.title, lineOf(read, nameOf)));
	const texts = lines.map(({ name, words }) => ({ text: `${name}: ${words}`, routes: [] }));
	// The first answer of a kind tells most.
	const firsts = uniqBy(reads, ({ operation, status }) => `${operation} ${status}`);
	const unknowns = readUnknowns().map(({ row, section, searches, reads: words }) => {
		const told = texts.filter(({ text }) => words.some((word) => text.includes(word)));
		const seen = searches.flatMap((search) =>
			firsts.flatMap((read) => seenIn(read, search, nameOf)),
		);
		const quotes = [...told, ...seen];
		return finding(row, quotes.length > 0 ? undefined : 'not seen', quotes, section);
	});
	return {
		title: `What this Sales CRM answered (${reads.length} requests)`,
		notes: compact([
			'Described is the document that this package was made from, published the specification of the service.',
			!account.profile &&
				'The company profile is not known: give --profile. What needs it was not read.',
			!options.audience && 'Without --audience the list of contacts was not read.',
			isStopped && 'No more was asked: two questions had no answer.',
		]),
		works: worksIn(reads),
		sections: { 'What was read': lines, 'What was seen of each unknown': unknowns },
	};
}
