/**
 * `npm run bench:history-trigger`: what a poll of the history trigger costs over a long history, beside
 * merely reading and parsing the same answer, and how large its memory in n8n's database becomes.
 * Nothing is sent: the answer is made here. Each measurement has a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import Table from 'cli-table3';

import changes, { type HistoryChange } from '../nodes/SalesCrmHistoryTrigger/historyChanges.ts';
import fresh from '../nodes/SalesCrmHistoryTrigger/newChanges.ts';
import type { HistoryItem } from '../nodes/api/types.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 10);
const ENTRIES_A_DEAL = 10;

/** An answer with so many changes, evenly over so many days up to now. */
function answerOf(count: number, days: number): string {
	const deals = Array.from({ length: count / ENTRIES_A_DEAL }, (_, deal) => ({
		id: randomUUID(),
		backlogId: 'backlog',
		summary: `Deal ${deal}`,
		companyProfileId: ['profile'],
		history: Array.from({ length: ENTRIES_A_DEAL }, (_entry, entry) => ({
			id: randomUUID(),
			backlogItemId: 'deal',
			startTimestamp: Math.floor(NOW - ((deal * ENTRIES_A_DEAL + entry) / count) * days * DAY),
			endTimestamp: 0,
			type: entry % 3 === 0 ? 'USER_CHANGED' : 'STATUS_CHANGED',
			metaData: { propertyValue: { _id: randomUUID(), type: 'STATUS' } },
		})),
	}));
	return JSON.stringify({ history: deals });
}

const terms = {
	source: 'crm',
	wanted: {},
	kindOf: (change: HistoryChange) =>
		change.event().entry.type === 'STATUS_CHANGED' ? 'statusChanged' : undefined,
	wasWanted: () => true,
	lookBackMs: DAY,
	maxChanges: 1000,
	startAt: Infinity,
	now: NOW,
};

type Figures = {
	parseMs: number;
	pollMs: number;
	peakMb: number;
	bytes: number;
	bytesAChange: number;
};

/** One poll that finds nothing new, as most do; `parse` leaves it out. */
function measure(count: number, days: number, what: string): Figures {
	const answer = answerOf(count, days);
	globalThis.gc?.();
	const parse = () => (JSON.parse(answer) as { history: HistoryItem[] }).history;
	const startedAt = performance.now();
	const deals = parse();
	const parseMs = performance.now() - startedAt;
	let pollMs = 0;
	let bytes = 0;
	if (what === 'poll') {
		const read = () => changes.historyChanges(changes.dealHistories(deals, 'profile'));
		const first = fresh.newChanges(undefined, read, terms);
		const stored = JSON.stringify(first.cursor);
		bytes = stored.length;
		const pollAt = performance.now();
		const again = fresh.newChanges(JSON.parse(stored), read, terms);
		JSON.stringify(again.cursor);
		pollMs = performance.now() - pollAt;
		if (again.fresh.length > 0) throw new Error('a change came twice');
	}
	const inWindow = count / Math.max(1, days);
	const peakMb = process.resourceUsage().maxRSS / 1024;
	return { parseMs, pollMs, peakMb, bytes, bytesAChange: bytes / inWindow };
}

const [count, days, what] = process.argv.slice(2);
if (count) console.log(JSON.stringify(measure(Number(count), Number(days), what!)));
else report();

function report(): void {
	const table = new Table({
		head: [
			'changes',
			'in 24 hours',
			'reading',
			'poll',
			'ratio',
			'peak',
			'of it the poll',
			'memory',
			'a change',
		],
	});
	for (const [size, span] of [
		[100_000, 1],
		[100_000, 365],
		[1_000_000, 1],
		[1_000_000, 365],
	] as const) {
		const plain = apart(size, span, 'parse');
		const poll = apart(size, span, 'poll');
		table.push([
			size.toLocaleString('en'),
			Math.round(size / span).toLocaleString('en'),
			`${poll.parseMs.toFixed(0)} ms`,
			`${poll.pollMs.toFixed(0)} ms`,
			(poll.pollMs / poll.parseMs).toFixed(2),
			`${poll.peakMb.toFixed(0)} MB`,
			`${(poll.peakMb - plain.peakMb).toFixed(0)} MB`,
			`${(poll.bytes / 1000).toFixed(1)} kB`,
			`${poll.bytesAChange.toFixed(2)} B`,
		]);
	}
	console.log(table.toString());
}

function apart(size: number, span: number, kind: string): Figures {
	const file = fileURLToPath(import.meta.url);
	const flags = ['--expose-gc', '--max-old-space-size=4096', '--import', 'tsx', file];
	const { stdout, stderr, status } = spawnSync(
		process.execPath,
		[...flags, String(size), String(span), kind],
		{ encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout) as Figures;
}
