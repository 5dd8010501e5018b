import { parseArgs } from 'node:util';
import * as who from './identities.mts';
import { startSandbox } from './server.mts';
import { CHOICES, type Switches } from './switches.mts';

const { values } = parseArgs({
	options: {
		host: { type: 'string', default: '127.0.0.1' },
		port: { type: 'string', default: '4010' },
		seed: { type: 'string', default: '1' },
		contacts: { type: 'string', default: '120' },
		quotations: { type: 'string', default: '30' },
		deals: { type: 'string', default: '12' },
		leads: { type: 'string', default: '4' },
		only: { type: 'string' },
	},
});
const { host, only = null, ...amounts } = values;
if (!CHOICES.only.some((description) => description === only)) {
	console.error(`--only wants described or published, not "${only}"`);
	process.exit(2);
}
const switches = { only: only as Switches['only'] };
const options = Object.fromEntries(
	Object.entries(amounts).map(([name, text]) => {
		const value = Number(text);
		if (Number.isInteger(value) && value >= 0) return [name, value];
		console.error(`--${name} wants a whole number, not "${text}"`);
		return process.exit(2);
	}),
);

const sandbox = await startSandbox({ ...options, host, switches }).catch(
	(error: NodeJS.ErrnoException) => {
		const { port } = values;
		const told: Record<string, string> = {
			EADDRINUSE: `Port ${port} is in use. Choose another: npm run sandbox -- --port 4011`,
			EADDRNOTAVAIL: `--host wants an address of this machine, not "${host}"`,
			ENOTFOUND: `--host wants an address of this machine, not "${host}"`,
		};
		if (!told[error.code!]) throw error;
		console.error(told[error.code!]);
		return process.exit(1);
	},
);
const { url } = sandbox;
/** To be reached from a container, it must listen on more than this machine alone. */
const fromDocker =
	host === '127.0.0.1'
		? 'start it with: npm run sandbox -- --host 0.0.0.0'
		: url.replace('127.0.0.1', 'host.docker.internal');
// Values stand under the names that they have in n8n's forms.
console.log(`
Sales CRM sandbox        ${url}   (the board: drag a deal to move it)

Plays the service        ${only === null ? 'as described and as published (or: --only described, --only published)' : `as ${only} alone`}
Base URL                 ${url}
  n8n in Docker          ${fromDocker}
Company Profile ID       ${who.PROFILE_ID}
Audience ID              ${who.AUDIENCE_ID}
  without contacts       ${who.EMPTY_AUDIENCE_ID}

Sales CRM API
  API Token              ${who.API_TOKEN}
Sales CRM Service Account API
  Service Account Name   ${who.SERVICE_ACCOUNT.email}
  Service Account Secret ${who.SERVICE_ACCOUNT.password}
Sales CRM OAuth2 API
  Client ID              ${who.OAUTH_CLIENT.clientId}
  Client Secret          ${who.OAUTH_CLIENT.clientSecret}
  Authorization URL      ${url}/oidc/auth
  Access Token URL       ${url}/oidc/token
  user, password         ${who.OAUTH_USER.email}, ${who.OAUTH_USER.password}

Switches, live           curl ${url}/_sandbox/switches
                         curl -X PATCH -H 'Content-Type: application/json' \\
                           -d '{"pageCap":25,"listShape":"content"}' ${url}/_sandbox/switches
Description              tools/sandbox/openapi.yaml
Everything else          tools/sandbox/README.md
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close());
}
