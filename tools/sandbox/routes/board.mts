import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

import * as who from '../identities.mts';

const FILES = {
	'/': ['board.html', 'text/html'],
	'/_sandbox/board.css': ['board.css', 'text/css'],
	'/_sandbox/board.mjs': ['board.mjs', 'text/javascript'],
};

/** What a person enters in n8n; the Base URL is the page's own. */
const TO_ENTER = {
	'API Token': who.API_TOKEN,
	'Company Profile ID': who.PROFILE_ID,
	'Audience ID': who.AUDIENCE_ID,
	'Audience ID, of an empty one': who.EMPTY_AUDIENCE_ID,
};

/** The page to look at the deals and move them by hand. */
export async function board(app: FastifyInstance) {
	app.get('/_sandbox/to-enter', async () => TO_ENTER);
	for (const [path, [name, type]] of Object.entries(FILES)) {
		app.get(path, async (_, reply) => {
			const text = await readFile(new URL(`../board/${name}`, import.meta.url), 'utf8');
			return reply.type(`${type}; charset=utf-8`).send(text);
		});
	}
}
