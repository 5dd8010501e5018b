import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as who from './identities.mts';
import { startSandbox } from './server.mts';
import { checkSwitches, type Switches } from './switches.mts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '4010' },
		seed: { type: 'string', default: '1' },
		contacts: { type: 'string', default: '120' },
		quotations: { type: 'string', default: '30' },
		deals: { type: 'string', default: '12' },
		like: { type: 'string' },
	},
});
const { like, ...amounts } = values;
const options = Object.fromEntries(
	Object.entries(amounts).map(([name, text]) => {
		const value = Number(text);
		if (Number.isInteger(value) && value >= 0) return [name, value];
		console.error(`--${name} wants a whole number, not "${text}"`);
		return process.exit(2);
	}),
);

/** The switches of a report of `npm run probe`. */
const switchesLike = async (file: string): Promise<Partial<Switches>> =>
	checkSwitches(JSON.parse(await readFile(file, 'utf8')).switches);

const switches =
	like === undefined
		? {}
		: await switchesLike(like).catch((error: Error) => {
				console.error(`--like wants the JSON report of npm run probe: ${error.message}`);
				return process.exit(2);
			});

const sandbox = await startSandbox({ ...options, switches }).catch(
	(error: NodeJS.ErrnoException) => {
		if (error.code !== 'EADDRINUSE') throw error;
		console.error(`Port ${values.port} is in use. Choose another: npm run sandbox -- --port 4011`);
		return process.exit(1);
	},
);
const { url } = sandbox;
console.log(`
Sales CRM sandbox   ${url}
Board               ${url}/
Description         tools/sandbox/openapi.yaml

Company profile     ${who.PROFILE_ID}
Audience            ${who.AUDIENCE_ID}
API token           ${who.API_TOKEN}
Service account     ${who.SERVICE_ACCOUNT.email} / ${who.SERVICE_ACCOUNT.password}
OAuth2 client       ${who.OAUTH_CLIENT.clientId} / ${who.OAUTH_CLIENT.clientSecret}
OAuth2 user         ${who.OAUTH_USER.email} / ${who.OAUTH_USER.password}
OpenID config       ${url}/oidc/.well-known/openid-configuration

Switches, live      curl ${url}/_sandbox/switches
                    curl -X PATCH -H 'Content-Type: application/json' \\
                      -d '{"pageCap":25,"listShape":"content"}' ${url}/_sandbox/switches
Everything else     tools/sandbox/README.md
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close());
}
