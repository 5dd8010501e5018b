import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const FILES = {
	'/': ['board.html', 'text/html'],
	'/_sandbox/board.css': ['board.css', 'text/css'],
	'/_sandbox/board.mjs': ['board.mjs', 'text/javascript'],
};

/** The page to look at the deals and move them by hand. */
export async function board(app: FastifyInstance) {
	for (const [path, [name, type]] of Object.entries(FILES)) {
		app.get(path, async (_, reply) => {
			const text = await readFile(new URL(`../board/${name}`, import.meta.url), 'utf8');
			return reply.type(`${type}; charset=utf-8`).send(text);
		});
	}
}
