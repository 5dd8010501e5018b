import { basename } from 'node:path';

import { Account, isFailed, type Options, type Read } from './live/account.mts';
import { observe, shapeOf } from './live/observe.mts';
import { naming, wordsOf } from './live/words.mts';
import { writtenDown } from './live/written.mts';
import type { Line, Report } from './report.mts';
import { lostFrom } from './spec/file.mts';
import { obstaclesOf } from './spec/obstacles.mts';
import { quotesOf } from './spec/quotes.mts';
import { settingsOf } from './spec/settings.mts';
import { OURS, readSpecification } from './spec/specification.mts';
import { readUnknowns } from './unknowns.mts';

/** What a published specification says, quoted. */
export function probeSpecification(paths: readonly string[]): Report {
	const specification = readSpecification(paths);
	const settings = settingsOf(specification);
	const obstacles = obstaclesOf(specification);
	const unknowns = readUnknowns().map(({ section: group, row: name, searches }): Line => {
		const quotes = quotesOf(searches, specification);
		return { group, name, quotes, words: quotes.length > 0 ? undefined : 'not a word' };
	});
	const lost = specification.roots.flatMap(lostFrom).join(', ');
	const files = paths.map((path) => basename(path)).join(', ');
	const count = `${specification.matches.size} of the ${OURS.size}`;
	return {
		title: `What the specification says (${files})`,
		notes: [
			`It describes ${count} routes that the package uses. What stands in \`these signs\` is quoted from it.`,
			...(lost ? [`It refers to what is not there, and so was not read: ${lost}`] : []),
		],
		sections: [
			{ title: 'What to set in n8n', lines: settings },
			{ title: 'What will not work', lines: obstacles },
			{ title: 'What it says of each unknown', lines: unknowns },
		],
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
	const { reads, requests, stopped } = account;
	const nameOf = naming(showsNames);
	const lineOf = (read: Read, isBrief = false): Line => {
		const { reply, title: name, ms, waited, remark } = read;
		const isRefused = reply && (isFailed(read) || reply.status > 299);
		const after = waited.length > 0 ? `after ${waited.join(', ')}` : '';
		const told = [
			reply?.status,
			shapeOf(read, nameOf, isBrief),
			isRefused && wordsOf(reply),
			remark,
			after,
		];
		return { name, words: `${told.filter(Boolean).join(', ')} (${ms} ms)` };
	};
	const failed = reads.filter(isFailed).map((read) => lineOf(read));
	const specification = writtenDown(reads, nameOf);
	const lines = reads
		.map((read) => lineOf(read, true))
		.map(({ name, words }) => `${name}: ${words}`);
	const unknowns = readUnknowns().map(
		({ section: group, row: name, searches, reads: words }): Line => {
			const quotes = quotesOf(searches, specification, true).map((one) => ({ ...one, place: '' }));
			const own = lines.filter((line) => words.some((one) => one.test(line)));
			const isSeen = quotes.length + own.length > 0;
			return { group, name, reads: own, quotes, words: isSeen ? undefined : 'not seen' };
		},
	);
	const { profile, audience } = options;
	const notes = [
		!profile && 'Without --profile the history, the statuses and the users were not read.',
		!audience && 'Without --audience the list of contacts was not read.',
		stopped && `No more was asked: ${stopped}.`,
	];
	return {
		title: `What this Sales CRM answered (${requests} requests)`,
		notes: notes.filter((note) => typeof note === 'string'),
		sections: [
			{ title: 'What failed', lines: failed.length > 0 ? failed : [{ name: 'Nothing' }] },
			{
				title: 'What was read',
				lines: reads.filter((read) => !isFailed(read)).map((read) => lineOf(read)),
			},
			{ title: 'What was seen of each unknown', lines: unknowns },
		],
	};
}
