/** The n8n versions this package is tried on, and what each needs to install and run. */

export type Line = '2' | '1';

export type Release = {
	version: string;
	/** Versions of transitive packages that n8n asks for and that cannot be had, with what to take instead. */
	overrides: Record<string, string>;
	/** The packages whose install script n8n cannot start without. All other install scripts are left out. */
	rebuild: string[];
	/** Settings of this line alone. */
	env: Record<string, string>;
};

export const RELEASES: Record<Line, Release> = {
	'2': {
		version: '2.41.0',
		overrides: {
			xlsx: '0.18.5',
			linkedom: '0.18.12',
			'@langchain/core': '1.2.13',
			'@langchain/langgraph-checkpoint': '1.1.5',
			'@langchain/protocol': '0.0.19',
		},
		rebuild: ['sqlite3', 'isolated-vm'],
		// This module fetches a list from n8n's makers at every start, and has no other switch.
		env: { N8N_DISABLED_MODULES: 'mcp-registry' },
	},
	'1': {
		version: '1.123.81',
		overrides: { xlsx: '0.18.5' },
		rebuild: ['sqlite3', 'isolated-vm'],
		// On SQLite without a pool, Data Tables of n8n 1 fail when two runs overlap.
		env: { DB_SQLITE_POOL_SIZE: '4' },
	},
};

/** n8n 2.36 and later need Node 24, and 1.123 runs on it too: one Node for both keeps the builds alike. */
export const NODE_MAJOR = 24;

/** The scanner that n8n runs over community packages (@n8n/scan-community-package). */
export const SCANNER = '0.32.0';
