import { startSandbox, API_TOKEN, PROFILE_ID } from '../sandbox/server.mts';
import type { Deal } from '../sandbox/world/shapes.mts';
import type { EngineCase } from './engine/cases.mts';
import { countingProxy, type Passed } from './countingProxy.mts';
import { Engines } from './engine/engines.mts';
import { count, type Measure, megabytes, size } from './measure.mts';

const DEALS = size(19_000);
/** Each fifth one was accepted, and has an invoice and a contract. */
const QUOTATIONS = size(28_600);

const CASES: Record<string, object> = {
	'deals moved': { events: ['dealStatusChanged'] },
	'deals moved, with a Status by ID': {
		events: ['dealStatusChanged'],
		filters: { toStatusIds: ['{status}'] },
	},
	'deals moved, with a Status by name': {
		events: ['dealStatusChanged'],
		filters: { toStatusIds: ['{name}'] },
	},
	'deals moved, and won or lost': { events: ['dealStatusChanged', 'dealClosed'] },
	'new quotations': { events: ['quotationCreated'] },
	'status of quotations': { events: ['quotationStatusChanged'] },
	'a watched phone of quotations': { events: ['quotationUpdated'], watchFields: ['phone'] },
	'a watched expiry of quotations': { events: ['quotationUpdated'], watchFields: ['expiresAt'] },
	'status of quotations, invoices and contracts': {
		events: ['quotationStatusChanged', 'invoiceStatusChanged', 'contractStatusChanged'],
	},
};

export const quietPolls: Measure = {
	name: 'polls',
	title: 'What a quiet poll asks for',
	about: `Requests, and bytes of their answers, of a poll that finds nothing new among ${count(DEALS)} deals and ${count(QUOTATIONS * 1.4)} documents of the sandbox, as published; of the first poll beside it.`,
	async rows(say) {
		const sandbox = await startSandbox({
			deals: DEALS,
			quotations: QUOTATIONS,
			switches: { only: 'published' },
		});
		const { deals, statuses } = sandbox.world.profile(PROFILE_ID);
		intoThePast(deals);
		const { id, label } = statuses[0]!;
		const rows = [];
		for (const [name, parameters] of Object.entries(CASES)) {
			const counting = await countingProxy(sandbox.url);
			const named = JSON.stringify(parameters).replace('{status}', id).replace('{name}', label);
			const engines = await Engines.start({ [name]: polling(counting.url, JSON.parse(named)) });
			const figures = [];
			for (let poll = 0; poll < 2; poll++) {
				const { items } = (await engines.inTurn({ rounds: 1 }))[name]!;
				if (items > 0) throw new Error(`${name}: something is new`);
				figures.push(counting.take());
			}
			await engines.stop();
			counting.stop();
			const [first, quiet] = figures as [Passed, Passed];
			say(`${name}: ${quiet.names.join(', ')}`);
			rows.push({
				case: name,
				cells: {
					'requests, first': count(first.names.length),
					'bytes, first': megabytes(first.bytes),
					'requests, quiet': count(quiet.names.length),
					'bytes, quiet': megabytes(quiet.bytes),
				},
			});
		}
		await sandbox.close();
		return rows;
	},
};

/** The sandbox's deals begin 31 hours after each other, so the last of so many are far ahead of our clock. */
function intoThePast(deals: Deal[]) {
	const entries = deals.flatMap(({ history }) => history);
	const latest = entries.reduce((time, { startTimestamp }) => Math.max(time, startTimestamp), 0);
	const now = Date.now();
	const shrunk = (time: number) => Math.round(now - (latest - time) / 100);
	for (const entry of entries) {
		entry.startTimestamp = shrunk(entry.startTimestamp);
		if (entry.endTimestamp) entry.endTimestamp = shrunk(entry.endTimestamp);
	}
}

const polling = (url: string, parameters: object): EngineCase => ({
	kind: 'polling trigger',
	url,
	parameters: { options: {}, start: 'onlyNew', ...parameters },
	account: { apiToken: API_TOKEN, companyProfileId: PROFILE_ID },
});
