import { spawn } from 'node:child_process';

export type Say = (line: string) => void;

const HEARTBEAT_MS = 10_000;
const KEPT_OUTPUT = 20_000;

/** Calls `say` with the seconds gone by, again and again until `work` is done: nobody stares at a still screen. */
export async function withProgress<T>(say: Say, what: string, work: () => Promise<T>): Promise<T> {
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	say(`${what} …`);
	const heartbeat = setInterval(() => say(`${what} … ${seconds()} s`), HEARTBEAT_MS);
	try {
		const result = await work();
		say(`${what}: done in ${seconds()} s`);
		return result;
	} finally {
		clearInterval(heartbeat);
	}
}

/**
 * Runs a program to its end and gives back what it printed.
 * Throws with the end of its output when it fails. It ends with this process, however that ends.
 */
export async function run(
	command: string,
	args: string[],
	options: { cwd: string; env?: NodeJS.ProcessEnv; as?: { uid: number; gid: number } },
): Promise<string> {
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env ?? process.env,
		...options.as,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const endChild = () => child.kill('SIGKILL');
	process.once('exit', endChild);
	let output = '';
	const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-KEPT_OUTPUT));
	child.stdout.on('data', keep);
	child.stderr.on('data', keep);
	try {
		const code = await new Promise<number | string>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'));
		});
		if (code === 0) return output;
		throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.slice(-4000)}`);
	} finally {
		process.off('exit', endChild);
	}
}

/** Whether a program of that name can be started on this machine. */
export async function exists(command: string): Promise<boolean> {
	try {
		await run(command, ['--version'], { cwd: process.cwd() });
		return true;
	} catch {
		return false;
	}
}
