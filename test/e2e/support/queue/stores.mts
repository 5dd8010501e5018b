import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { run } from '../../../../tools/n8n/command.mts';
import { freePort } from '../../../../tools/n8n/environment.mts';
import { launch, program } from './launch.mts';

const USER = 'n8n';

/** Where Debian keeps what belongs to one release of PostgreSQL, the newest first. */
const RELEASES = '/usr/lib/postgresql';
const folders = () =>
	existsSync(RELEASES)
		? readdirSync(RELEASES)
				.sort((a, b) => Number(b) - Number(a))
				.map((release) => join(RELEASES, release, 'bin'))
		: [];

export type Postgres = Awaited<ReturnType<typeof openPostgres>>;

/** A PostgreSQL of its own, on a free port and in a temporary folder, as Debian ships it. */
export async function openPostgres() {
	const [initdb, postgres, psql] = ['initdb', 'postgres', 'psql'].map((name) =>
		program(name, 'postgresql', folders()),
	) as [string, string, string];
	const as = person();
	const folder = await mkdtemp(join(tmpdir(), 'sales-crm-postgres-'));
	if (as) await chown(folder, as.uid, as.gid);
	const data = join(folder, 'data');
	const flags = ['--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'];
	await run(initdb, ['-D', data, ...flags], { cwd: folder, as });
	const port = await freePort();

	const places = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
	const running = launch(postgres, places, { cwd: folder, as });
	await running.says('database system is ready to accept connections');
	return {
		/** What n8n needs to use it. */
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_DATABASE: 'postgres',
		},
		/** The rows that a query gives, their cells as text. */
		async query(sql: string): Promise<string[][]> {
			const access = ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', 'postgres'];
			const asked = [...access, '-tA', '-F', '\t', '-c', sql];
			const { stdout } = await promisify(execFile)(psql, asked, { maxBuffer: 64 * 1024 * 1024 });
			const lines = stdout.split('\n').filter((line) => line !== '');
			return lines.map((line) => line.split('\t'));
		},
		async close() {
			await running.end('SIGINT');
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** PostgreSQL refuses to run as root; its package brings a user of its own. */
function person(): { uid: number; gid: number } | undefined {
	if (process.getuid!() !== 0) return undefined;
	try {
		const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
		return { uid: number('-u'), gid: number('-g') };
	} catch {
		throw new Error('The user postgres is missing. Debian: apt-get install postgresql.');
	}
}

/** A Redis of its own, on a free port and in a temporary folder. */
export async function openRedis() {
	const command = program('redis-server', 'redis-server');
	const folder = await mkdtemp(join(tmpdir(), 'sales-crm-redis-'));
	const port = await freePort();
	const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];

	const running = launch(command, flags, { cwd: folder });
	await running.says('Ready to accept connections');
	return {
		/** What n8n needs to use it. */
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) },
		async close() {
			await running.end();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
