import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'flatted';

import type { Answer, Session } from './session.mts';

export type Item = {
	json: Record<string, Answer>;
	binary?: Record<string, Answer>;
	pairedItem?: Answer;
	error?: Answer;
};

export type Execution = {
	id: string;
	workflowId: string;
	/** n8n's own words: success, error, canceled, running, waiting, new, crashed. */
	status: string;
	mode: string;
	/** The error that ended the execution, as n8n keeps it. */
	error?: { message: string; description?: string; [key: string]: Answer };
	/** What a node gave out, all its runs after each other; `output` is the number of its output. */
	items(node: string, output?: number): Item[];
	/** The names of the nodes that ran. */
	nodes: string[];
	/** n8n's `resultData`, for whatever else a test looks at. */
	resultData: Answer;
};

const OVERLAP = 50;
const ENDED = ['success', 'error', 'canceled', 'crashed'];

/** The executions of n8n: what ran, how it ended and what each node gave out. */
export function executions(session: Session) {
	const list = async (
		workflowId: string,
	): Promise<Array<{ id: string; status: string; mode: string }>> => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const found = new Map<number, Answer>();
		let next = '';
		for (;;) {
			const page = await session.call('GET', `/executions?filter=${filter}&limit=100${next}`);
			const known = found.size;
			for (const execution of page.results) found.set(Number(execution.id), execution);
			// 2.x gives a cursor for the next page. 1.x goes on below an id, but sorts by start: pages that do not overlap
			// would lose what began out of turn.
			if (page.nextCursor) next = `&cursor=${encodeURIComponent(page.nextCursor)}`;
			else if (page.nextCursor === null || page.results.length < 100 || found.size === known) break;
			else next = `&lastId=${Math.min(...found.keys()) + OVERLAP}`;
		}
		return [...found].sort(([a], [b]) => b - a).map(([, execution]) => execution);
	};
	/** Those that have ended: they no longer change. */
	const past = new Map<string, Execution>();
	const get = async (id: string): Promise<Execution> => {
		const raw = await session.call('GET', `/executions/${id}`);
		const data = typeof raw.data === 'string' ? parse(raw.data) : raw.data;
		const resultData = data?.resultData ?? {};
		const runData = resultData.runData ?? {};
		return {
			id: String(raw.id),
			workflowId: raw.workflowId,
			status: raw.status,
			mode: raw.mode,
			error: resultData.error,
			resultData,
			nodes: Object.keys(runData),
			items: (node, output = 0) =>
				(runData[node] ?? []).flatMap((run: Answer) => run.data?.main?.[output] ?? []),
		};
	};
	/** Waits until an execution has ended. */
	const ended = async (id: string, timeoutMs = 60_000): Promise<Execution> => {
		const execution =
			past.get(id) ??
			(await until(`execution ${id} to end`, timeoutMs, async () => {
				const execution = await get(id);
				// n8n says that an execution succeeded a moment before what it gave out can be read.
				const told = execution.status !== 'success' || execution.nodes.length > 0;
				return ENDED.includes(execution.status) && told ? execution : undefined;
			}));
		past.set(id, execution);
		return execution;
	};
	/** Waits until a workflow has at least `count` ended executions; gives them back, newest first. */
	const endedOf = async (
		workflowId: string,
		count = 1,
		timeoutMs = 60_000,
	): Promise<Execution[]> => {
		const what = `${count} execution(s) of workflow ${workflowId} to end`;
		const found = await until(what, timeoutMs, async () => {
			const all = (await list(workflowId)).filter(({ status }) => ENDED.includes(status));
			return all.length >= count ? all : undefined;
		});
		return await Promise.all(found.map(async ({ id }) => await ended(id)));
	};
	return {
		listExecutions: list,
		getExecution: get,
		executionEnded: ended,
		executionsEnded: endedOf,
		cancelExecution: async (id: string) => await session.call('POST', `/executions/${id}/stop`),
		/** The bytes of a binary property of an item, however n8n keeps them. */
		async readBinary(data: { id?: string; data: string; mimeType?: string }): Promise<Buffer> {
			if (!data.id) return Buffer.from(data.data, 'base64');
			const query = `id=${encodeURIComponent(data.id)}&action=download`;
			const { url, headers } = session;
			const response = await fetch(`${url}/rest/binary-data?${query}`, { headers });
			if (!response.ok)
				throw new Error(`n8n answered ${response.status} for binary data ${data.id}`);
			return Buffer.from(await response.arrayBuffer());
		},
	};
}

/** Asks again and again until there is an answer: at first every 100 ms, later once a second, as each question takes n8n some time. */
export async function until<T>(
	what: string,
	timeoutMs: number,
	ask: () => Promise<T | undefined>,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (let waitMs = 100; ; waitMs = Math.min(1.2 * waitMs, 1_000)) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
		await sleep(waitMs);
	}
}
