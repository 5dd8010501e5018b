import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { ensureN8n } from '../n8n/install.mts';
import { packPackage } from '../n8n/pack.mts';
import { type Answer, inLine, type WorkflowNode } from '../n8n/rest.mts';
import { LINE, openStage, type Stage } from '../../test/e2e/support/stage.mts';
import { median, type Measure, type Say, size, times } from './measure.mts';

/** Events of a batch, and batches of each case in turn but for a first one to warm up. */
const EVENTS = size(100);
const BATCHES = 6;
/** How many calls are under way: more than n8n can answer at once, so it is never idle. */
const AT_ONCE = 16;
/** What n8n's store for processed data holds of a trigger that has had all events it remembers. */
const ENTRIES = 4_000;

const BASE = 'Webhook node';

/** What is sent: an event of each family of items, and three of deals. */
const NAMES = [
	'CRM_BACKLOG_ITEM_STATUS_CHANGE',
	'CRM_BACKLOG_ITEM_CREATED',
	'CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE',
	'CONTACT_UPDATED',
	'DOCUMENT_STATUS_UPDATED',
	'LEAD_CONFIGURATION_FINALIZED',
] as const;

interface Case {
	name: string;
	send(): Promise<void>;
}
type Figures = { ms: number[]; cpu: number[] };

/** Events of the service in a real n8n: our trigger beside the Webhook node, a node behind each. */
export const event: Measure = {
	name: 'event',
	title: 'Events',
	about:
		"The *Sales CRM Trigger*, names resolved, beside n8n's Webhook node with header authentication: both active in one real n8n, the same calls, of deals, contacts, quotations and forms in turn, sixteen at a time, in batches in turn, each execution stored. _Each Event Once_ is on, and n8n's store holds the 2,000 events that are remembered, but for the row that says _not once_. Of every event n8n itself takes nearly all the time.",
	async rows(say) {
		process.env.SALES_CRM_TARBALL ??= await packPackage(say);
		const stage = await openStage({});
		const figures = await measured(say, stage).finally(async () => await stage.close());
		const base = figures[BASE]!;
		return Object.entries(figures).map(([name, { ms, cpu }]) => ({
			case: name,
			cells: {
				'events a second': (1000 / median(ms)).toFixed(1),
				'processor time': `${median(cpu).toFixed(1)} ms`,
				'time, of the Webhook node': times(median(ms) / median(base.ms)),
				'processor time, of it': times(median(cpu) / median(base.cpu)),
			},
		}));
	},
};

/** Milliseconds an event of each batch but the first, by the clock and of n8n's processor time. */
async function measured(say: Say, stage: Stage): Promise<Record<string, Figures>> {
	const cases = [
		await ours(stage, 'Sales CRM Trigger', {}),
		await ours(stage, 'Sales CRM Trigger, not once', { options: { eachEventOnce: false } }),
		await webhookNode(stage),
	];
	// The first event of a trigger makes its row in the store.
	for (const { send } of cases) await send();
	await untilIdle(stage);
	await fillStore(stage);
	const figures: Record<string, Figures> = {};
	for (let batch = 0; batch <= BATCHES; batch++) {
		for (const { name, send } of cases) {
			const { ms, cpu } = await batchOf(stage, send);
			say(`${name}: ${ms.toFixed(1)} ms an event, ${cpu.toFixed(1)} ms of processor time`);
			const own = (figures[name] ??= { ms: [], cpu: [] });
			if (batch === 0) continue;
			own.ms.push(ms);
			own.cpu.push(cpu);
		}
	}
	return figures;
}

/** Run by the Node.js that n8n's own module for SQLite was built for, which another cannot load. */
const RUN_SQL = `
	const [file, sql] = process.argv.slice(1);
	const database = new (require('sqlite3').Database)(file);
	database.configure('busyTimeout', 5000);
	database.exec(sql, (error) => {
		if (error) throw error;
		database.close();
	});`;

/** Fills n8n's store as far as the trigger ever does. */
async function fillStore({ n8n }: Stage): Promise<void> {
	const data = Array.from({ length: ENTRIES }, () => randomBytes(16).toString('base64'));
	const value = JSON.stringify({ mode: 'entries', data });
	const { node, folder } = await ensureN8n(LINE, () => {});
	const file = join(n8n.userFolder, '.n8n/database.sqlite');
	const sql = `UPDATE processed_data SET value = '${value}'`;
	await promisify(execFile)(node, ['-e', RUN_SQL, file, sql], { cwd: folder });
}

async function batchOf(stage: Stage, send: () => Promise<void>) {
	const { n8n } = stage;
	const before = await n8n.processorMs();
	const start = performance.now();
	let sent = 0;
	const worker = async () => {
		while (sent++ < EVENTS) await send();
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	await untilIdle(stage);
	const ms = (performance.now() - start) / EVENTS;
	return { ms, cpu: ((await n8n.processorMs()) - before) / EVENTS };
}

async function untilIdle({ rest }: Stage): Promise<void> {
	const open = encodeURIComponent(JSON.stringify({ status: ['new', 'running', 'waiting'] }));
	for (;;) {
		const { results } = await rest.call('GET', `/executions?filter=${open}&limit=1`);
		if (results.length === 0) return;
		await sleep(20);
	}
}

async function ours(stage: Stage, name: string, parameters: { options?: object }): Promise<Case> {
	const { options } = parameters;
	const all = {
		...parameters,
		events: NAMES,
		options: { recordTypes: ['deal', 'lead'], ...options },
	};
	await activate(stage, { ...stage.trigger('apiToken', all), name });
	const { url, headers } = (await stage.state()).subscriptions.at(-1);
	return { name, send: await sender(stage, url, headers) };
}

async function webhookNode(stage: Stage): Promise<Case> {
	const path = randomUUID();
	const header = { name: 'X-Webhook-Secret', value: randomUUID() };
	const secret = await stage.rest.createCredential('httpHeaderAuth', 'Secret', header);
	await activate(stage, {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, httpMethod: 'POST', authentication: 'headerAuth', options: {} },
		credentials: { httpHeaderAuth: secret },
	});
	const url = `${stage.rest.url}/webhook/${path}`;
	return { name: BASE, send: await sender(stage, url, { [header.name]: header.value }) };
}

async function activate({ rest }: Stage, start: WorkflowNode): Promise<void> {
	const nodes = [start, { name: 'End', type: 'n8n-nodes-base.noOp' }];
	const { name } = start;
	const { id } = await rest.createWorkflow({ name, nodes, connections: inLine(nodes) });
	await rest.activate(id);
}

/** Sends events of all kinds in turn, as the service would, each time a millisecond later. */
async function sender(stage: Stage, url: string, headers: Record<string, string>) {
	const { sandbox } = stage;
	const { deals, statuses } = await stage.state();
	const target = statuses.find(({ id }: Answer) => id !== deals[0].statusId);
	const told = [await sandbox.moveDeal(deals[0].id, target.id)] as Array<{ event: object }>;
	for (const name of NAMES.slice(1)) told.push(await sandbox.send({ name }));
	const now = Date.now();
	let later = 0;
	return async () => {
		const { event } = told[later % told.length]!;
		const id = 1e9 + ++later;
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify({ ...event, id, timestamp: now + later }),
		});
		await response.text();
		if (response.status !== 200) throw new Error(`an event was answered ${response.status}`);
	};
}
