import SwaggerParser from '@apidevtools/swagger-parser';
import { access, readFile } from 'node:fs/promises';

import { Account, type Options } from './live/account.mts';
import { type Seen, seenOf } from './live/seen.mts';
import { ACCESS } from './questions/access.mts';
import { IN_PAGES } from './questions/lists.mts';
import { RECORDS, WRITES } from './questions/records.mts';
import { CouldNotRun, likeness, type Questions, type Report, type Row } from './report.mts';
import { differencesOf } from './spec/differences.mts';
import { isObject, type Json } from './spec/schema.mts';
import { Specification } from './spec/specification.mts';

/** What settles a row of docs/unknowns.md, by its first cell. */
export const QUESTIONS: Questions = { ...RECORDS, ...IN_PAGES, ...ACCESS, ...WRITES };

const PAGE = new URL('../../docs/unknowns.md', import.meta.url);

async function rowsOf(specification: Specification, seen?: Seen): Promise<Row[]> {
	const page = await readFile(PAGE, 'utf8');
	const names = [...page.matchAll(/^\| (?!Not shown|---)(.+?) \|/gm)].map(([, name]) => name!);
	const rows: Row[] = [];
	for (const row of names) {
		const asked = QUESTIONS[row] ?? {};
		const { live, spec } = typeof asked === 'function' ? { spec: asked, live: undefined } : asked;
		const said = (seen && (await live?.(seen))) ?? spec?.(specification);
		const found = typeof said === 'string' ? { words: said } : said;
		const silent = seen ? 'nothing was seen of it' : 'the specification does not say';
		const isWrite = seen && row in WRITES;
		if (found?.words) rows.push({ row, state: 'settled', ...found });
		else if (isWrite) rows.push({ row, state: 'needs a write', words: 'a read does not show it' });
		else rows.push({ row, state: 'no data', words: silent });
	}
	return rows;
}

/**
 * Reads a specification: JSON or YAML, OpenAPI 3, in several files or in one. Nothing is fetched.
 * @returns `lost`: the first of what it refers to that could not be read. It is unknown; the rest is read all the same.
 */
async function readSpecification(file: string): Promise<{ root: Json; lost?: string }> {
	const refuse = (why: string): never => {
		throw new CouldNotRun(`${file} ${why}`);
	};
	await access(file).catch(({ code }) => refuse(`could not be read (${code})`));
	const parser = new SwaggerParser();
	const options = { resolve: { http: false }, continueOnError: true } as const;
	const lost = await parser.bundle(file, options).then(
		() => undefined,
		({ errors: [first] = [] }: { errors?: Error[] }) => first?.message,
	);
	const root = (parser as { schema?: unknown }).schema as Json;
	if (!isObject(root)) refuse(`is no OpenAPI specification: ${String(lost).slice(0, 300)}`);
	if (!/^3\./.test(String(root.openapi)) || !isObject(root.paths))
		refuse('is no OpenAPI specification of version 3: it has no openapi: 3.x and paths');
	return { root, lost };
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
