import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { ensureN8n } from '../runtime/install.mts';
import { count, type Measure, median, times } from './measure.mts';

const PROCESSES = 7;
const BASE = 'HubSpot';
const DIST = join(import.meta.dirname, '..', 'dist');

export const thePackage: Measure = {
	name: 'package',
	title: 'Load time and size',
	about: `What n8n waits for at its start: requiring a node's file and making the node, in a fresh process that has n8n's own libraries loaded; median of ${PROCESSES}.`,
	async rows(say) {
		const { node, folder } = await ensureN8n('2', say);
		const ofN8n = (name: string) =>
			join(folder, 'node_modules', 'n8n-nodes-base', 'dist', 'nodes', `${name}.node.js`);
		const ofOurs = (name: string) => join(DIST, 'nodes', name, `${name}.node.js`);
		const files: Record<string, string> = {
			[BASE]: ofN8n('Hubspot/Hubspot'),
			Pipedrive: ofN8n('Pipedrive/Pipedrive'),
			'HTTP Request': ofN8n('HttpRequest/HttpRequest'),
			'Sales CRM': ofOurs('SalesCrm'),
			'Sales CRM Trigger': ofOurs('SalesCrmTrigger'),
			'Sales CRM History Trigger': ofOurs('SalesCrmHistoryTrigger'),
			'Sales CRM Record Trigger': ofOurs('SalesCrmRecordTrigger'),
		};
		const all = new Map<string, number[]>(Object.keys(files).map((name) => [name, []]));
		for (let turn = 0; turn < PROCESSES; turn++) {
			for (const [name, file] of Object.entries(files)) all.get(name)!.push(loadMs(node, file));
		}
		const base = median(all.get(BASE)!);
		const loads = [...all].map(([name, each]) => ({
			case: name,
			cells: { time: `${median(each).toFixed(1)} ms`, [`of ${BASE}`]: times(median(each) / base) },
			...(name.startsWith('Sales') && { cost: median(each) / base, aim: 1 }),
		}));
		return [...loads, packed()];
	},
};

function loadMs(node: string, file: string): number {
	const script = `
		const load = require('node:module').createRequire(${JSON.stringify(file)});
		for (const shared of ['n8n-workflow', 'luxon', 'lodash']) try { load(shared); } catch {}
		const start = performance.now();
		for (const Node of Object.values(load(${JSON.stringify(file)}))) new Node();
		console.log(performance.now() - start);`;
	return Number(execFileSync(node, ['-e', script], { encoding: 'utf8' }));
}

function packed() {
	const root = join(import.meta.dirname, '..');
	const answer = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], {
		cwd: root,
		encoding: 'utf8',
	});
	const [{ size, unpackedSize, files }] = JSON.parse(answer) as [
		{ size: number; unpackedSize: number; files: unknown[] },
	];
	const kilobytes = (bytes: number) => `${count(Math.round(bytes / 1000))} kB`;
	return {
		case: 'the package',
		cells: {
			size: `${kilobytes(size)} packed, ${kilobytes(unpackedSize)} in ${files.length} files, no dependencies`,
		},
	};
}
