/** `npm run probe`: what a Sales CRM is really like, by an account. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

import { isUuid } from '../../nodes/utils/uuid.ts';
import type { Options } from './account.mts';
import { probeAccount } from './probe.mts';
import { CouldNotRun, markdownOf } from './report.mts';

const USAGE = `npm run probe -- --base-url <url> [--profile <uuid>] [--audience <uuid>] [--json <file>]

  --base-url <url>     address of the Sales CRM, which is only read, with 60 requests at most
  --profile <uuid>     company profile; not needed if the service lists a single one
  --audience <uuid>    audience of contacts; without it the list of contacts is not read
  --scheme <which>     api-token (SALES_CRM_API_TOKEN, the default) or service-account (SALES_CRM_EMAIL, SALES_CRM_PASSWORD)
  --json <file>        the report for programs
  --names              also shows names of fields that are not known

Where npm keeps the options to itself (Windows PowerShell): node --import tsx tools/probe/main.mts --base-url <url>`;

/** @throws CouldNotRun with the usage. */
function wrong(why: string): never {
	throw new CouldNotRun(`${why}\n\n${USAGE}`);
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
	...{ 'base-url': text, profile: text, audience: text },
	...{ scheme: { ...text, default: 'api-token' }, json: text, names: flag, help: flag },
} as const;

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS }).values;
type Values = ReturnType<typeof parse>;

/** @throws CouldNotRun naming what is missing or cannot be. */
function readAccount({ profile, audience, scheme, 'base-url': address }: Values): Options {
	for (const [name, id] of Object.entries({ profile, audience }))
		if (id && !isUuid(id)) wrong(`--${name} is not a UUID`);
	if (!address) wrong('--base-url is missing');
	const baseUrl = address.replace(/^(?!\w+:\/\/)/, 'https://').replace(/\/+$/, '');
	if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(baseUrl) || !URL.canParse(baseUrl))
		wrong('--base-url is not an address, or has a user name or a query');
	if (!/^(api-token|service-account)$/.test(scheme))
		wrong('--scheme is api-token or service-account');
	const given = (name: string) => {
		const value = process.env[name]?.trim();
		if (value) return value;
		throw new CouldNotRun(`${name} is empty. docs/what-your-crm-offers.md says how to set it`);
	};
	const credential =
		scheme === 'api-token'
			? { apiToken: given('SALES_CRM_API_TOKEN').replace(/^Bearer\s+/i, '') }
			: { email: given('SALES_CRM_EMAIL'), password: given('SALES_CRM_PASSWORD') };
	return { baseUrl, profile, audience, credential };
}

async function run(args: string[]): Promise<void> {
	const values = parse(args);
	if (values.help) return console.log(USAGE);
	const { json, names } = values;
	const report = await probeAccount(readAccount(values), names);
	console.log(markdownOf(report));
	if (!json) return;
	try {
		mkdirSync(dirname(json), { recursive: true });
		writeFileSync(json, `${JSON.stringify(report, null, '\t')}\n`);
	} catch ({ code }) {
		throw new CouldNotRun(`the file of --json could not be written (${code}); the report is above`);
	}
}

/** Of an error that is not the probe's own only its kind is told, and where in this code it arose. */
function reasonFor({ name, message, stack, code = '' }: NodeJS.ErrnoException): string {
	if (code.startsWith('ERR_PARSE_ARGS')) return `${message.replace(/\. .*/s, '')}\n\n${USAGE}`;
	const place = /probe\/[\w/-]+\.mts:\d+/.exec(stack ?? '')?.[0] ?? 'unknown';
	return `the probe itself failed (${name} at ${place}): please tell its makers`;
}

await run(process.argv.slice(2)).catch((error: Error) => {
	console.error(
		`The probe could not run: ${error instanceof CouldNotRun ? error.message : reasonFor(error)}`,
	);
	process.exitCode = 1;
});
