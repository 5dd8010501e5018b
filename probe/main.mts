/** `npm run probe`: what a Sales CRM is really like, by its specification or by an account. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { CouldNotRun } from './couldNotRun.mts';
import { type Asking, probeAccount, probeSpecification } from './probe.mts';
import { markdownOf, type Report } from './report.mts';

const USAGE = `npm run probe -- --spec <file> [--json <file>]
npm run probe -- --base-url <url> [--profile <uuid>] [--audience <uuid>] [--json <file>]

  --spec <file>        the published OpenAPI specification; no account is needed
  --base-url <url>     address of the Sales CRM, without the path of a route
  --profile <uuid>     company profile; without it history, statuses and users are not looked at
  --audience <uuid>    audience of contacts; without it the list of contacts is not looked at
  --scheme <which>     api-token (SALES_CRM_API_TOKEN), which is meant where it is left out, or
                       service-account (SALES_CRM_EMAIL, SALES_CRM_PASSWORD)
  --json <file>        the report for programs, such as npm run sandbox -- --like <file>
  --names              also shows names of fields that are not known

It only reads, one request at a time and 60 at most: docs/first-contact.md`;

const OPTIONS = {
	spec: { type: 'string' },
	'base-url': { type: 'string' },
	profile: { type: 'string' },
	audience: { type: 'string' },
	scheme: { type: 'string', default: 'api-token' },
	json: { type: 'string' },
	names: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

type Wanted = { json?: string } & ({ spec: string } | Asking);

/** @throws CouldNotRun naming what is missing or cannot be. */
export function readArguments(args: string[], env: NodeJS.ProcessEnv): Wanted {
	const { values } = parse(args);
	const { spec, json, names, profile, audience, scheme } = values;
	if (spec) return { spec, json };
	for (const [name, id] of Object.entries({ profile, audience })) {
		if (id && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
			throw new CouldNotRun(`--${name} is no UUID`);
	}
	if (!values['base-url']) throw new CouldNotRun('--base-url is missing, or --spec');
	const baseUrl = values['base-url'].replace(/^(?!\w+:\/\/)/, 'https://').replace(/\/+$/, '');
	if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new CouldNotRun(
			'--base-url is no address, or has a user name, question mark or hash sign',
		);
	}
	return { baseUrl, profile, audience, json, names, credential: credentialIn(env, scheme) };
}

function parse(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS });
	} catch {
		throw new CouldNotRun('an option is unknown or lacks its value');
	}
}

function credentialIn(env: NodeJS.ProcessEnv, scheme: string): Asking['credential'] {
	const given = (name: string) => {
		const value = env[name]?.trim();
		if (!value) throw new CouldNotRun(`the environment variable ${name} is empty`);
		return value;
	};
	if (scheme === 'api-token')
		return { apiToken: given('SALES_CRM_API_TOKEN').replace(/^Bearer\s+/i, '') };
	if (scheme !== 'service-account')
		throw new CouldNotRun('--scheme is api-token or service-account');
	return { email: given('SALES_CRM_EMAIL'), password: given('SALES_CRM_PASSWORD') };
}

async function run(args: string[]): Promise<void> {
	const wanted = readArguments(args, process.env);
	const report: Report =
		'spec' in wanted ? await probeSpecification(wanted.spec) : await probeAccount(wanted);
	if (wanted.json) {
		await writeFile(wanted.json, `${JSON.stringify(report, null, '\t')}\n`).catch(({ code }) => {
			throw new CouldNotRun(`the file of the report could not be written (${code})`);
		});
	}
	console.log(markdownOf(report));
}

/** Of an error that is not the probe's own only its kind is told, and where in this code it arose. */
function reasonFor(error: Error): string {
	if (error instanceof CouldNotRun) return error.message;
	const place = /probe\/[\w/]+\.mts:\d+/.exec(error.stack ?? '')?.[0] ?? 'unknown';
	return `the probe itself failed (${error.name} at ${place}): please tell its makers`;
}

if (process.argv[1]?.endsWith('main.mts')) {
	const args = process.argv.slice(2);
	if (args.length === 0 || args.includes('--help')) console.log(USAGE);
	else {
		await run(args).catch((error: Error) => {
			console.error(`The probe could not run: ${reasonFor(error)}`);
			process.exitCode = 1;
		});
	}
}
