import { type IDataObject, sleep } from 'n8n-workflow';

import { importRows, infosAtService } from '../support/contactRuns';
import { fileItem, startImport } from '../support/importRuns';
import { startOver } from '../support/startOver';

/** No file stops n8n, whatever is in it; figures of all shapes: tools/bench/importShapes.mts. */

beforeEach(async () => await startOver());

it('a first line of 50,000 words, phones of 80,000 signs and one phone of 4,000 rows are no work', async () => {
	const rows = Array.from({ length: 4_000 }, (_, n) => `An ${n},0600000000,an${n}@x.example`);
	const text = [
		Array(50_000).fill('dear').join(' '),
		'Name,Phone,Email',
		`Bo,1x${'+'.repeat(80_000)},bo@x.example`,
		`Cas,06 12345678${' '.repeat(80_000)}x,cas@x.example`,
		...rows,
	].join('\n');
	const run = await startImport([fileItem({ content: text })], { dryRun: true }).ended;
	expect(run.items('Sales CRM')[0].json).toMatchObject({ rows: 4_002, wouldCreate: 4_002 });
});

it('of 150 with one phone, the one with the same name is the same person', async () => {
	const names = Array.from(
		{ length: 150 },
		(_, n) => `Name${Buffer.from([97 + n / 26, 97 + (n % 26)])}`,
	);
	const rows = names.map((name, n) => `${name},${name}son,0600000000,an${n}@x.example`);
	const text = [
		'First name,Last name,Phone,Email',
		...rows,
		`${names[140]},${names[140]}son,0600000000,`,
	];
	const run = await startImport([fileItem({ content: text.join('\n') })], { dryRun: true }).ended;
	const expected = { wouldCreate: 150, duplicate: 1, otherName: 0 };
	expect(run.items('Sales CRM')[0].json).toMatchObject(expected);
});

it('Stop is heeded while a file is read', async () => {
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

it('a column may have any name', async () => {
	const row = JSON.parse('{"email":"an@x.example","__proto__":"1","<b>y</b>":"2"}') as IDataObject;
	const rows = [row, { email: 'cas@x.example' }];
	const { json } = await importRows(rows, { options: { extraColumns: 'add' } });
	expect(json.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
	expect(Object.entries(json[0])).toContainEqual(['__proto__', '1']);
	expect(Object.entries(infosAtService()[0])).toHaveLength(3);
	const { hints } = await importRows([
		{ email: 'bo@x.example', '<a href="https://x.example">y</a>': '2' },
	]);
	expect(hints.join()).toContain('a href="https://x.example" y /a');
	expect(hints.join()).not.toContain('<');
});
