import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureN8n } from '../../n8n/install.mts';
import { median } from '../measure.mts';
import type { EngineCase, Figures } from './cases.mts';

export interface Turns {
	rounds: number;
	/** In place of the cases' own number of input items. */
	rows?: number;
}

/**
 * glibc would give the buffer of a large answer back after each round, and a virtual machine may take 0.1 s
 * to give 22 MB of it again, which a case then has or has not: 1,000,000,000 bytes stay with the process.
 */
const KEPT_MEMORY = { MALLOC_MMAP_THRESHOLD_: '1000000000', MALLOC_TRIM_THRESHOLD_: '1000000000' };

/** A case in n8n's engine, round after round. */
class Engine {
	static async start(name: string, given: EngineCase): Promise<Engine> {
		const { node, folder } = await ensureN8n('2', console.log);
		const script = join(import.meta.dirname, 'process.mts');
		const n8nPackage = join(folder, 'node_modules', 'n8n', 'package.json');
		// A home of its own, so that no settings of another n8n are read and none are left behind.
		const home = mkdtempSync(join(tmpdir(), 'bench-'));
		const settings = { N8N_USER_FOLDER: home, N8N_ENCRYPTION_KEY: 'bench' };
		const env = { ...process.env, ...KEPT_MEMORY, ...settings };
		const child = fork(script, [n8nPackage, JSON.stringify(given)], {
			execPath: node,
			// A million changes need more than Node.js takes by itself.
			execArgv: ['--expose-gc', '--max-old-space-size=8192'],
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

	async round(rows?: number): Promise<Figures> {
		this.child.send({ rows });
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

/** Cases side by side, each in a process of its own. */
export class Engines {
	static async start(cases: Record<string, EngineCase>): Promise<Engines> {
		const engines: Engine[] = [];
		for (const [name, given] of Object.entries(cases)) {
			engines.push(await Engine.start(name, given));
		}
		return new Engines(engines);
	}

	private constructor(private readonly engines: Engine[]) {}

	/** The cases in turn, round after round. */
	async inTurn({ rounds, rows }: Turns): Promise<Record<string, Figures>> {
		const all = new Map<string, Figures[]>(this.engines.map(({ name }) => [name, []]));
		for (let round = 0; round < rounds; round++) {
			for (const engine of this.engines) all.get(engine.name)!.push(await engine.round(rows));
		}
		return Object.fromEntries([...all].map(([name, figures]) => [name, sumUp(figures)]));
	}

	async stop(): Promise<void> {
		await Promise.all(this.engines.map(async (engine) => await engine.stop()));
	}
}

/** Medians of the rounds of a case, but for its longest freeze and the peak after the first round. */
const sumUp = (figures: Figures[]): Figures => ({
	...figures.at(-1)!,
	items: figures[0]!.items,
	peak: figures[0]!.peak,
	ms: median(figures.map(({ ms }) => ms)),
	cpu: median(figures.map(({ cpu }) => cpu)),
	freeze: Math.max(...figures.map(({ freeze }) => freeze)),
});
