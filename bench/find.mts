import { contactService } from './contactData.mts';
import { Engines } from './engine/engines.mts';
import { AUDIENCE } from './engine/nodes.mts';
import type { EngineCase } from './engine/process.mts';
import { salesCrmList } from './lists.mts';
import { count, type Measure, seconds, times } from './measure.mts';

const CONTACTS = 20_000;
const ITEMS = 2_000;
const BASE = 'Contact: Get Many';
const FIND = 'Contact: Find';

export const find: Measure = {
	name: 'find',
	title: `Find of ${count(ITEMS)} in ${count(CONTACTS)} contacts`,
	about: `*${FIND}* of ${count(ITEMS)} items by their email, all of them in the audience, beside merely listing it, from a service that announces how many there are. *One item*: what the audience alone costs; of what comes on top, most is n8n working out the expression of each item. *No total*: from one that does not, where the end of the list is asked for once more after three seconds, in which the processor has nothing to do. No latency. Memory: by how much a fresh process grew in its first run.`,
	async rows() {
		const service = await contactService(CONTACTS, { announcesTotal: true });
		const withoutTotal = await contactService(CONTACTS);
		const engines = await Engines.start({
			[BASE]: salesCrmList(service.url),
			[FIND]: salesCrmFind(service.url),
			[`${FIND}, one item`]: salesCrmFind(service.url, 1),
			[`${FIND}, no total`]: salesCrmFind(withoutTotal.url),
		});
		const first = await engines.inTurn({ rounds: 1 });
		const all = await engines.inTurn({ rounds: 5 });
		await engines.stop();
		service.stop();
		withoutTotal.stop();
		const base = all[BASE]!;
		return Object.entries(all).map(([name, { ms, cpu }]) => ({
			case: name,
			cells: {
				time: seconds(ms),
				'of listing': times(ms / base.ms),
				'processor time': seconds(cpu),
				'memory, of listing': times(first[name]!.peak / first[BASE]!.peak),
			},
			...(name === FIND && { cost: ms / base.ms }),
		}));
	},
};

const salesCrmFind = (url: string, rows = ITEMS): EngineCase => ({
	kind: 'Sales CRM',
	url,
	rows,
	parameters: {
		resource: 'contact',
		operation: 'find',
		audienceId: AUDIENCE,
		email: '={{ $json.email }}',
		phone: '',
		ifNotFound: 'error',
		options: {},
	},
});
