import { basename } from 'node:path';

import { Account, isFailed, type Options, type Read } from './live/account.mts';
import { observe, shapeOf } from './live/observe.mts';
import { naming, wordsOf } from './live/words.mts';
import { writtenDown } from './live/written.mts';
import type { Line, Report } from './report.mts';
import { obstaclesOf } from './spec/obstacles.mts';
import { quotesOf } from './spec/quotes.mts';
import { settingsOf } from './spec/settings.mts';
import { OURS, readSpecification } from './spec/specification.mts';
import { readUnknowns, type Search } from './unknowns.mts';

/** What a published specification says, quoted. */
export function probeSpecification(paths: readonly string[]): Report {
	const specification = readSpecification(paths);
	const { matches, lost } = specification;
	const unknowns = readUnknowns().map(({ section: group, row: name, searches }): Line => {
		const quotes = quotesOf(searches, specification);
		return { group, name, quotes, words: quotes.length > 0 ? undefined : 'not a word' };
	});
	const notes = [
		`It describes ${matches.size} of the ${OURS.size} routes that the package uses. What stands in \`these signs\` is quoted from it.`,
	];
	if (lost.length > 0)
		notes.push(`It refers to what is not there, and so was not read: ${lost.join(', ')}`);
	return {
		title: `What the specification says (${paths.map((path) => basename(path)).join(', ')})`,
		notes,
		sections: [
			{ title: 'What to set in n8n', lines: settingsOf(specification) },
			{ title: 'What will not work', lines: obstaclesOf(specification) },
			{ title: 'What it says of each unknown', lines: unknowns },
		],
	};
}

/** In answers a field itself tells. Their refusals are told with what was asked: a made-up ID is refused, too. */
const inAnswers = (searches: Search[]) =>
	searches
		.filter(({ place, isAll }) => place !== 'errors' || isAll)
		.map((search) => ({ ...search, isAll: search.isAll || search.field !== undefined }));

/**
 * What an account shows, in counts, types, formats and names of fields.
 * @param showsNames Whether names that are not on the list are shown.
 */
export async function probeAccount(options: Options, showsNames = false): Promise<Report> {
	const account = new Account(options);
	await account.signIn();
	await observe(account);
	account.check();
	const { reads, requests, stopped } = account;
	const nameOf = naming(showsNames);
	const lines = reads.map((read) => lineOf(read, nameOf));
	const fails = reads.map(isFailed);
	const answers = writtenDown(reads, nameOf);
	const unknowns = readUnknowns().map(
		({ section: group, row: name, searches, reads: own }): Line => {
			const asked = lines.map(({ name: title, words }) => `${title}: ${words}`);
			const said = quotesOf(inAnswers(searches), answers).map(({ text }) => text);
			const seen = [...asked.filter((text) => own.some((one) => text.includes(one))), ...said];
			const quotes = seen.map((text) => ({ text, place: '' }));
			return { group, name, quotes, words: quotes.length > 0 ? undefined : 'not seen' };
		},
	);
	const { profile, audience } = options;
	const notes = [
		profile ? '' : 'Without --profile the history, the statuses and the users were not read.',
		audience ? '' : 'Without --audience the list of contacts was not read.',
		stopped ? `No more was asked: ${stopped}.` : '',
	];
	const failed = lines.filter((_, n) => fails[n]);
	return {
		title: `What this Sales CRM answered (${requests} requests)`,
		notes: notes.filter(Boolean),
		sections: [
			{ title: 'What failed', lines: failed.length > 0 ? failed : [{ name: 'Nothing' }] },
			{ title: 'What was read', lines: lines.filter((_, n) => !fails[n]) },
			{ title: 'What was seen of each unknown', lines: unknowns },
		],
	};
}

function lineOf(read: Read, nameOf: (name: string) => string): Line {
	const { reply, title: name, ms, remark } = read;
	const isRefused = reply && (isFailed(read) || reply.status > 299);
	const words = [reply?.status, shapeOf(read, nameOf), isRefused && wordsOf(reply), remark];
	return { name, words: `${words.filter(Boolean).join(', ')} (${ms} ms)` };
}
