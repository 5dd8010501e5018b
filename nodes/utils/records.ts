import { textOf } from './text';

/** Records by id. Where one part of the service writes ids in another case, they are found still. */
export const byId = <T extends { id: string }>(records: readonly T[]): Map<string, T> =>
	new Map(records.map((record) => [key(record.id), record]));

/** The record of an id, from what {@link byId} made. */
export const recordOf = <T>(records: ReadonlyMap<string, T>, id: string | null): T | undefined =>
	id === null ? undefined : (records.get(id) ?? records.get(key(id)));

const key = (id: string): string => textOf(id).toLowerCase();
