import type { INodeExecutionData } from 'n8n-workflow';

import { listsSeen } from '../api/source';
import { ServiceError } from '../transport/errors';
import { warn } from '../transport/hints';
import { joined } from '../utils/lists';
import { UserError } from '../utils/userError';
import type { Cursor } from './cursor';
import { dealSource } from './deals/source';
import { recordSources } from './records/source';
import type { PollSettings } from './settings';
import type { News, Memory, Poll, PolledSource } from './types';

const SOURCES: PolledSource[] = [dealSource, ...recordSources];

export const sourcesOf = ({ events }: PollSettings): PolledSource[] =>
	SOURCES.filter((source) => source.events.some((event) => events.includes(event)));

export const ONE_EACH = 'Use one trigger per source so that one source cannot block the others.';

/** The new items of all sources, and the cursor for the next poll. If one source fails, all do. */
export async function readNew(poll: Poll, stored: Cursor | undefined) {
	const allNews = await readEach(poll, stored);
	checkSize(allNews);
	const { source, scoped } = poll;
	const cursor: Cursor = {
		...Object.fromEntries(allNews.map(({ source, memory }) => [source.key, memory])),
		events: poll.settings.events,
		profile: poll.foundProfile,
		answered: { source, lists: scoped ? listsSeen(scoped) : [...poll.answered] },
		at: Math.max(Date.now(), (stored?.at ?? 0) + 1),
	};
	return { items: joined(allNews.map(({ items }) => items)), cursor };
}

/** If an event was not chosen before, existing records are noted and not emitted. */
function eventsToEmit(
	{ events, startsWithAll }: PollSettings,
	stored: Cursor | undefined,
	memory: Memory | undefined,
): string[] {
	if (!stored) return startsWithAll ? events : [];
	return memory ? events.filter((event) => stored.events.includes(event)) : [];
}

/** @throws UserError that names the source if there are several. */
async function readEach(poll: Poll, stored?: Cursor): Promise<SourceNews[]> {
	const sources = sourcesOf(poll.settings);
	const allNews: SourceNews[] = [];
	for (const source of sources) {
		const memory = stored?.[source.key] as Memory | undefined;
		try {
			const news = await source.read(poll, memory, eventsToEmit(poll.settings, stored, memory));
			checkComplete(poll, source, news);
			allNews.push({ ...news, source });
		} catch (error) {
			throw sources.length > 1 ? withSourceName(source, error) : error;
		}
	}
	return allNews;
}

type SourceNews = News & { source: PolledSource };

function withSourceName({ label }: PolledSource, error: unknown): unknown {
	if (!(error instanceof UserError)) return error;
	const description = `${ONE_EACH} ${error.description}`.trim();
	return new ServiceError(`${label}: ${error.message}`, description, error as ServiceError);
}

/** @throws UserError if an incomplete list would be noted for the first time: the rest would count as new later. */
function checkComplete({ connection }: Poll, { record }: PolledSource, news: News): void {
	const { incompleteReason, isFirst } = news;
	if (incompleteReason === undefined) return;
	const words = `list of ${record}s may be incomplete`;
	if (isFirst) {
		const message = `The ${words}, so existing ${record}s could later count as new`;
		throw new UserError(message, incompleteReason);
	}
	warn(connection, `the ${words}. ${incompleteReason}`);
}

/** Of static data, which n8n writes to its database with each run. */
const MAX_LENGTH = 1_000_000;

function checkSize(allNews: SourceNews[]): void {
	const lengthOf = ({ memory }: News) => JSON.stringify(memory).length;
	const length = allNews.reduce((sum, one) => sum + lengthOf(one), 0);
	if (length <= MAX_LENGTH) return;
	const [{ source, size }] = allNews.toSorted((a, b) => lengthOf(b) - lengthOf(a));
	const several = allNews.length > 1 ? ` ${ONE_EACH}` : '';
	throw new UserError(
		`${source.label}: the trigger cannot remember ${size}, because its memory takes ${(length / 1e6).toFixed(1)} MB of static data, and the limit is 1 MB`,
		`n8n writes static data to its database with each run. ${source.ifTooLarge}${several}`,
	);
}

const MAX_TEST_ITEMS = 10;

/** For "Fetch Test Event": the newest items of each event in turn. @throws UserError if there are none. */
export async function readSample(poll: Poll): Promise<INodeExecutionData[]> {
	const { events } = poll.settings;
	const samples = await readEach(poll);
	const newest = joined(samples.map(({ items }) => items)).reverse();
	if (newest.length === 0) {
		throw new UserError(
			`No ${samples.map(({ source }) => source.record).join(' or ')} matches 'Trigger On' and the filters`,
			'Change them, or create a record in your Sales CRM and try again.',
		);
	}
	const byEvent = events.map((event) => newest.filter(({ json }) => json.triggeredBy === event));
	const inTurn = newest.flatMap((_, n) => byEvent.flatMap((ofOne) => ofOne[n] ?? []));
	return inTurn.slice(0, MAX_TEST_ITEMS).reverse();
}
