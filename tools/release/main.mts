/**
 * `npm run release`, for the workflow that publishes: looks whether everything is as it should be, then lets n8n's own
 * tool lint, build and publish with provenance. On a person's machine it says what to do and publishes nothing.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

import { reasonsAgainst } from './checks.mts';

const read = async (path: string) =>
	await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const { GITHUB_ACTIONS, GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env;
const reasons = reasonsAgainst({
	manifest: JSON.parse(await read('package.json')),
	changelog: await read('CHANGELOG.md'),
	readme: await read('README.md'),
	node: await read('nodes/SalesCrm/SalesCrm.node.ts'),
	icon: (await read('icons/salesCrm.svg')) + (await read('icons/salesCrm.dark.svg')),
	tag: GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined,
});
if (GITHUB_ACTIONS !== 'true') {
	reasons.unshift(
		'Only the workflow "Publish" publishes: push a tag (CONTRIBUTING.md, Releasing).',
	);
}

if (reasons.length > 0) {
	console.error(['Nothing was published.', ...reasons].join('\n- '));
	process.exitCode = 1;
} else {
	const { status } = spawnSync('npx', ['n8n-node', 'release'], { stdio: 'inherit' });
	process.exitCode = status ?? 1;
}
