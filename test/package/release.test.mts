import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { reasonsAgainst, type Candidate } from '../../tools/release/checks.mts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = async (path: string) => await readFile(`${ROOT}${path}`, 'utf8');

const good = (): Candidate => ({
	manifest: {
		version: '1.2.3',
		author: { name: 'A Publisher', email: 'someone@publisher.test' },
		homepage: 'https://publisher.test/nodes',
		repository: { url: 'git+https://github.com/publisher/nodes.git' },
	},
	changelog:
		'# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n\n### Added\n\n- A thing\n',
	readme: 'See the [API documentation](https://crm.test/api) of the service.',
	node: "displayName: 'Bakery CRM',",
	icon: '<svg xmlns="http://www.w3.org/2000/svg"/>',
	tag: '1.2.3',
});

describe('a release', () => {
	it('may go out if everything is in place', () => {
		assert.deepEqual(reasonsAgainst(good()), []);
	});

	const flaws: Array<[string, (candidate: Candidate) => void, RegExp]> = [
		['no tag', (it) => (it.tag = undefined), /tag is missing/],
		['the tag of another version', (it) => (it.tag = '1.2.4'), /tag is 1\.2\.4.*1\.2\.3/],
		['a tag with a letter before it', (it) => (it.tag = 'v1.2.3'), /tag is v1\.2\.3/],
		['no author', (it) => delete it.manifest.author, /"author"/],
		[
			'a stand-in for a home page',
			({ manifest }) => (manifest.homepage = 'https://example.com/x'),
			/"homepage"/,
		],
		[
			'a repository elsewhere',
			({ manifest }) => (manifest.repository = { url: 'git+https://gitlab.com/x/nodes.git' }),
			/has to begin with git\+https:\/\/github\.com/,
		],
		[
			'a stand-in for the name of the service',
			(it) => (it.node = it.node.replace('Bakery', 'Sales')),
			/still say "Sales CRM"/,
		],
		[
			'a stand-in for the logo',
			(it) => (it.icon = '<!-- A stand-in for the logo --><svg/>'),
			/stand-in for the service's logo/,
		],
		[
			'a link to nobody as documentation',
			(it) => (it.readme = '[API documentation](https://crm.example.com/api)'),
			/"API documentation"/,
		],
		[
			'an empty section on the version',
			(it) => (it.changelog = '## [1.2.3]\n\n## [1.2.2]\n\n- A thing\n'),
			/nothing about 1\.2\.3/,
		],
		[
			'changes that no version claims',
			(it) =>
				(it.changelog = it.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- Another\n')),
			/still has entries/,
		],
	];
	for (const [flaw, spoil, reason] of flaws) {
		it(`does not go out with ${flaw}`, () => {
			const candidate = good();
			spoil(candidate);
			const reasons = reasonsAgainst(candidate);
			assert.equal(reasons.length, 1, reasons.join('\n'));
			assert.match(reasons[0]!, reason);
		});
	}

	it('does not go out until the publisher has filled in what only the publisher knows', async () => {
		const reasons = reasonsAgainst({
			...good(),
			manifest: JSON.parse(await read('package.json')),
			readme: await read('README.md'),
			node: await read('nodes/SalesCrm/SalesCrm.node.ts'),
			icon: await read('icons/salesCrm.svg'),
		});
		const all = /"author".*"homepage".*"repository".*"Sales CRM".*logo.*"API documentation"/s;
		// Once the publisher is known, what is still missing is the publisher's affair.
		const words = reasons.join('\n');
		assert.ok(all.test(words) || !words.includes('"author"'), words);
	});

	it('does not go out by hand', () => {
		const env = { ...process.env, GITHUB_ACTIONS: undefined, GITHUB_REF_NAME: undefined };
		const { status, stderr } = spawnSync(
			process.execPath,
			['--import', 'tsx', 'tools/release/main.mts'],
			{ cwd: ROOT, env, encoding: 'utf8' },
		);
		assert.equal(status, 1);
		assert.match(stderr, /^Nothing was published\.\n- Only the workflow "Publish" publishes/);
	});

	it('has its version in the changelog', async () => {
		const { version } = JSON.parse(await read('package.json'));
		assert.match(
			await read('CHANGELOG.md'),
			new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\]`, 'm'),
		);
	});
});

it('the job that installs and builds cannot publish, and the job that publishes installs nothing', async () => {
	const [, pack, publish, notes] = (await read('.github/workflows/publish.yml')).split(
		/\n {2}(?:pack|publish|notes):\n/,
	);
	assert.match(pack!, /npm ci[^]*npm run release[^]*upload-artifact/);
	assert.doesNotMatch(pack!, /id-token/);
	assert.match(publish!, /id-token: write[^]*npm publish \S+ --ignore-scripts --provenance/);
	assert.doesNotMatch(publish!, /checkout|contents: write|npm (ci|install|run)/);
	assert.doesNotMatch(notes!, /checkout|id-token|npm (ci|install|run)/);
});

/** The token of provenance, the page of a release, and what two tools found. */
const MAY_WRITE: Record<string, string[]> = {
	'publish.yml': ['id-token: write', 'contents: write'],
	'security.yml': ['security-events: write', 'security-events: write'],
};

describe('the workflows', async () => {
	for (const name of await readdir(`${ROOT}.github/workflows`)) {
		const text = await read(`.github/workflows/${name}`);

		it(`${name}: actions are pinned by commit`, () => {
			const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action!);
			assert.ok(used.length > 0);
			for (const action of used) assert.match(action, /^\.\/|@[0-9a-f]{40}$/);
		});

		it(`${name}: may write nothing but what its job is for`, () => {
			const granted = [...text.matchAll(/^\s+([a-z-]+): (read|write)$/gm)].map(
				([, what, how]) => `${what}: ${how}`,
			);
			assert.deepEqual(
				granted.filter((grant) => grant !== 'contents: read'),
				MAY_WRITE[name] ?? [],
			);
			assert.match(text, /^permissions:\n  contents: read$/m);
			assert.doesNotMatch(text, /secrets\./);
		});
	}
});
