import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { run } from '../../../tools/n8n/command.mts';
import { ensureN8n, type Installed } from '../../../tools/n8n/install.mts';
import { packPackage, ROOT } from '../../../tools/n8n/pack.mts';
import { RELEASES, type Line } from '../../../tools/n8n/versions.mts';

/**
 * The tarball beside nothing but what n8n supplies: an import that only this project's own development has would
 * otherwise crash n8n at its start, and no linter sees that.
 */

/** What n8n supplies to community packages on every line, and this one uses. */
const SUPPLIED = ['n8n-workflow', 'luxon'];

const LOAD = `
const { n8n } = require('n8n-nodes-sales-crm/package.json');
const made = [...n8n.nodes, ...n8n.credentials].map((path) => {
	const [Type] = Object.values(require('n8n-nodes-sales-crm/' + path));
	const type = new Type();
	return type.description?.name ?? type.name;
});
console.log(JSON.stringify(made));
`;

const say = (line: string) => console.error(`  ${line}`);

for (const line of Object.keys(RELEASES) as Line[]) {
	describe(`the tarball alone (n8n ${RELEASES[line].version})`, () => {
		let folder: string;
		let n8n: Installed;
		before(async () => {
			n8n = await ensureN8n(line, say);
			folder = await mkdtemp(join(tmpdir(), 'sales-crm-alone-'));
			const modules = join(folder, 'node_modules');
			await mkdir(modules);
			const tarball = process.env.SALES_CRM_TARBALL ?? (await packPackage(say));
			await run('tar', ['-xzf', tarball, '-C', modules], { cwd: ROOT });
			await run('mv', ['package', 'n8n-nodes-sales-crm'], { cwd: modules });
			for (const name of SUPPLIED) {
				await symlink(join(n8n.folder, 'node_modules', name), join(modules, name));
			}
		});
		after(async () => await rm(folder, { recursive: true, force: true }));

		it('loads every node and credential', async () => {
			await writeFile(join(folder, 'load.cjs'), LOAD);
			const made = JSON.parse(await run(n8n.node, ['load.cjs'], { cwd: folder })) as string[];
			assert.deepEqual(made, [
				'salesCrm',
				'salesCrmTrigger',
				'salesCrmPollingTrigger',
				'salesCrmApi',
				'salesCrmOAuth2Api',
				'salesCrmServiceAccountApi',
			]);
		});

		it('would fail for one that is not there', async () => {
			await rm(join(folder, 'node_modules', 'n8n-workflow'));
			await assert.rejects(
				run(n8n.node, ['load.cjs'], { cwd: folder }),
				/Cannot find module 'n8n-workflow'/,
			);
		});
	});
}
