import { spawnSync } from 'node:child_process';

/**
 * Names a test that never ends. A loop that gives nothing else a turn (a lock that is never released, a lost `await`)
 * also stops jest's own limit, which runs in the thread of the test. This runs in jest's main process, beside the
 * workers (with `--runInBand`, or a single file, there are none), and fails the run after one and a half times the limit.
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
