// Writes the previews that n8n's editor shows before a node has run, from the description of the
// service in sandbox/openapi.yaml. With --check it only says whether the committed ones are fresh.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDescription } from '../sandbox/validation.mts';
import nodes from '../nodes/SalesCrm/resources/index.ts';
import { outputs } from './outputs.mts';
import { shapeOf } from './shape.mts';

/** The folder that n8n looks in is named after the node's version. */
const VERSION = 'v1.0.0';

const fileOf = (name: string) => {
	const [node, ...rest] = name.split('/');
	const path = [node, '__schema__', VERSION, ...rest].join('/');
	return fileURLToPath(new URL(`../nodes/${path}.json`, import.meta.url));
};

const check = process.argv.includes('--check');
const { api } = await readDescription();
const stale: string[] = [];
const previews = outputs(api.definition);

for (const { value: resource, operations } of nodes.resources) {
	for (const { value: operation } of operations) {
		const name = `SalesCrm/${resource}/${operation}`;
		if (!(name in previews)) throw new Error(`There is no preview for ${name}`);
	}
}

for (const [name, output] of Object.entries(previews)) {
	const file = fileOf(name);
	const text = `${JSON.stringify({ ...shapeOf(output), version: 1 }, null, '\t')}\n`;
	const before = await readFile(file, 'utf8').catch(() => '');
	if (before === text) continue;
	stale.push(name);
	if (check) continue;
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}

if (check && stale.length > 0) {
	console.error(`Previews are not up to date: ${stale.join(', ')}. Run: npm run previews`);
	process.exit(1);
}
console.log(check ? 'All previews are up to date.' : `${stale.length} previews written.`);
