import type { Connection } from '../transport/connection';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { requestIdOf } from './dealDetails';
import { findInPipelines } from './items';
import { listBoards } from './pipelines';
import { withProfile } from './profiles';
import { needed } from './source';

/**
 * The ID of the request that ties a deal and its documents together.
 * @param records Such as "quotations".
 * @throws UserError if it cannot be found.
 */
export async function requestOfDeal(
	connection: Connection,
	dealId: string,
	records: string,
): Promise<string> {
	const own = await withProfile(connection);
	const advice = "Remove the filter 'Deal', and search for the customer.";
	const boards = await listBoards(own);
	const { pipelines } = needed(boards, `The ${records} of a deal cannot be found`, advice);
	const { record } = await findInPipelines(own, pipelines, dealId);
	const requestId = requestIdOf(record);
	if (requestId !== null) return requestId;
	throw new UserError(
		`The deal ${quoted(dealId)} belongs to no request, so its ${records} cannot be found`,
		'Search for the customer.',
	);
}
