import { type Boards, recordTypeIn } from '../api/pipelines';
import { needed, type Source, type Unread, worstOf } from '../api/source';
import { isChosen } from '../utils/lists';
import { pluralize } from '../utils/text';

/**
 * The records of the chosen types, by the board of their pipeline. As long as nobody chose any, those of an unknown type
 * count as deals, and a hint counts them.
 * @param chosen Empty if nobody chose any.
 * @throws ServiceError if types were chosen that cannot be told apart.
 */
export function ofRecordTypes<T>(
	records: readonly T[],
	chosen: readonly string[],
	pipelineIdOf: (record: T) => string | null,
	boards: Source<Boards>,
	warn: (words: string) => void,
): T[] {
	const isDefault = chosen.length === 0;
	const wanted = isDefault ? ['deal'] : chosen;
	const passesUnknown = isDefault || (isChosen(chosen, 'deal') && isChosen(chosen, 'lead'));
	const check = (source: Source<unknown>) =>
		needed(source, "'Record Types' cannot be checked", 'Remove this filter.');
	if (!passesUnknown) check(boards);

	const pipelineIds = new Set(records.map(pipelineIdOf));
	const sources = [...pipelineIds].map((id) => [id, recordTypeIn(boards, id)] as const);
	const unread = worstOf(
		sources.map(([, type]) => type).filter((type): type is Unread => type.is !== 'read'),
	);
	if (!isDefault && unread?.is === 'unavailable') check(unread);
	const types = new Map(sources.map(([id, type]) => [id, type.is === 'read' ? type.value : null]));
	const typeOf = (record: T) => types.get(pipelineIdOf(record)) ?? null;

	const unknown = records.filter((record) => typeOf(record) === null).length;
	const why = unread?.error.message ?? 'Some pipelines are on no board';
	const some = pluralize(unknown, 'record');
	if (unknown > 0 && !passesUnknown) warn(`${why}. 'Record Types' left out ${some}.`);
	else if (unread && isDefault) warn(`${why}. Leads may be among ${some}.`);
	return records.filter((record) => {
		const type = typeOf(record);
		return type === null ? passesUnknown : isChosen(wanted, type);
	});
}
