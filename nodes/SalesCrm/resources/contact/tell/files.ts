import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

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
	imported: { name: 'imported.csv', before: ['row', 'outcome', 'contactId'], after: [] },
	otherNames: { name: 'other-names.csv', before: ['row'], after: ['reason'] },
	notImported: { name: 'not-imported.csv', before: ['row'], after: ['reason'] },
};

export async function filesOf(
	facts: RunFacts,
	part: Part,
): Promise<Pick<INodeExecutionData, 'binary'>> {
	const rowsOf: Record<FileName, Row[]> = { imported: [], otherNames: [], notImported: [] };
	for (const row of part.rows) {
		const file = fileOf(row);
		if (file && !(file === 'imported' && facts.settings.dryRun)) rowsOf[file].push(row);
	}
	const binary: Record<string, IBinaryData> = {};
	for (const name of Object.keys(FILES) as FileName[]) {
		if (rowsOf[name].length > 0) binary[name] = await written(name, facts, part, rowsOf[name]);
	}
	return Object.keys(binary).length > 0 ? { binary } : {};
}

function fileOf({ result }: Row): FileName | undefined {
	const { outcome, first, isOtherName } = result!;
	if (outcome === 'empty') return undefined;
	if (isOtherName) return 'otherNames';
	const isIn =
		outcome === 'duplicate'
			? fileOf(first!) === 'imported'
			: ['created', 'existing', 'wouldCreate'].includes(outcome);
	return isIn ? 'imported' : 'notImported';
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
	{ context, signal }: RunFacts,
	{ header, delimiter = ',' }: Part,
	rows: readonly Row[],
): Promise<IBinaryData> {
	const { name: fileName, before, after } = FILES[name];
	const added = reportColumnPositions(header);
	/** As they came, without what an earlier report added, and guarded: an import takes that off again. */
	const ownOf = (cells: readonly unknown[]) => {
		const texts = Array.from({ length: Math.max(header.length, cells.length) }, (_, n) =>
			textIn(cells[n]),
		);
		return texts.filter((_, place) => !added.has(place)).map(guarded);
	};
	const lines = [csvLine([...before, ...ownOf(header), ...after], delimiter)];
	for await (const row of inPieces(rows, signal)) {
		const [first, last] = [before, after].map((some) => some.map((one) => VALUES[one](row)));
		// Of a row that is too long, what stands beyond the header keeps its place.
		const cells = row.original().slice(0, row.isLong ? undefined : header.length);
		lines.push(csvLine([...first, ...ownOf(cells), ...last], delimiter));
	}
	const content = Buffer.from(`\uFEFF${lines.join('')}`);
	return await context.helpers.prepareBinaryData(content, fileName, 'text/csv');
}

const textIn = (value: unknown): string => toText(value) ?? textOf(value);
