// The last step of `npm run build`: writes into dist what n8n's editor shows of a node's output
// before the node has run, made from the description of the service in tools/sandbox/openapi.yaml.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDescription } from '../sandbox/validation.mts';
import { outputs } from './outputs.mts';
import { shapeOf } from './shape.mts';

/** The folder that n8n looks in is named after the node's version. */
const VERSIONS: Record<string, string> = { SalesCrmTrigger: 'v1.1.0' };

const DIST = fileURLToPath(new URL('../../dist/nodes/', import.meta.url));

const { api } = await readDescription();
const previews = outputs(api.definition);

for (const [name, output] of Object.entries(previews)) {
	const [node, ...rest] = name.split('/');
	const text = JSON.stringify({ ...shapeOf(output), version: 1 }, null, '\t');
	const version = VERSIONS[node!] ?? 'v1.0.0';
	const file = `${DIST}${[node, '__schema__', version, ...rest].join('/')}.json`;
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, `${text}\n`);
}
