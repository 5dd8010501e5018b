import { requestIdOf } from '../../../api/dealDetails';
import { findInPipelines } from '../../../api/items';
import { listBoards } from '../../../api/pipelines';
import { withProfile } from '../../../api/profiles';
import { needed } from '../../../api/source';
import { inOrderOf, isSameId } from '../../../utils/lists';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import type { Call } from '../../execution/operation';
import { likelyPipeline } from '../deal/findDeal';

type FilterCall = Call<{ filters: { dealId?: string }; options: object }>;

/**
 * The ID of the request that ties the deal in the filter and its documents together; undefined if the filter is not set.
 * @param records Such as "quotations".
 * @throws UserError if it cannot be found.
 */
export async function requestInFilter(
	call: FilterCall,
	records: string,
): Promise<string | undefined> {
	const { dealId: entered } = call.parameters.filters;
	if (!entered) return undefined;
	const id = toIdentifier(entered, 'Deal');
	const connection = await withProfile(call.connection);
	const boards = await call.once('boards', async () => await listBoards(connection));
	const first = await likelyPipeline(call, { connection, id });
	const advice = "Remove the filter 'Deal', and search for the customer.";
	const { pipelines } = needed(boards, `The ${records} of a deal cannot be found`, advice);
	const inTurn = inOrderOf(pipelines, (one) => (first && isSameId(one.id, first) ? 0 : null));
	const { record } = await findInPipelines(connection, inTurn, id);
	const requestId = requestIdOf(record);
	if (requestId !== null) return requestId;
	throw new UserError(
		`The deal ${quoted(id)} belongs to no request, so its ${records} cannot be found`,
		'Search for the customer.',
	);
}
