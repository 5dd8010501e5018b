import { listHistory } from '../../../api/deals';
import { type DealItem, findInPipelines } from '../../../api/items';
import type { Directory } from '../../../api/names';
import { needed } from '../../../api/source';
import type { HistoryItem } from '../../../api/types';
import type { Connection } from '../../../transport/connection';
import { ServiceError } from '../../../transport/errors';
import { byId, inOrderOf, isSameId, recordOf } from '../../../utils/lists';
import type { Call } from '../../execution/operation';

/** The connection must have a profile. */
export interface DealTarget {
	connection: Connection;
	id: string;
	found: Directory;
}

/** @param first The ID of the pipeline to ask first. @throws UserError if none has the deal, or there are no boards. */
export async function findDeal(
	{ connection, id, found: { names, boards } }: DealTarget,
	first?: string,
): Promise<DealItem> {
	const advice = 'Change the deal in your Sales CRM.';
	const { unread } = needed(boards, 'Deals cannot be updated', advice);
	const offered = [...names.pipelines.values()].filter(({ boardId }) => boardId !== null);
	const inTurn = inOrderOf(offered, (one) => (first && isSameId(one.id, first) ? 0 : null));
	return await findInPipelines(connection, inTurn, id, unread);
}

/** For few deals it costs less to ask each pipeline than to read the history, which may be long. */
const MAX_WITHOUT_HISTORY = 20;

type LookUpCall = Pick<Call<{ options: object }>, 'context' | 'parameters' | 'once'>;

/** The pipeline in which a deal is according to the history, if a run has many deals. */
export async function likelyPipeline(
	{ context, parameters, once }: LookUpCall,
	{ connection, id }: Pick<DealTarget, 'connection' | 'id'>,
): Promise<string | undefined> {
	if (context.getInputData().length <= MAX_WITHOUT_HISTORY) return undefined;
	const { requestBody } = parameters.options as { requestBody?: object };
	const places = await once('places', async () => {
		const listed = await listHistory(connection, { ...requestBody }, () => {}).catch(noDeals);
		return byId(listed);
	});
	return recordOf(places, id)?.backlogId;
}

/** Without the history each pipeline is asked. */
function noDeals(reason: unknown): HistoryItem[] {
	if (reason instanceof ServiceError) return [];
	throw reason;
}
