import type { HistoryItem } from '../../nodes/api/types.ts';
import type { Asker } from '../asker.mts';
import { type Field, fieldsOf } from '../examine/fields.ts';
import { type History, historyOf } from '../examine/history.ts';
import { type Page, pageOf } from '../examine/reply.ts';
import type { Operation } from '../operations.mts';

/** What statuses, users and the history are like. */
export interface DealFindings {
	history?: History;
	fields: Record<'history' | 'statuses' | 'users', Field[]>;
	/** Whether `{}` is taken as a body; undefined where it was not asked. */
	emptyBody: Record<'history' | 'statuses' | 'users', boolean | undefined>;
	/** Any status has a category that is not null. */
	categories?: boolean;
	/** What all three announce beside their rows, where they agree: the sandbox's switch `wholeTotal`. */
	announced?: 'none' | 'right' | 'more' | 'hasMore';
}

export async function dealRecords(asker: Asker, profileId: string): Promise<DealFindings> {
	const announced = new Set<DealFindings['announced']>();
	const ask = async (operation: Operation, name: string, parts: object) => {
		const page = pageOf(await asker.ask(operation, { ...parts, body: {} }), name);
		if (page) announced.add(announcedBy(page));
		return page?.rows;
	};
	const path = { profileId };
	const statuses = await ask('listStatuses', 'statuses', { path });
	const users = await ask('listUsers', 'users', { query: { id: profileId } });
	const history = await ask('listHistory', 'history', { path });
	const ids = (rows: object[] = []) =>
		new Set(rows.map((row) => String((row as { id?: unknown }).id).toLowerCase()));
	const known = { statuses: ids(statuses), users: ids(users) };
	const fields = (rows: object[] = []) => fieldsOf(rows, asker.naming);
	return {
		history: historyOf((history ?? []) as unknown as HistoryItem[], known, asker.naming),
		fields: { history: fields(history), statuses: fields(statuses), users: fields(users) },
		emptyBody: {
			history: history !== undefined,
			statuses: statuses !== undefined,
			users: users !== undefined,
		},
		categories:
			statuses && statuses.length > 0
				? statuses.some(
						({ status_category: category }) => category !== null && category !== undefined,
					)
				: undefined,
		announced: announced.size === 1 ? [...announced][0] : undefined,
	};
}

function announcedBy({ rows, total, more }: Page): DealFindings['announced'] {
	if (more) return 'hasMore';
	if (total === undefined) return 'none';
	return total > rows.length ? 'more' : 'right';
}
