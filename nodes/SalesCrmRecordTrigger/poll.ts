import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { listContacts } from '../api/contacts';
import { listQuotations } from '../api/quotations';
import type { ListOptions } from '../pagination/list';
import { idFieldOf } from '../pagination/seenRows';
import type { PollBudget } from '../polling/budget';
import { type Polled, pollOnce } from '../polling/pollOnce';
import { connectTo, sourceOf } from '../polling/settings';
import type { Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { joined } from '../utils/lists';
import { UserError } from '../utils/userError';
import { type FreshRecord, newRecords } from './newRecords';
import { keysOfList, type RecordRows } from './recordKeys';
import { RecordMemory } from './recordMemory';
import { readRecordSettings, type RecordSettings, shapeFor, shownRecord } from './settings';

/**
 * One poll: which records are new or changed, or null when none is.
 *
 * 1. All records are listed, for the service offers no part of them and no event.
 * 2. What is new among them `newRecords` says, and `pollOnce` keeps what has to be remembered for that.
 * 3. A list that could not be shown to be complete hands out what is new all the same, and the log
 *    says why it is in doubt.
 * 4. The first list alone is trusted with what there is already: what it lacks would come as new
 *    later, records of years. In doubt it is read once more. Then it counts where it is complete, or
 *    brings the same records once more, one at least: such a service shows no others. Else the
 *    activation fails.
 * 5. The end of a list without a mark is confirmed, at the price of three seconds, where something
 *    hangs on it: at the first list, and where a record that was absent before would be forgotten.
 *    A list that lacks none costs nothing more.
 * 6. "Fetch Test Event" shows the first records of the list, new or not.
 */
export const pollRecords = async (
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> =>
	await pollOnce(context, {
		read: async (kept, budget) => await readFresh(context, kept, budget),
		sample: async () => await readSample(context),
	});

async function readFresh(
	context: IPollFunctions,
	kept: unknown,
	budget: PollBudget,
): Promise<Polled> {
	const settings = readRecordSettings(context);
	const connection = budget.limited(await connectTo(context));
	const { audienceId, startsWithAll, watchesChanges, ignored, maxRecords } = settings;
	const source = sourceOf(connection, audienceId ? `contacts ${audienceId}` : 'quotations');
	const known = RecordMemory.load(kept, source);
	const confirmsEnd = !known || known.missing.size > 0;
	const first = await listAll(connection, settings, { confirmsEnd, repeats: true });
	const isBeginning = !known && !startsWithAll && first.doubt !== undefined;
	const list = isBeginning ? await listAgain(connection, settings, first) : first;
	if (list.doubt !== undefined) warn(connection, list.doubt);
	const { fresh, cursor } = newRecords(known, list, {
		source,
		watchesChanges,
		ignored,
		startsWithAll,
		maxRecords,
		shapeOf: shapeFor(settings),
	});
	return { items: itemsOfRecords(fresh, settings), cursor };
}

async function listAll(
	connection: Connection,
	{ audienceId, pageSize, concurrency }: RecordSettings,
	more: Pick<ListOptions, 'confirmsEnd' | 'limit' | 'repeats'>,
): Promise<RecordRows> {
	let doubt: string | undefined;
	const options = {
		pageSize,
		concurrency,
		...more,
		onIncomplete: (why: string) => void (doubt = why),
	};
	const pages: IDataObject[][] = [];
	const list =
		audienceId === undefined
			? listQuotations(connection, options)
			: listContacts(connection, audienceId, options);
	for await (const rows of list) pages.push(rows);
	return { rows: joined(pages), firstPage: pages[0] ?? [], doubt };
}

/** Rule 4. */
async function listAgain(
	connection: Connection,
	settings: RecordSettings,
	first: RecordRows,
): Promise<RecordRows> {
	const again = await listAll(connection, settings, { confirmsEnd: true, repeats: true });
	const keys = (list: RecordRows) => keysOfList(list, settings.ignored, shapeFor(settings)).join();
	const isSame = keys(again) === keys(first);
	if (again.doubt === undefined || (isSame && again.rows.length > 0)) return again;
	throw new UserError(
		'What is there already could not be listed for certain, and would come as new later',
		`${again.doubt} Try again, or choose 'Everything' in 'Start With': then all that is listed starts the workflow, and nothing has to be certain.`,
	);
}

const itemsOfRecords = (fresh: FreshRecord[], settings: RecordSettings): INodeExecutionData[] =>
	fresh.map(({ record, changedFields }) => {
		const shown = shownRecord(record, settings);
		return { json: settings.watchesChanges ? { ...shown, changedFields } : shown };
	});

/** "Fetch Test Event" shows no more than this. */
const MAX_TEST_RECORDS = 10;

/** @throws UserError that says that there is none. */
async function readSample(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readRecordSettings(context);
	const connection = await connectTo(context);
	const { rows, doubt } = await listAll(connection, settings, { limit: MAX_TEST_RECORDS });
	if (rows.length === 0) {
		const where =
			settings.audienceId === undefined
				? 'company profile has no quotations'
				: 'audience has no contacts';
		throw new UserError(
			'There is no record to show',
			doubt ?? `The ${where} yet. Add one in your Sales CRM and try again.`,
		);
	}
	if (idFieldOf(rows) === undefined) {
		warn(
			connection,
			'no field of these records is their ID: they are told apart by their content, so that a changed one comes as new.',
		);
	}
	return itemsOfRecords(
		rows.map((record) => ({ record, changedFields: null })),
		settings,
	);
}
