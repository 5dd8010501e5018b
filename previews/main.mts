// Writes what follows from the description of the service in sandbox/openapi.yaml: the previews that
// n8n's editor shows before a node has run, and the types of the service's records. With --check it
// only says whether the committed ones are fresh.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDescription } from '../sandbox/validation.mts';
import nodes from '../nodes/SalesCrm/resources/index.ts';
import { outputs } from './outputs.mts';
import { shapeOf } from './shape.mts';
import { typesOf } from './types.mts';

/** The folder that n8n looks in is named after the node's version; all versions of a node give out the same. */
const VERSIONS: Record<string, string[]> = { SalesCrmTrigger: ['v1.0.0', 'v1.1.0'] };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TYPES = `${ROOT}nodes/api/openapi.ts`;

const previewsOf = (name: string) => {
	const [node, ...rest] = name.split('/');
	const versions = VERSIONS[node!] ?? ['v1.0.0'];
	return versions.map(
		(version) => `${ROOT}nodes/${[node, '__schema__', version, ...rest].join('/')}.json`,
	);
};

const check = process.argv.includes('--check');
const { api } = await readDescription();
const previews = outputs(api.definition);
// Not `api.document`: that is read in the background, and may not be there yet.
const made = new Map([[TYPES, await typesOf(await api.loadDocument(), TYPES)]]);
const stale: string[] = [];

for (const { value: resource, operations } of nodes.resources) {
	for (const { value: operation } of operations) {
		const name = `SalesCrm/${resource}/${operation}`;
		if (!(name in previews)) throw new Error(`There is no preview for ${name}`);
	}
}

for (const [name, output] of Object.entries(previews)) {
	const text = JSON.stringify({ ...shapeOf(output), version: 1 }, null, '\t');
	for (const file of previewsOf(name)) made.set(file, `${text}\n`);
}
for (const [file, text] of made) {
	const before = await readFile(file, 'utf8').catch(() => '');
	if (before === text) continue;
	stale.push(relative(ROOT, file));
	if (check) continue;
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}

if (check && stale.length > 0) {
	console.error(`Not up to date: ${stale.join(', ')}. Run: npm run previews`);
	process.exit(1);
}
console.log(check ? 'Previews and types are up to date.' : `${stale.length} files written.`);
