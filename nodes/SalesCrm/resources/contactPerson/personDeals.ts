import type { IDataObject } from 'n8n-workflow';

import { dealDetails } from '../../../api/dealDetails';
import { assigneeFields, type Names, recordTypeOf, statusFields } from '../../../api/names';
import { listItemsOfPerson } from '../../../api/personItems';
import type { Pipeline } from '../../../api/pipelines';
import { readPart, type Source } from '../../../api/source';
import type { Connection } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import { forEachConcurrent } from '../../../transport/waiting';
import { serviceTimeMs, toIso } from '../../../utils/dates';
import { pluralize, textOf, textOrNull } from '../../../utils/text';
import type { Person } from './people';

const CONCURRENT_REQUESTS = 12;

/**
 * The deals of each person, the newest first, in one request for each person and pipeline. Null where no pipeline could be
 * read. Hints say what may be missing.
 */
export async function dealsOfPeople(
	connection: Connection,
	people: readonly Person[],
	names: Names,
): Promise<Array<IDataObject[] | null>> {
	const isOfDeals = ({ recordType }: Pipeline) => recordType === 'deal' || recordType === null;
	const pipelines = [...names.pipelines.values()].filter(isOfDeals);
	const reads = people.flatMap((person, index) =>
		pipelines.map((pipeline) => ({ person, index, pipelineId: pipeline.id })),
	);
	const parts = people.map((): Array<Source<IDataObject[]>> => []);
	const incomplete = new Set<Person>();
	await forEachConcurrent(reads, CONCURRENT_REQUESTS, async ({ person, index, pipelineId }) => {
		const onIncomplete = () => void incomplete.add(person);
		const ask = async () =>
			await listItemsOfPerson(connection, pipelineId, person.id, onIncomplete);
		parts[index].push(await readPart(ask));
		return true;
	});
	if (incomplete.size > 0)
		warn(connection, `Some deals of ${pluralize(incomplete.size, 'person')} may be missing`);
	warnOfUnread(connection, parts.flat());
	const isAnyRead = (each: ReadonlyArray<Source<unknown>>) => each.some(({ is }) => is === 'read');
	const shown = people.map((person, index) =>
		isAnyRead(parts[index]) ? ownDeals(person, parts[index].flatMap(rowsRead), names) : null,
	);
	warnOfOthers(connection, people, parts);
	return shown;
}

const rowsRead = (part: Source<IDataObject[]>): IDataObject[] =>
	part.is === 'read' ? part.value : [];

function warnOfUnread(connection: Connection, parts: ReadonlyArray<Source<unknown>>): void {
	const unread = parts.filter((part) => part.is !== 'read');
	if (parts.length === 0)
		warn(connection, 'Deals are left empty: your Sales CRM shows no pipelines');
	if (unread.length === 0) return;
	const consequence =
		unread.length === parts.length
			? 'Deals are left empty.'
			: `Deals of ${pluralize(unread.length, 'pipeline')} are missing.`;
	warn(connection, `${unread[0].error.message}. ${consequence}`);
}

/** A service that ignores the filter may also have left out some deals of the person. */
function warnOfOthers(
	connection: Connection,
	people: readonly Person[],
	parts: ReadonlyArray<ReadonlyArray<Source<IDataObject[]>>>,
): void {
	const hasOthers = people.some((person, index) =>
		parts[index].flatMap(rowsRead).some((record) => !isOwn(person, record)),
	);
	if (hasOthers)
		warn(
			connection,
			'Your Sales CRM returned deals of other people as well. They are left out, and some deals may be missing.',
		);
}

const isOwn = ({ requestIds }: Person, record: IDataObject): boolean =>
	requestIds.has(dealDetails(record).requestId?.toLowerCase() ?? '');

function ownDeals(person: Person, records: readonly IDataObject[], names: Names): IDataObject[] {
	const own = records.filter(
		(record) =>
			isOwn(person, record) &&
			[null, 'deal'].includes(recordTypeOf(names, textOrNull(record.backlog_id))),
	);
	const createdAt = (record: IDataObject) => serviceTimeMs(record.timestamp_created) || 0;
	// A deal that is moved meanwhile may come from two pipelines.
	const byId = new Map(own.map((record) => [textOf(record.id).toLowerCase(), record]));
	const newestFirst = [...byId.values()].sort((a, b) => createdAt(b) - createdAt(a));
	return newestFirst.map((record) => dealOfPerson(record, names));
}

export function dealOfPerson(record: IDataObject, names: Names): IDataObject {
	const { value, currency, result, archived } = dealDetails(record);
	const { status, pipeline } = statusFields(
		names,
		textOrNull(record.status_id ?? Object(record.status).id),
	);
	const assigneeId = textOrNull(record.assignee_id ?? Object(record.assignee).id);
	return {
		title: textOrNull(record.summary),
		status: status ?? textOrNull(record.status_label),
		assignee: assigneeFields(names, assigneeId).assignee,
		value,
		currency,
		result,
		pipeline,
		archived,
		createdAt: toIso(record.timestamp_created),
		updatedAt: toIso(record.timestamp_updated),
		dealId: textOrNull(record.id),
	};
}
