import { requestOfDeal } from '../../../api/dealRequest';
import { listBoards } from '../../../api/pipelines';
import { withProfile } from '../../../api/profiles';
import { toIdentifier } from '../../../utils/uuid';
import { listOrId } from '../../execution/commonFields';
import type { Call } from '../../execution/operation';
import { likelyPipeline } from '../deal/findDeal';

export const dealFilter = (records: string) =>
	({
		displayName: 'Deal',
		name: 'dealId',
		description: `Only ${records} that belong to the same request as this deal`,
		...listOrId('searchDeals'),
		required: false,
	}) as const;

type FilterCall = Call<{ filters: { dealId?: string }; options: object }>;

/** The request of the deal in the filter, if it is set. @param records Such as "quotations". */
export async function requestInFilter(
	call: FilterCall,
	records: string,
): Promise<string | undefined> {
	const { dealId: entered } = call.parameters.filters;
	if (!entered) return undefined;
	const dealId = toIdentifier(entered, 'Deal');
	const connection = await withProfile(call.connection);
	const boards = await call.once('boards', async () => await listBoards(connection));
	const first = await likelyPipeline(call, { connection, id: dealId });
	return await requestOfDeal(connection, { dealId, boards, first, records });
}
