import { recordService } from './data.mts';
import { Engines } from './engine/engines.mts';
import { AUDIENCE } from './engine/nodes.mts';
import { crm, type EngineCase } from './engine/cases.mts';
import { count, type Measure, megabytes, seconds, size, times } from './measure.mts';

const CONTACTS = size(20_000);
const PAGE = 50;
const LATENCIES_MS = [0, 20];
const BASE = 'HTTP Request';

export const lists: Measure = {
	name: 'lists',
	title: `List of ${count(CONTACTS)} contacts`,
	about: `*Contact: Get Many* with nothing set but *Return All*, beside n8n's HTTP Request node with its pagination (pages of ${PAGE}, which it gives as an item each). *At most ${PAGE} a page*: from a service that gives no more. The latency is that of the service. Memory: by how much a fresh process grew in its first list.`,
	async rows(say) {
		const service = await recordService(CONTACTS);
		const capped = await recordService(CONTACTS, { cap: PAGE });
		const cases: Record<string, EngineCase> = {
			[BASE]: { kind: 'HTTP Request', url: service.url, parameters: paginated(service.url) },
			'Sales CRM': allContacts(service.url),
			[`Sales CRM, at most ${PAGE} a page`]: allContacts(capped.url),
		};
		const engines = await Engines.start(cases);
		const first = await engines.inTurn({ rounds: 1 });
		const peakOf = (name: string) => first[name]!.peak;
		const rows = [];
		for (const latencyMs of LATENCIES_MS) {
			say(`at ${latencyMs} ms`);
			Object.assign(service, { latencyMs });
			Object.assign(capped, { latencyMs });
			const all = await engines.inTurn({ rounds: 3 });
			for (const [name, { ms, cpu }] of Object.entries(all)) {
				rows.push({
					case: `${name}, ${latencyMs} ms`,
					cells: {
						time: seconds(ms),
						'times as fast': times(all[BASE]!.ms / ms),
						'processor time': seconds(cpu),
						memory: `${megabytes(peakOf(name))}, ${times(peakOf(name) / peakOf(BASE))}`,
					},
				});
			}
		}
		await engines.stop();
		service.stop();
		capped.stop();
		return rows;
	},
};

/** *Contact: Get Many*, all of them. */
export const allContacts = (url: string): EngineCase =>
	crm(url, 'contact', 'getAll', { audienceId: AUDIENCE, returnAll: true, simplify: true });

const paginated = (url: string) => ({
	url: `${url}/api/v1/contacts`,
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
