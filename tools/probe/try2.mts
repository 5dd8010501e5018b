import * as who from '../sandbox/identities.mts';
import { startSandbox } from '../sandbox/server.mts';
import { probeAccount } from './probe.mts';
import { markdownOf } from './report.mts';
const sandbox = await startSandbox({ contacts: 130, quotations: 30, deals: 4 });
Object.assign(sandbox.switches, JSON.parse(process.argv[2] ?? '{}'));
const credential = process.argv[3] ? who.SERVICE_ACCOUNT : { apiToken: who.API_TOKEN };
console.log(
	markdownOf(
		await probeAccount({
			baseUrl: sandbox.url,
			profile: who.PROFILE_ID,
			audience: who.AUDIENCE_ID,
			credential,
		}),
	),
);
await sandbox.close();
