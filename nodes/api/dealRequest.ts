import type { Connection } from '../transport/connection';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { dealDetails } from './dealDetails';
import { findItem } from './items';
import { listPipelines } from './pipelines';
import { withProfile } from './profiles';

/**
 * The ID of the request by which a deal and its quotations belong together. The pipelines are asked for the deal one after
 * the other.
 * @throws UserError if it cannot be found out: no quotations at all would look like an answer.
 */
export async function requestOfDeal(connection: Connection, dealId: string): Promise<string> {
	const own = await withProfile(connection);
	const pipelines = await listPipelines(own);
	if (pipelines.length === 0) {
		throw new UserError(
			'The quotations of a deal cannot be found: your Sales CRM does not offer deals by their ID',
			"Remove the filter 'Deal', and search for the customer.",
		);
	}
	for (const { id } of pipelines) {
		const deal = await findItem(own, id, dealId);
		if (!deal) continue;
		const { requestId } = dealDetails(deal.record);
		if (requestId !== null) return requestId;
		throw new UserError(
			`The deal ${quoted(dealId)} belongs to no request, so its quotations cannot be found`,
			'Search for the customer.',
		);
	}
	throw new UserError(
		`No deal with the ID ${quoted(dealId)} in the pipelines`,
		'Choose the deal from the list, or check its ID and the company profile. The credential may also lack the permission to read deals.',
	);
}
