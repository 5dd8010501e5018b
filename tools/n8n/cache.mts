import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile, readFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

import type { Say } from './command.mts';

const LOCK_TOUCH_MS = 5_000;
const LOCK_STALE_MS = 60_000;
const LOCK_POLL_MS = 500;
const SAY_EVERY_MS = 10_000;

/** Where installations are kept, outside the repository so that every checkout shares them. */
export function cacheRoot(): string {
	const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(base, 'n8n-nodes-sales-crm');
}

/**
 * The folder `name` of the cache, filled by `fill` the first time.
 *
 * `fill` works in a folder of its own that takes its final name when all is done, so a folder that is there is
 * complete, whatever interrupted earlier tries. The lock only spares a second caller the work: should two fill at
 * once after all, the first to finish wins and the other's work is thrown away.
 */
export async function cached(
	name: string,
	say: Say,
	fill: (folder: string) => Promise<void>,
): Promise<string> {
	const root = cacheRoot();
	const folder = join(root, name);
	if (existsSync(folder)) return folder;
	await mkdir(root, { recursive: true });

	const release = await lock(join(root, `${name}.lock`), folder, say);
	if (!release) return folder;
	try {
		await removeLeftovers(root, name, say);
		const draft = join(root, `${name}.draft-${hostname()}-${process.pid}`);
		await mkdir(draft, { recursive: true });
		await fill(draft).catch(async (error) => {
			await rm(draft, { recursive: true, force: true });
			throw error;
		});
		// Once more: a child of the interrupted process may have gone on writing for a moment.
		await removeLeftovers(root, name, say);
		await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
			if (!existsSync(folder)) throw error;
			await rm(draft, { recursive: true, force: true });
		});
		return folder;
	} finally {
		await release();
	}
}

/** Waits for the lock. Gives back how to let go of it, or null when the folder came to be in the meantime. */
async function lock(path: string, folder: string, say: Say): Promise<(() => Promise<void>) | null> {
	const start = Date.now();
	let saidAt = 0;
	for (;;) {
		if (existsSync(folder)) return null;
		try {
			await writeFile(path, `${hostname()} ${process.pid}`, { flag: 'wx' });
			break;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
		if (await isAbandoned(path)) {
			say(`an earlier installation was interrupted; starting over`);
			await rm(path, { force: true });
			continue;
		}
		if (Date.now() - saidAt > SAY_EVERY_MS) {
			saidAt = Date.now();
			say(
				`another process is installing ${folder}; waiting … ${Math.round((saidAt - start) / 1000)} s`,
			);
		}
		await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
	}
	const touch = setInterval(() => {
		const now = new Date();
		void utimes(path, now, now).catch(() => undefined);
	}, LOCK_TOUCH_MS);
	return async () => {
		clearInterval(touch);
		await rm(path, { force: true });
	};
}

/** A lock is abandoned when its process on this machine is gone, or when nobody has touched it for a while. */
async function isAbandoned(path: string): Promise<boolean> {
	try {
		const [host, pid] = (await readFile(path, 'utf8')).split(' ');
		if (host === hostname() && pid && !isAlive(Number(pid))) return true;
		return Date.now() - (await stat(path)).mtimeMs > LOCK_STALE_MS;
	} catch {
		return false;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Drafts of processes that are gone; they are gigabytes. */
async function removeLeftovers(root: string, name: string, say: Say): Promise<void> {
	const ours = `${name}.draft-${hostname()}-`;
	for (const entry of await readdir(root)) {
		if (!entry.startsWith(ours) || isAlive(Number(entry.slice(ours.length)))) continue;
		say(`removing what an interrupted installation left: ${entry}`);
		await rm(join(root, entry), { recursive: true, force: true });
	}
}
