import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import { csvLine } from '../../../../utils/csv';
import { textOf } from '../../../../utils/text';
import { inPieces } from '../../../../transport/waiting';
import { REPORT_COLUMNS, reportColumnPositions } from '../columns/columns';
import type { Part, Row, RunFacts } from '../rows';
import { reasonOf } from './summary';
import { guarded, toText } from '../read/cell';

/**
 * The files of a report: CSV as in RFC 4180, with a BOM, by which Excel knows UTF-8, and the delimiter of the file that
 * came. Each filled row stands in exactly one of them, but rows that a dry run would create stand in none.
 */

type FileName = 'imported' | 'otherNames' | 'notImported';

type ReportColumn = (typeof REPORT_COLUMNS)[number];

/**
 * With what a report adds to the columns as they came: in front of them, and behind them. `imported`: rows that are in,
 * and duplicates of such. `otherNames`: those with a key of somebody else, to be looked at and sent with Create Anyway.
 * `notImported`: all others, to be corrected and sent again with Skip.
 */
const FILES: Record<FileName, { name: string; before: ReportColumn[]; after: ReportColumn[] }> = {
	// n8n shows files side by side: what is to be worked on comes first, so that it is in sight.
	notImported: { name: 'not-imported.csv', before: ['row'], after: ['reason'] },
	otherNames: { name: 'other-names.csv', before: ['row'], after: ['reason'] },
	imported: { name: 'imported.csv', before: ['row', 'outcome', 'contactId'], after: [] },
};

export async function filesOf(facts: RunFacts, part: Part): Promise<{ binary?: IBinaryKeyData }> {
	const binary: IBinaryKeyData = {};
	for (const name of Object.keys(FILES) as FileName[]) {
		const rows = part.rows.filter((row) => fileOf(row) === name);
		const isToCome = name === 'imported' && facts.settings.dryRun;
		if (rows.length > 0 && !isToCome) binary[name] = await written(name, facts, part, rows);
	}
	return Object.keys(binary).length > 0 ? { binary } : {};
}

function fileOf({ result }: Row): FileName | undefined {
	const { outcome, first, isOtherName } = result!;
	if (outcome === 'empty') return undefined;
	if (isOtherName) return 'otherNames';
	if (outcome === 'duplicate') return fileOf(first!) === 'imported' ? 'imported' : 'notImported';
	return outcome === 'failed' || outcome === 'uncertain' ? 'notImported' : 'imported';
}

/** Of a duplicate that of the first row with its key. */
const idOf = ({ result }: Row): string =>
	result!.outcome === 'duplicate' ? idOf(result!.first!) : (result!.contactId ?? '');

/** What a row has under each of our columns. */
const VALUES: Record<ReportColumn, (row: Row) => string> = {
	row: ({ number }) => String(number),
	outcome: ({ result }) => result!.outcome,
	contactId: idOf,
	reason: (row) => reasonOf(row) ?? '',
};

async function written(
	name: FileName,
	{ context, connection }: RunFacts,
	{ header, delimiter = ',' }: Part,
	rows: readonly Row[],
): Promise<IBinaryData> {
	const { name: fileName, before, after } = FILES[name];
	const added = reportColumnPositions(header);
	/** Without what an earlier report added, and guarded: an import takes that off again. */
	const ownOf = (cells: readonly unknown[], length = header.length) =>
		Array.from({ length }, (_, place) => toText(cells[place]) ?? textOf(cells[place]))
			.filter((_, place) => !added.has(place))
			.map(guarded);
	const lines = [csvLine([...before, ...ownOf(header), ...after], delimiter)];
	for await (const row of inPieces(rows, connection.signal)) {
		const [first, last] = [before, after].map((some) => some.map((one) => VALUES[one](row)));
		const cells = row.original();
		// What stands beyond the header keeps its place.
		const own = ownOf(cells, row.isLong ? cells.length : undefined);
		lines.push(csvLine([...first, ...own, ...last], delimiter));
	}
	const content = Buffer.from(`\uFEFF${lines.join('')}`);
	return await context.helpers.prepareBinaryData(content, fileName, 'text/csv');
}
