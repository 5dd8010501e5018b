import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureN8n } from '../../runtime/install.mts';
import { median } from '../measure.mts';
import type { EngineCase, Figures } from './process.mts';

/** What the rounds of a case gave. */
export interface Rounds {
	items: number;
	/** Milliseconds by the clock, and of processor time: medians of all rounds but the first. */
	ms: number;
	cpu: number;
	/** By how much the process grew in its first round, in bytes: garbage not collected yet counts. */
	peak: number;
	storing?: Figures['storing'];
}

/** A case in n8n's engine, round after round. */
class Engine {
	static async start(name: string, given: EngineCase): Promise<Engine> {
		const { node, folder } = await ensureN8n('2', console.log);
		const script = join(import.meta.dirname, 'process.mts');
		const n8nPackage = join(folder, 'node_modules', 'n8n', 'package.json');
		// A home of its own, so that no settings of another n8n are read and none are left behind.
		const home = mkdtempSync(join(tmpdir(), 'bench-'));
		const env = { ...process.env, N8N_USER_FOLDER: home, N8N_ENCRYPTION_KEY: 'bench' };
		const child = fork(script, [n8nPackage, JSON.stringify(given)], {
			execPath: node,
			execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
			env,
		});
		const engine = new Engine(name, child);
		await engine.answer();
		return engine;
	}

	private constructor(
		readonly name: string,
		private readonly child: ChildProcess,
	) {}

	async round(): Promise<Figures> {
		this.child.send('round');
		return await this.answer<Figures>();
	}

	async stop(): Promise<void> {
		this.child.disconnect();
		await once(this.child, 'exit');
	}

	private async answer<T>(): Promise<T> {
		return await new Promise<T>((resolve, reject) => {
			const ended = (code: number) => reject(new Error(`${this.name} ended with ${code}`));
			this.child.once('exit', ended);
			this.child.once('message', (message: T) => {
				this.child.off('exit', ended);
				resolve(message);
			});
		});
	}
}

/** The cases in turn, round after round; the first round warms up, and shows the memory it takes. */
export async function inTurn(
	cases: Record<string, EngineCase>,
	rounds: number,
): Promise<Record<string, Rounds>> {
	const engines: Engine[] = [];
	for (const [name, given] of Object.entries(cases)) engines.push(await Engine.start(name, given));
	const all = new Map<string, Figures[]>(engines.map(({ name }) => [name, []]));
	for (let round = 0; round <= rounds; round++) {
		for (const engine of engines) all.get(engine.name)!.push(await engine.round());
	}
	await Promise.all(engines.map((engine) => engine.stop()));
	return Object.fromEntries([...all].map(([name, figures]) => [name, sumUp(figures)]));
}

function sumUp([first, ...others]: Figures[]): Rounds {
	const { items, peak } = first!;
	return {
		items,
		peak,
		ms: median(others.map(({ ms }) => ms)),
		cpu: median(others.map(({ cpu }) => cpu)),
		storing: others.at(-1)!.storing,
	};
}
