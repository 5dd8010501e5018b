import { recordService } from './data.mts';
import { crm, type EngineCase } from './engine/cases.mts';
import { Engines } from './engine/engines.mts';
import { AUDIENCE, PROFILE } from './engine/nodes.mts';
import { count, type Measure, type Row, seconds, size, times } from './measure.mts';

const CONTACTS = size(2_000);
const LATENCY_MS = 20;
const BASE = 'bare loop';
/** One after the other takes long: there a round is a quarter of the contacts. */
const ROUNDS = [
	{ concurrency: 1, share: 4 },
	{ concurrency: 5, share: 1 },
	{ concurrency: 10, share: 1 },
];

export const creates: Measure = {
	name: 'creates',
	title: `Create of ${count(CONTACTS)} contacts`,
	about: `*Contact: Create* with its columns mapped automatically, at ${LATENCY_MS} ms of latency, beside a bare loop with as many requests at a time, and n8n's HTTP Request node with a batch of as many every ${LATENCY_MS} ms, which is the nearest that it offers: it does not wait for the answers, so that more may be under way.`,
	async rows(say) {
		const service = await recordService(0);
		const rows: Row[] = [];
		for (const { concurrency, share } of ROUNDS) {
			say(`${concurrency} at a time`);
			const engines = await Engines.start(createCases(service.url, concurrency));
			service.latencyMs = 0;
			await engines.inTurn({ rounds: 1, rows: size(200) });
			service.latencyMs = LATENCY_MS;
			const all = await engines.inTurn({ rounds: 3, rows: CONTACTS / share });
			await engines.stop();
			const base = all[BASE]!;
			for (const [name, { ms, cpu }] of Object.entries(all)) {
				rows.push({
					case: `${name}, ${concurrency} at a time`,
					cells: {
						time: seconds(ms * share),
						'of the bare loop': times(ms / base.ms),
						'processor time': seconds(cpu * share),
						'of its': times(cpu / base.cpu),
					},
				});
			}
		}
		service.stop();
		return rows;
	},
};

/** *Contact: Create* with its columns mapped automatically. */
export const create = (url: string, parameters: object, more?: Partial<EngineCase>): EngineCase => {
	const personalInfos = { mappingMode: 'autoMapInputData', value: null };
	return crm(
		url,
		'contact',
		'create',
		{ audienceId: AUDIENCE, personalInfos, ...parameters },
		more,
	);
};

function createCases(service: string, concurrency: number): Record<string, EngineCase> {
	const url = `${service}/api/v1/contacts`;
	const batch = { batchSize: concurrency, batchInterval: LATENCY_MS };
	const body = { sendBody: true, specifyBody: 'json', jsonBody: BODY };
	const parameters = { method: 'PUT', url, ...body, options: { batching: { batch } } };
	return {
		[BASE]: { kind: 'bare create', url: service, parameters: { url, concurrency } },
		'Sales CRM': create(service, { ifExists: 'createAnyway', options: { concurrency } }),
		'HTTP Request': { kind: 'HTTP Request', url: service, parameters },
	};
}

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
