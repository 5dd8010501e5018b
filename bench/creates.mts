import { contactService } from './contactData.mts';
import { Engines } from './engine/engines.mts';
import { AUDIENCE, PROFILE } from './engine/nodes.mts';
import type { EngineCase } from './engine/process.mts';
import { count, type Measure, type Row, seconds, times } from './measure.mts';

const CONTACTS = 2_000;
const LATENCY_MS = 20;
const BASE = 'bare loop';
/** One after the other takes long: there a round is a part of the contacts. */
const ROUNDS = [
	{ concurrency: 1, rows: 500, rounds: 3 },
	{ concurrency: 5, rows: CONTACTS, rounds: 3 },
	{ concurrency: 10, rows: CONTACTS, rounds: 3 },
];

export const creates: Measure = {
	name: 'creates',
	title: `Create of ${count(CONTACTS)} contacts`,
	about: `*Contact: Create* with its columns mapped automatically, at ${LATENCY_MS} ms of latency, beside a bare loop with as many requests at a time, and n8n's HTTP Request node with a batch of as many every ${LATENCY_MS} ms, which is the nearest that it offers: it does not wait for the answers, so that more may be under way.`,
	async rows(say) {
		const service = await contactService(0);
		const rows: Row[] = [];
		for (const { concurrency, ...turns } of ROUNDS) {
			say(`${concurrency} at a time`);
			const engines = await Engines.start(createCases(service.url, concurrency));
			service.latencyMs = 0;
			await engines.inTurn({ rounds: 1, rows: 200 });
			service.latencyMs = LATENCY_MS;
			const all = await engines.inTurn(turns);
			await engines.stop();
			const base = all[BASE]!;
			const share = CONTACTS / turns.rows;
			for (const [name, { ms, cpu }] of Object.entries(all)) {
				rows.push({
					case: `${name}, ${concurrency} at a time`,
					cells: {
						time: seconds(ms * share),
						'of the bare loop': times(ms / base.ms),
						'processor time': seconds(cpu * share),
						'of its': times(cpu / base.cpu),
					},
					...(name === 'Sales CRM' && { cost: ms / base.ms, aim: 1.05 }),
				});
			}
		}
		service.stop();
		return rows;
	},
};

export const salesCrmCreate = (url: string, options: object, more: object = {}): EngineCase => ({
	kind: 'Sales CRM',
	url,
	rows: CONTACTS,
	parameters: {
		resource: 'contact',
		operation: 'create',
		audienceId: AUDIENCE,
		personalInfos: { mappingMode: 'autoMapInputData', value: null },
		ifExists: 'createAnyway',
		...more,
		options,
	},
});

const createCases = (url: string, concurrency: number): Record<string, EngineCase> => ({
	[BASE]: {
		kind: 'bare create',
		url,
		rows: CONTACTS,
		parameters: { url: `${url}/api/v1/contacts`, concurrency },
	},
	'Sales CRM': salesCrmCreate(url, { concurrency }),
	'HTTP Request': {
		kind: 'HTTP Request',
		url,
		rows: CONTACTS,
		parameters: {
			method: 'PUT',
			url: `${url}/api/v1/contacts`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: BODY,
			options: {
				batching: { batch: { batchSize: concurrency, batchInterval: LATENCY_MS } },
			},
		},
	},
});

/** As one would write it there. */
const BODY = `={
	"contact": {
		"standard_personal_infos": [
			{ "name": "Voornaam", "value": "{{ $json.firstName }}" },
			{ "name": "Achternaam", "value": "{{ $json.lastName }}" },
			{ "name": "E-mailadres", "value": "{{ $json.email }}" }
		],
		"time_stamp": {{ Date.now() }},
		"audience": { "id": "${AUDIENCE}", "company_profile": { "id": "${PROFILE}" } },
		"contact_type": "CONSUMER"
	}
}`;
