import { startSandbox, API_TOKEN, PROFILE_ID } from '../sandbox/server.mts';
import { countingProxy } from './countingProxy.mts';
import { crm } from './engine/cases.mts';
import { Engines } from './engine/engines.mts';
import { count, type Measure, median, seconds, size } from './measure.mts';

const DEALS = size(19_000);
/** Each fifth one was accepted, and has an invoice and a contract. */
const QUOTATIONS = size(28_600);
const LATENCY_MS = 100;
const ROUNDS = 3;

export const lookUp: Measure = {
	name: 'look-up',
	title: 'Who is it?',
	about: `*Contact Person: Look Up* by email among ${count(DEALS)} deals and ${count(QUOTATIONS * 1.4)} documents of the sandbox, as published, which takes ${LATENCY_MS} ms to begin an answer; beside it, merely fetching the two lists that it reads whole (contact persons, documents) side by side. By email, because many people of the sandbox share a phone number.`,
	async rows(say) {
		const sandbox = await startSandbox({
			deals: DEALS,
			quotations: QUOTATIONS,
			switches: { only: 'published', latencyMs: LATENCY_MS },
		});
		const profile = sandbox.world.profile(PROFILE_ID);
		const proxy = await countingProxy(sandbox.url);
		const account = { apiToken: API_TOKEN, companyProfileId: PROFILE_ID };
		const { email } = profile.deals[Math.floor(DEALS / 2)]!.person;
		const parameters = { by: 'email', value: email, ifNotFound: 'error' };
		const engines = await Engines.start({
			node: crm(proxy.url, 'contactPerson', 'lookUp', parameters, { account }),
		});
		await engines.inTurn({ rounds: 1 });
		const took: number[] = [];
		const lists: number[] = [];
		let passed = proxy.take();
		for (let round = 0; round < ROUNDS; round++) {
			took.push((await engines.inTurn({ rounds: 1 })).node!.ms);
			passed = proxy.take();
			lists.push(
				await msToFetch(
					passed.reads.filter((path) => WHOLE.test(path)),
					sandbox.url,
				),
			);
		}
		await engines.stop();
		proxy.stop();
		await sandbox.close();
		say(passed.names.join(', '));
		return [
			{
				case: 'by email',
				cells: {
					requests: count(passed.names.length),
					'of the history': count(passed.names.filter((name) => /history/i.test(name)).length),
					time: seconds(median(took)),
					'the two lists': seconds(median(lists)),
					'without them': seconds(median(took.map((ms, round) => ms - lists[round]!))),
				},
			},
		];
	},
};

const WHOLE = /contact-persons|overview/;

async function msToFetch(paths: string[], url: string): Promise<number> {
	const start = performance.now();
	const headers = { authorization: `Bearer ${API_TOKEN}` };
	const fetched = paths.map(async (path) => {
		const response = await fetch(`${url}${path}`, { headers });
		if (!response.ok) throw new Error(`${path}: ${response.status}`);
		await response.json();
	});
	await Promise.all(fetched);
	return performance.now() - start;
}
