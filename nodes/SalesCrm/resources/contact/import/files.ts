import type { IBinaryKeyData } from 'n8n-workflow';

import { csvLine } from '../../../../utils/csv';
import { pushTo } from '../../../../utils/lists';
import { textOf } from '../../../../utils/text';
import { inPieces } from '../../../../transport/waiting';
import { reportColumnPositions } from '../../../../contacts/columns';
import { type ImportSource, isBad, type Judged, type RunFacts } from './rows';
import { reasonOf } from './summary';
import { guarded, toText } from '../../../../contacts/cell';

/**
 * The files of a report, with the columns that it adds. `notImported`: rows to correct and send again with Skip.
 * `otherNames`: rows with the key of somebody else, to look at and send with Create Anyway. `imported`: rows that are
 * in, and their duplicates. n8n shows files side by side, so the one to work on comes first.
 */
const FILES = {
	notImported: { fileName: 'not-imported.csv', columns: ['row'] },
	otherNames: { fileName: 'other-names.csv', columns: ['row'] },
	imported: { fileName: 'imported.csv', columns: ['row', 'outcome', 'contactId'] },
} as const;

/** By it Excel recognizes UTF-8. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

const VALUES = {
	row: ({ number }: Judged) => String(number),
	outcome: ({ result }: Judged) => result.outcome,
	/** A duplicate has the ID of the first row with its key. */
	contactId: ({ result }: Judged) => (result.first?.result ?? result).contactId ?? '',
};

/** Each filled row is in exactly one file, but a row that a dry run would create is in none. */
export async function filesOf(
	facts: RunFacts,
	source: ImportSource<Judged>,
): Promise<{ binary?: IBinaryKeyData }> {
	const { context, connection, settings } = facts;
	const { header, delimiter = ',' } = source;
	/** An earlier report may have added columns. */
	const added = reportColumnPositions(header);
	const ownOf = (cells: readonly unknown[], length: number) =>
		Array.from({ length }, (_, index) => toText(cells[index]) ?? textOf(cells[index])).filter(
			(_, index) => !added.has(index),
		);
	/** Each line as bytes at once, because to turn those of 200,000 rows into bytes takes a while. */
	const files = new Map<string, Buffer[]>();
	const add = (name: string, cells: readonly string[]) =>
		pushTo(files, name, Buffer.from(csvLine(cells.map(guarded), delimiter)));
	for await (const row of inPieces(source.rows, connection.signal)) {
		const name = fileOf(row);
		if (!name || (name === 'imported' && settings.dryRun)) continue;
		const { columns } = FILES[name];
		if (!files.has(name)) add(name, [...columns, ...ownOf(header, header.length), 'reason']);
		const cells = row.original();
		// Also empty ones, or a shifted row would fit the header when it is imported again.
		const own = ownOf(cells, row.isLong ? cells.length : header.length);
		add(name, [...columns.map((one) => VALUES[one](row)), ...own, reasonOf(row) ?? '']);
	}
	const binary: IBinaryKeyData = {};
	for (const [name, { fileName }] of Object.entries(FILES)) {
		const lines = files.get(name);
		if (!lines) continue;
		const content = Buffer.concat([BYTE_ORDER_MARK, ...lines]);
		binary[name] = await context.helpers.prepareBinaryData(content, fileName, 'text/csv');
	}
	return Object.keys(binary).length > 0 ? { binary } : {};
}

function fileOf(row: Judged): keyof typeof FILES | undefined {
	const { outcome, first = row, isOtherName } = row.result;
	if (outcome === 'empty') return undefined;
	if (isOtherName) return 'otherNames';
	return isBad(first) || first.result?.isOtherName ? 'notImported' : 'imported';
}
