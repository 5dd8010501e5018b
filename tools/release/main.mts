/**
 * `npm run release`, for the workflow that publishes: looks whether everything is as it should be, then lints, builds
 * and packs: a job of its own publishes the tarball. On a person's machine it says what to do.
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
	const steps = [
		['run', 'lint'],
		['run', 'build'],
		['pack', '--ignore-scripts'],
	];
	const isDone = (step: string[]) => spawnSync('npm', step, { stdio: 'inherit' }).status === 0;
	process.exitCode = steps.every(isDone) ? 0 : 1;
}
