import { Account, type Options } from './live/account.mts';
import { specificationOf } from './live/seen.mts';
import { QUESTIONS } from './questions/index.mts';
import { type Answer, likeness, type Report, type Row, settled } from './report.mts';
import { differencesOf } from './spec/differences.mts';
import { readOurs } from './spec/ours.mts';
import { readSpecification } from './spec/read.mts';
import { Specification } from './spec/specification.mts';

/** What a published specification says of each row, and otherwise than our description. */
export async function probeSpecification(file: string): Promise<Report> {
	const ours = readOurs();
	const { root, lost } = await readSpecification(file);
	const specification = new Specification(root, ours.routes);
	const silent: Answer = { state: 'no data', words: 'the specification does not say' };
	const rows = QUESTIONS.map(
		({ row, spec }): Row => ({ row, ...asAnswer(spec?.(specification), silent) }),
	);
	return {
		what: `What the specification of the Sales CRM says${lost.length > 0 ? `, but for what it refers to and is not there (${lost[0]})` : ''}`,
		rows,
		switches: likeness(rows),
		differences: differencesOf(specification, ours),
		unused: specification.unused.map(({ title, operation: { summary } }) =>
			typeof summary === 'string' ? `${title}: ${summary}` : title,
		),
	};
}

export type Asking = Options & {
	/** Names of fields that are not known are shown. */ names?: boolean;
};

/** What an account shows of each row, and where its answers are not as our description says. */
export async function probeAccount({ names = false, ...options }: Asking): Promise<Report> {
	const ours = readOurs();
	const account = new Account(options);
	await account.signIn();
	const seen = new Specification(await specificationOf(account, names), ours.routes, true);
	const rows: Row[] = [];
	for (const { row, live, spec, hidden } of QUESTIONS) {
		const unseen: Answer =
			hidden === 'needs a write'
				? { state: 'needs a write', words: 'only a new contact, webhook or event would show it' }
				: { state: 'no data', words: hidden ?? 'nothing was seen of it' };
		rows.push({
			row,
			...(live ? await live(account) : asAnswer(hidden ? undefined : spec?.(seen), unseen)),
		});
	}
	await account.stillSignedIn();
	return {
		what: `What this Sales CRM is like, by ${account.gate.requests} requests`,
		rows,
		switches: likeness(rows),
		differences: differencesOf(seen, ours, true),
	};
}

const asAnswer = (said: Answer | string | undefined, otherwise: Answer): Answer =>
	(typeof said === 'string' ? settled(said) : said) ?? otherwise;
