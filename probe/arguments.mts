import { parseArgs } from 'node:util';

import { parseBaseUrl } from '../nodes/transport/requestOptions.ts';
import { isUuid } from '../nodes/utils/uuid.ts';
import { CouldNotRun } from './couldNotRun.mts';
import { word } from './examine/told.ts';
import type { Account } from './plan.mts';

export interface Wanted {
	account: Account;
	/** Where the JSON goes, and where the Markdown, beside the screen. */
	json?: string;
	report?: string;
	names: boolean;
}

export const USAGE = `npm run probe -- --base-url <url> [--profile <uuid>] [--audience <uuid>] [--json <file>]

  --base-url <url>     address of the Sales CRM, without the path of a route
  --profile <uuid>     company profile; without it history, statuses and users are not looked at
  --audience <uuid>    audience of contacts; without it the list of contacts is not looked at
  --scheme <which>     api-token (SALES_CRM_API_TOKEN) or
                       service-account (SALES_CRM_EMAIL, SALES_CRM_PASSWORD)
  --json <file>        the report for programs, such as npm run sandbox -- --like <file>
  --report <file>      the report for people, also shown on the screen
  --names              also shows names of fields that are not in the description
  --sandbox            against the sandbox: its own, or the one at --base-url

It only reads, one request at a time and 60 at most: docs/first-contact.md`;

export type Sandbox = Pick<Account, 'baseUrl'> & {
	identities: typeof import('../sandbox/identities.mts');
};

/** @throws CouldNotRun naming what is missing or cannot be. */
export async function readArguments(
	argv: string[],
	env: NodeJS.ProcessEnv,
	startSandbox: (url: string | undefined) => Promise<Sandbox>,
): Promise<Wanted> {
	const values = optionsIn(argv);
	const scheme = { 'api-token': 'apiToken', 'service-account': 'serviceAccount' }[values.scheme];
	if (scheme !== 'apiToken' && scheme !== 'serviceAccount') {
		throw new CouldNotRun(word('--scheme is api-token or service-account'));
	}
	const { 'base-url': url, profile, audience, json, report, names } = values;
	if (profile !== undefined && !isUuid(profile))
		throw new CouldNotRun(word('--profile is no UUID'));
	if (audience !== undefined && !isUuid(audience))
		throw new CouldNotRun(word('--audience is no UUID'));
	const shared = { scheme, profile, audience } as const;
	const files = { json, report, names };

	if (values.sandbox) {
		const { baseUrl, identities: who } = await startSandbox(url && addressOf(url));
		const credential: Account['credential'] =
			scheme === 'apiToken' ? { apiToken: who.API_TOKEN } : { ...who.SERVICE_ACCOUNT };
		const account = {
			...shared,
			baseUrl,
			credential,
			profile: profile ?? who.PROFILE_ID,
			audience: audience ?? who.AUDIENCE_ID,
		};
		return { ...files, account };
	}
	if (!url) throw new CouldNotRun(word('--base-url is missing'));
	return {
		...files,
		account: { ...shared, baseUrl: addressOf(url), credential: credentialIn(env, scheme) },
	};
}

function optionsIn(argv: string[]) {
	const text = { type: 'string' } as const;
	const yesNo = { type: 'boolean', default: false } as const;
	const options = {
		'base-url': text,
		profile: text,
		audience: text,
		scheme: { type: 'string', default: 'api-token' },
		json: text,
		report: text,
		names: yesNo,
		sandbox: yesNo,
	} as const;
	try {
		return parseArgs({ args: argv, options }).values;
	} catch {
		throw new CouldNotRun(word('an option is unknown or lacks its value'));
	}
}

function addressOf(url: string): string {
	try {
		return parseBaseUrl(url);
	} catch {
		throw new CouldNotRun(
			word(
				'--base-url is not an address that begins with http:// or https://, without user name, question mark or hash sign',
			),
		);
	}
}

function credentialIn(env: NodeJS.ProcessEnv, scheme: Account['scheme']): Account['credential'] {
	const {
		SALES_CRM_API_TOKEN: apiToken,
		SALES_CRM_EMAIL: email,
		SALES_CRM_PASSWORD: password,
	} = env;
	if (scheme === 'apiToken') {
		if (!apiToken)
			throw new CouldNotRun(word('the environment variable SALES_CRM_API_TOKEN is empty'));
		return { apiToken };
	}
	if (!email || !password)
		throw new CouldNotRun(
			word('the environment variable SALES_CRM_EMAIL or SALES_CRM_PASSWORD is empty'),
		);
	return { email, password };
}
