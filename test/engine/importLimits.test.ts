import { type IDataObject, sleep } from 'n8n-workflow';

import type { ImportSettings } from '../../nodes/SalesCrm/resources/contact/fields';
import { classifyAlone } from '../../nodes/SalesCrm/resources/contact/judge/outcomes';
import type { Row } from '../../nodes/SalesCrm/resources/contact/rows';
import { CancelledError } from '../../nodes/transport/errors';
import { importRows, infosAtService } from '../support/contactRuns';
import { fileItem, startImport } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** No file stops n8n, whatever is in it. Figures of all shapes: tools/bench/importShapes.mts. */

beforeEach(async () => await startOver());

const dryRun = async (lines: string[]) => {
	const items = [fileItem({ content: lines.join('\n') })];
	const { ended } = startImport(items, { dryRun: true });
	return (await ended).items('Sales CRM')[0].json;
};

it('a line of 50,000 words, phones of 80,000 signs and a phone of 4,000 rows take little time', async () => {
	const rows = Array.from({ length: 4_000 }, (_, n) => `An ${n},0600000000,an${n}@x.example`);
	const report = await dryRun([
		Array(50_000).fill('dear').join(' '),
		'Name,Phone,Email',
		`Bo,1x${'+'.repeat(80_000)},bo@x.example`,
		`Cas,06 12345678${' '.repeat(80_000)}x,cas@x.example`,
		...rows,
	]);
	expect(report).toMatchObject({ rows: 4_002, wouldCreate: 4_002 });
});

it('among 150 people with one phone, the one with the same name is found', async () => {
	const names = Array.from(
		{ length: 150 },
		(_, n) => `Name${Buffer.from([97 + n / 26, 97 + (n % 26)])}`,
	);
	const report = await dryRun([
		'First name,Last name,Phone,Email',
		...names.map((name, n) => `${name},${name}son,0600000000,an${n}@x.example`),
		`${names[140]},${names[140]}son,0600000000,`,
	]);
	expect(report).toMatchObject({ wouldCreate: 150, duplicate: 1, otherName: 0 });
});

it('Stop ends an import while its file is read', async () => {
	const rows = Array.from({ length: 200_000 }, (_, n) => `An,an${n}@x.example,061${n}`);
	const content = `Name,Email,Phone\n${rows.join('\n')}`;
	const { cancel, ended } = startImport([fileItem({ content })], { dryRun: true });
	const startedAt = performance.now();
	await sleep(0);
	cancel();
	expect((await ended).status).toBe('canceled');
	expect(performance.now() - startedAt).toBeLessThan(5_000);
	expect(sandbox.log.requests).toEqual([]);
});

it('judging rows pauses for other work of n8n, so that Stop ends it', async () => {
	let clock = 0;
	const now = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 60));
	const rows = [{ isEmpty: true }, { isEmpty: true }] as Row[];
	const settings = { ifExists: 'skip', matchBy: [] } as unknown as ImportSettings;
	const judging = classifyAlone([], rows, settings, AbortSignal.abort());
	await expect(judging).rejects.toThrow(CancelledError);
	now.mockRestore();
});

it('a column may have any name, which brings no markup into a hint', async () => {
	const json = '{"email":"an@x.example","__proto__":"1","<a href=x>y</a>":"2","B & C &lt;i":"3"}';
	const row = JSON.parse(json) as IDataObject;
	const added = await importRows([row], { options: { extraColumns: 'add' } });
	expect(Object.entries(added.json[0])).toContainEqual(['__proto__', '1']);
	expect(Object.entries(infosAtService()[0])).toHaveLength(4);
	const { hints } = await importRows([{ ...row, email: 'bo@x.example' }]);
	expect(hints.join()).toMatch(/^[^<]*__proto__, a href=x y \/a, B & C lt;i[^<]*$/);
});
