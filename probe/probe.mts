import { Account, type Options } from './live/account.mts';
import { type Seen, seenOf } from './live/seen.mts';
import { ERRORS, SIGNING_IN } from './questions/access.mts';
import { HISTORY, WEBHOOKS } from './questions/deals.mts';
import { IN_PAGES } from './questions/lists.mts';
import { RECORDS } from './questions/records.mts';
import { likeness, type Report, type Row } from './report.mts';
import { differencesOf } from './spec/differences.mts';
import { readSpecification } from './spec/read.mts';
import { Specification } from './spec/specification.mts';

/** Each row of docs/unknowns.md, with what settles it, in its order. */
export const QUESTIONS = [RECORDS, IN_PAGES, HISTORY, WEBHOOKS, SIGNING_IN, ERRORS].flat();

async function rowsOf(specification: Specification, seen?: Seen): Promise<Row[]> {
	const rows: Row[] = [];
	for (const { row, live, spec, needsWrite } of QUESTIONS) {
		const said = (seen && (await live?.(seen))) ?? spec?.(specification);
		const found = typeof said === 'string' ? { words: said } : said;
		if (found?.words) rows.push({ row, state: 'settled', ...found });
		else if (!seen) rows.push({ row, state: 'no data', words: 'the specification does not say' });
		else if (!needsWrite) rows.push({ row, state: 'no data', words: 'nothing was seen of it' });
		else
			rows.push({
				row,
				state: 'needs a write',
				words: 'only a new contact, webhook or event shows it',
			});
	}
	return rows;
}

/** What a published specification says of each row, and otherwise than our description. */
export async function probeSpecification(file: string): Promise<Report> {
	const { root, lost } = await readSpecification(file);
	const specification = new Specification(root);
	specification.checkService();
	const rows = await rowsOf(specification);
	const but = lost ? `, but for what it refers to and is not there (${lost})` : '';
	return {
		what: `What the specification of the Sales CRM says${but}`,
		rows,
		switches: likeness(rows),
		differences: differencesOf(specification),
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
	const rows = await rowsOf(seen.specification, seen);
	await account.stillSignedIn();
	const what = `What this Sales CRM is like, by ${account.gate.requests} requests`;
	return { what, rows, switches: likeness(rows) };
}
