/** `npm run probe`: what a Sales CRM is really like, by its specification or by an account. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import type { Options } from './live/account.mts';
import { probeAccount, probeSpecification } from './probe.mts';
import { CouldNotRun, markdownOf } from './report.mts';

const USAGE = `npm run probe -- --spec <file> [--json <file>]
npm run probe -- --base-url <url> [--profile <uuid>] [--audience <uuid>] [--json <file>]

  --spec <file>        the published OpenAPI specification; no account is needed
  --base-url <url>     address of the Sales CRM, which is only read, with 60 requests at most
  --profile <uuid>     company profile; without it history, statuses and users are not looked at
  --audience <uuid>    audience of contacts; without it the list of contacts is not looked at
  --scheme <which>     api-token (SALES_CRM_API_TOKEN, the default) or service-account (SALES_CRM_EMAIL, SALES_CRM_PASSWORD)
  --json <file>        the report for programs, such as npm run sandbox -- --like <file>
  --names              also shows names of fields that are not known`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
	...{ spec: text, 'base-url': text, profile: text, audience: text, json: text },
	...{ scheme: { ...text, default: 'api-token' }, names: flag, help: flag },
};
const parse = (args: string[]) => parseArgs({ args, options: OPTIONS }).values;

/** @throws CouldNotRun naming what is missing or cannot be. */
function readAccount(values: ReturnType<typeof parse>): Options {
	const { profile, audience, scheme, 'base-url': address } = values;
	for (const [name, id] of Object.entries({ profile, audience }))
		if (id && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
			throw new CouldNotRun(`--${name} is no UUID`);
	if (!address) throw new CouldNotRun('--base-url is missing, or --spec');
	const baseUrl = address.replace(/^(?!\w+:\/\/)/, 'https://').replace(/\/+$/, '');
	if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(baseUrl) || !URL.canParse(baseUrl))
		throw new CouldNotRun('--base-url is no address, or has a user name or a query');
	const given = (name: string) => {
		const value = process.env[name]?.trim();
		if (!value) throw new CouldNotRun(`the environment variable ${name} is empty`);
		return value;
	};
	if (scheme === 'service-account') {
		const credential = { email: given('SALES_CRM_EMAIL'), password: given('SALES_CRM_PASSWORD') };
		return { baseUrl, profile, audience, credential };
	}
	if (scheme !== 'api-token') throw new CouldNotRun('--scheme is api-token or service-account');
	const apiToken = given('SALES_CRM_API_TOKEN').replace(/^Bearer\s+/i, '');
	return { baseUrl, profile, audience, credential: { apiToken } };
}

async function run(args: string[]): Promise<void> {
	const values = parse(args);
	if (values.help || args.length === 0) return console.log(USAGE);
	const { spec, json, names } = values;
	const report = spec
		? await probeSpecification(spec)
		: await probeAccount(readAccount(values), names);
	if (json)
		await writeFile(json, `${JSON.stringify(report, null, '\t')}\n`).catch(({ code }) => {
			throw new CouldNotRun(`the file of the report could not be written (${code})`);
		});
	console.log(markdownOf(report));
}

/** Of an error that is not the probe's own only its kind is told, and where in this code it arose. */
function reasonFor(error: Error & { code?: string }): string {
	if (error instanceof CouldNotRun) return error.message;
	if (error.code?.startsWith('ERR_PARSE_ARGS')) return 'an option is unknown or lacks its value';
	const place = /probe\/[\w/]+\.mts:\d+/.exec(error.stack ?? '')?.[0] ?? 'unknown';
	return `the probe itself failed (${error.name} at ${place}): please tell its makers`;
}

await run(process.argv.slice(2)).catch((error: Error) => {
	console.error(`The probe could not run: ${reasonFor(error)}`);
	process.exitCode = 1;
});
