import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// `cat` ends when the other end of its input is closed, which the system does for a process that is gone.
const SCRIPT =
	'cat > /dev/null; kill -KILL "-$1" 2> /dev/null; test -z "$2" || { sleep 1; rm -rf -- "$2"; }';

/**
 * Ends a process group, and removes a folder if one is given, as soon as this process is gone: also when it was killed
 * and could do nothing about it any more. Gives back how to call the guard off.
 */
export function guard(group: number, folder = ''): () => void {
	const watcher = spawn('sh', ['-c', SCRIPT, 'guard', String(group), folder], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	watcher.unref();
	(watcher.stdin as Socket).unref();
	return () => endGroup(watcher.pid, 'SIGKILL');
}

/** Sends a signal to a process and its children, when they are still there. */
export function endGroup(group: number | undefined, signal: NodeJS.Signals): void {
	if (!group) return;
	try {
		process.kill(-group, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
