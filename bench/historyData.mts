import { PROFILE } from './engine/nodes.mts';
import { type Service, serve } from './service.mts';

const PER_DEAL = 10;

/** A service with one history of so many changes, ten to a deal, every third of them of the assignee. */
export async function historyService(changes: number): Promise<Service & { length: number }> {
	const statuses = STATUS_IDS.map((id, n) => ({
		id,
		backlog_id: pipelineOf(n),
		label: `Status ${n}`,
		color: '#2E86C1',
	}));
	const users = USER_IDS.map((id, n) => ({ id, name: `User ${n}`, email: `u${n}@example.com` }));
	const history = historyText(changes);
	const service = await serve(({ url = '' }) => {
		if (url.includes('/statuses')) return JSON.stringify({ statuses });
		if (url.includes('users')) return JSON.stringify(users);
		return history;
	});
	return Object.assign(service, { length: history.length });
}

/** Deal by deal, for a million changes are too long for one text of a piece. */
function historyText(changes: number): Buffer {
	const deals = Array.from({ length: changes / PER_DEAL }, (_, deal) =>
		Buffer.from(`${deal === 0 ? '' : ','}${JSON.stringify(dealOf(deal))}`),
	);
	return Buffer.concat([Buffer.from('{"history":['), ...deals, Buffer.from(']}')]);
}

const id = (kind: number, n: number) =>
	`${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const pipelineOf = (n: number) => id(5, n % 4);
const STATUS_IDS = Array.from({ length: 12 }, (_, n) => id(1, n));
const USER_IDS = Array.from({ length: 8 }, (_, n) => id(2, n));
const START = Date.UTC(2025, 0, 1);

function dealOf(deal: number) {
	const at = (n: number) => START + deal * 60_000 + n * 86_400_000;
	const history = Array.from({ length: PER_DEAL }, (_one, n) => {
		const toUser = n % 3 === 2;
		const ids = toUser ? USER_IDS : STATUS_IDS;
		return {
			id: id(3, deal * PER_DEAL + n),
			backlogItemId: id(4, deal),
			startTimestamp: at(n),
			endTimestamp: n === PER_DEAL - 1 ? 0 : at(n + 1),
			type: toUser ? 'USER_CHANGED' : 'STATUS_CHANGED',
			metaData: {
				propertyValue: { _id: ids[(deal + n) % ids.length], type: toUser ? 'USER' : 'STATUS' },
			},
		};
	});
	const summary = `Deal ${deal}`;
	return {
		id: id(4, deal),
		backlogId: pipelineOf(deal),
		summary,
		companyProfileId: [PROFILE],
		history,
	};
}
