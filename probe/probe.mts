import { Account, type Options } from './live/account.mts';
import { seenOf } from './live/seen.mts';
import { ERRORS, SIGNING_IN } from './questions/access.mts';
import { HISTORY, WEBHOOKS } from './questions/deals.mts';
import { IN_PAGES } from './questions/lists.mts';
import { RECORDS } from './questions/records.mts';
import { likeness, type Report, type Row, rowOf } from './report.mts';
import { differencesOf } from './spec/differences.mts';
import { readOurs } from './spec/ours.mts';
import { readSpecification } from './spec/read.mts';
import { Specification } from './spec/specification.mts';

/** Each row of docs/unknowns.md, with what settles it, in its order. */
export const QUESTIONS = [RECORDS, IN_PAGES, HISTORY, WEBHOOKS, SIGNING_IN, ERRORS].flat();

/** What a published specification says of each row, and otherwise than our description. */
export async function probeSpecification(file: string): Promise<Report> {
	const ours = readOurs();
	const { root, lost } = await readSpecification(file);
	const specification = new Specification(root, ours.routes);
	const silent = { state: 'no data', words: 'the specification does not say' } as const;
	const rows = QUESTIONS.map(({ row, spec }) => rowOf(row, spec?.(specification), silent));
	const but = lost ? `, but for what it refers to and is not there (${lost})` : '';
	return {
		what: `What the specification of the Sales CRM says${but}`,
		rows,
		switches: likeness(rows),
		differences: differencesOf(specification, ours),
		unused: specification.unused.map(({ title, operation: { summary } }) =>
			typeof summary === 'string' ? `${title}: ${summary}` : title,
		),
	};
}

/** @param names Whether names of fields that are not known are shown. */
export async function probeAccount(options: Options, names = false): Promise<Report> {
	const account = new Account(options);
	await account.signIn();
	const seen = await seenOf(account, names);
	const rows: Row[] = [];
	for (const { row, live, spec, needsWrite } of QUESTIONS) {
		const otherwise = needsWrite
			? ({
					state: 'needs a write',
					words: 'only a new contact, webhook or event shows it',
				} as const)
			: ({ state: 'no data', words: 'nothing was seen of it' } as const);
		const said = needsWrite ? undefined : live ? await live(seen) : spec?.(seen.specification);
		rows.push(rowOf(row, said, otherwise));
	}
	await account.stillSignedIn();
	const what = `What this Sales CRM is like, by ${account.gate.requests} requests`;
	return { what, rows, switches: likeness(rows) };
}
