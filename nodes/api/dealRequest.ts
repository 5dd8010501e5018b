import type { Connection } from '../transport/connection';
import { inOrderOf, isSameId } from '../utils/lists';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { requestIdOf } from './dealDetails';
import { findInPipelines } from './items';
import type { Boards } from './pipelines';
import { needed, type Source } from './source';

interface Asked {
	readonly dealId: string;
	readonly boards: Source<Boards>;
	/** The ID of the pipeline to ask first. */
	readonly first: string | undefined;
	/** What is sought, such as "quotations". */
	readonly records: string;
}

/**
 * The ID of the request that ties a deal and its documents together.
 * @param connection With its profile.
 * @throws UserError if it cannot be found.
 */
export async function requestOfDeal(
	connection: Connection,
	{ dealId, boards, first, records }: Asked,
): Promise<string> {
	const advice = "Remove the filter 'Deal', and search for the customer.";
	const { pipelines } = needed(boards, `The ${records} of a deal cannot be found`, advice);
	const inTurn = inOrderOf(pipelines, ({ id }) => (first && isSameId(id, first) ? 0 : null));
	const { record } = await findInPipelines(connection, inTurn, dealId);
	const requestId = requestIdOf(record);
	if (requestId !== null) return requestId;
	throw new UserError(
		`The deal ${quoted(dealId)} belongs to no request, so its ${records} cannot be found`,
		'Search for the customer.',
	);
}
