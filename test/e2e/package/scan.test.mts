import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';

import { run } from '../../../tools/n8n/command.mts';
import { ensureScanner } from '../../../tools/n8n/install.mts';
import { packPackage, ROOT } from '../../../tools/n8n/pack.mts';

/**
 * What n8n's scanner finds in what would be published. Its command fetches a published package, and ends well whatever
 * it finds; so its parts are called here, on the sources and on the unpacked tarball as it does itself.
 */

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

const say = (line: string) => console.error(`  ${line}`);

describe("n8n's scanner", () => {
	let scanner: Scanner;
	let folder: string;
	before(async () => {
		const installed = await ensureScanner(say);
		const path = 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs';
		scanner = (await import(pathToFileURL(join(installed, path)).href)) as Scanner;
		folder = await mkdtemp(join(tmpdir(), 'sales-crm-scan-'));
		const tarball = process.env.SALES_CRM_TARBALL ?? (await packPackage(say));
		await run('tar', ['-xzf', tarball, '-C', folder], { cwd: ROOT });
	});
	after(async () => await rm(folder, { recursive: true, force: true }));

	it('has nothing to say of the sources', async () => {
		const { passed, message, details } = await scanner.analyzePackage(
			ROOT,
			scanner.SOURCE_FILE_PATTERNS,
		);
		assert.ok(passed && message === undefined, `${message}\n${details}`);
	});

	it('has nothing to say of the tarball', async () => {
		const { passed, message, details } = await scanner.analyzePackage(join(folder, 'package'));
		assert.ok(passed && message === undefined, `${message}\n${details}`);
	});

	it('would speak up', async () => {
		const spoilt = join(folder, 'spoilt');
		await cp(join(folder, 'package'), spoilt, { recursive: true });
		const node = join(spoilt, 'dist/nodes/SalesCrm/SalesCrm.node.js');
		await appendFile(node, '\nconsole.log(process.env.HOME);\n');
		const { passed, details } = await scanner.analyzePackage(spoilt);
		assert.equal(passed, false);
		assert.match(details!, /SalesCrm\.node\.js/);
	});
});
