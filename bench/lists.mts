import { contactService } from './contactData.mts';
import { Engines } from './engine/engines.mts';
import { AUDIENCE } from './engine/nodes.mts';
import type { EngineCase } from './engine/process.mts';
import { count, type Measure, megabytes, median, seconds, times } from './measure.mts';

const CONTACTS = 20_000;
const PAGE = 50;
const BASE = 'HTTP Request';
/** By latency in milliseconds: how many times as fast as the HTTP Request node the list is to be. */
const AIMS = new Map([
	[0, 2],
	[20, 6],
]);
/** A first run of a process takes memory as it comes to be collected: the median of so many. */
const PROCESSES = 3;

export const lists: Measure = {
	name: 'lists',
	title: `List of ${count(CONTACTS)} contacts`,
	about: `*Contact: Get Many* with nothing set but *Return All*, beside n8n's HTTP Request node with its pagination (pages of ${PAGE}, which it gives as an item each) and a bare loop over the same pages. *At most ${PAGE} a page*: from a service that gives no more. The latency is that of the service. Memory: by how much a fresh process grew in its first list, median of ${PROCESSES}.`,
	async rows(say) {
		const service = await contactService(CONTACTS);
		const capped = await contactService(CONTACTS, { cap: PAGE });
		const cases = {
			...listCases(service.url),
			[`Sales CRM, at most ${PAGE} a page`]: salesCrmList(capped.url),
		};
		const peaks: Array<Record<string, number>> = [];
		let engines!: Engines;
		for (let fresh = 0; fresh < PROCESSES; fresh++) {
			await engines?.stop();
			engines = await Engines.start(cases);
			const first = Object.entries(await engines.inTurn({ rounds: 1 }));
			peaks.push(Object.fromEntries(first.map(([name, { peak }]) => [name, peak])));
		}
		const peakOf = (name: string) => median(peaks.map((turn) => turn[name]!));
		const rows = [];
		for (const [latencyMs, aim] of AIMS) {
			say(`at ${latencyMs} ms`);
			service.latencyMs = latencyMs;
			capped.latencyMs = latencyMs;
			const all = await engines.inTurn({ rounds: 3 });
			const base = all[BASE]!;
			for (const [name, { ms, cpu }] of Object.entries(all)) {
				rows.push({
					case: `${name}, ${latencyMs} ms`,
					cells: {
						time: seconds(ms),
						'times as fast': times(base.ms / ms),
						'processor time': seconds(cpu),
						memory: `${megabytes(peakOf(name))}, ${times(peakOf(name) / peakOf(BASE))}`,
					},
					...(name === 'Sales CRM' && { cost: ms / base.ms, aim: 1 / aim }),
				});
			}
		}
		await engines.stop();
		service.stop();
		capped.stop();
		return rows;
	},
};

const listCases = (url: string): Record<string, EngineCase> => ({
	[BASE]: { kind: 'HTTP Request', url, parameters: paginated(`${url}/api/v1/contacts`) },
	'bare loop': {
		kind: 'bare list',
		url,
		parameters: { url: `${url}/api/v1/contacts`, pageSize: PAGE },
	},
	'Sales CRM': salesCrmList(url),
});

export const salesCrmList = (url: string): EngineCase => ({
	kind: 'Sales CRM',
	url,
	parameters: {
		resource: 'contact',
		operation: 'getAll',
		audienceId: AUDIENCE,
		returnAll: true,
		simplify: true,
		options: {},
	},
});

const paginated = (url: string) => ({
	url,
	sendQuery: true,
	queryParameters: { parameters: [{ name: 'per_page', value: String(PAGE) }] },
	options: {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount }}' }] },
				paginationCompleteWhen: 'other',
				completeExpression: '={{ $response.body.contacts.length === 0 }}',
				limitPagesFetched: false,
				requestInterval: 0,
			},
		},
	},
});
