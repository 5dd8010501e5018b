import { spawnSync } from 'node:child_process';

/**
 * Names the test that never ends: a loop that gives nothing else a turn (a lock never released, a lost `await`) keeps
 * jest's own limit from being noticed, for it runs in the thread of the test.
 *
 * 1. It listens where jest itself runs, beside the workers. With `--runInBand`, or a single file, there are none.
 * 2. A test that goes on for one and a half times jest's limit is hung: it is named, and the run ends as failed.
 */
const CHECK_MS = 5_000;

export default class Watchdog {
	#running = new Map();
	#limitMs;
	#timer;

	constructor({ testTimeout = 60_000 }) {
		this.#limitMs = testTimeout * 1.5;
	}

	onRunStart() {
		this.#timer = setInterval(() => this.#check(), CHECK_MS);
	}

	onTestCaseStart({ path }, { fullName, startedAt }) {
		this.#running.set(path, { fullName, startedAt });
	}

	onTestCaseResult({ path }) {
		this.#running.delete(path);
	}

	onRunComplete() {
		clearInterval(this.#timer);
	}

	#check() {
		for (const [path, { fullName, startedAt }] of this.#running) {
			if (Date.now() - startedAt < this.#limitMs) continue;
			console.error(`\n✖ This test never ends: ${fullName}\n  ${path}\n`);
			// A worker in such a loop does not notice that jest has gone.
			spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
			process.exit(1);
		}
	}
}
