import type { Connection } from '../transport/connection';
import { quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { requestIdOf } from './dealDetails';
import { findInPipelines } from './items';
import { listPipelines } from './pipelines';
import { withProfile } from './profiles';

/** The ID of the request that ties a deal and its quotations together. @throws UserError if it cannot be found. */
export async function requestOfDeal(connection: Connection, dealId: string): Promise<string> {
	const own = await withProfile(connection);
	const pipelines = await listPipelines(own);
	if (pipelines.length === 0) {
		throw new UserError(
			'The quotations of a deal cannot be found: your Sales CRM does not offer deals by their ID',
			"Remove the filter 'Deal', and search for the customer.",
		);
	}
	const { record } = await findInPipelines(own, pipelines, dealId);
	const requestId = requestIdOf(record);
	if (requestId !== null) return requestId;
	throw new UserError(
		`The deal ${quoted(dealId)} belongs to no request, so its quotations cannot be found`,
		'Search for the customer.',
	);
}
