import { listItems, type ListedItem } from '../../../api/items';
import type { FoundNames } from '../../../api/names';
import { listRequestQuotations, type RequestQuotation } from '../../../api/requestQuotations';
import type { Deal } from '../../../deals/present';
import { dealQuotations } from '../../../deals/quotations';
import type { Connection } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import { recordOf } from '../../../utils/lists';
import { pluralize } from '../../../utils/text';
import { UserError, wholeError } from '../../../utils/userError';

/**
 * The quotations of deals, read once for all input items: one list of quotations by request, and for each pipeline a list
 * of its deals, which says to which request a deal belongs.
 */
export class QuotationRead {
	private reading: Promise<QuotationsByRequest> | undefined;

	private readonly pipelines = new Map<string, Promise<Map<string, ListedItem>>>();

	constructor(private readonly connection: Connection) {}

	/** Adds quotations, request and description. A hint says which deals their pipelines do not list. @throws UserError */
	async addTo(deals: readonly Deal[], found: FoundNames): Promise<Deal[]> {
		this.reading ??= byRequest(listRequestQuotations(this.connection));
		const backlogIds = [...new Set(deals.map(({ item }) => item.backlogId))];
		const [{ quotations, withoutRequest, now }, ...lists] = await Promise.all([
			this.reading,
			...backlogIds.map(async (id) => await this.itemsOf(id, found)),
		]);
		const items = new Map(backlogIds.map((id, n) => [id, lists[n]]));
		const withQuotations = deals.map((deal): Deal => {
			const item = items.get(deal.item.backlogId)?.get(deal.item.id.toLowerCase());
			if (!item) return { ...deal, quotations: null };
			const own = quotations.get(item.requestId?.toLowerCase() ?? '') ?? [];
			const details = { ...deal.details, ...item };
			return { ...deal, details, quotations: dealQuotations(own, now) };
		});
		if (withoutRequest > 0) {
			warn(
				this.connection,
				`${pluralize(withoutRequest, 'quotation')} without a request: not shown with any deal`,
			);
		}
		const unlisted = withQuotations.filter(({ quotations: own }) => own === null).length;
		if (unlisted > 0) {
			warn(
				this.connection,
				`The quotations of ${pluralize(unlisted, 'deal')} are not known: their pipelines do not list them`,
			);
		}
		return withQuotations;
	}

	/** Undefined if no board lists the pipeline. @throws UserError if no board lists any. */
	private async itemsOf(pipelineId: string, { names, missing }: FoundNames) {
		const pipeline = recordOf(names.pipelines, pipelineId);
		if (!pipeline?.boardId) {
			if ([...names.pipelines.values()].some(({ boardId }) => boardId !== null)) return undefined;
			const why = missing.find(({ of }) => of === 'pipelines')?.error;
			throw new UserError(
				'The quotations of deals cannot be read: which request a deal belongs to is not known',
				why ? wholeError(why) : 'Your Sales CRM does not offer its boards.',
			);
		}
		const listed = this.pipelines.get(pipelineId) ?? listItems(this.connection, pipeline);
		this.pipelines.set(pipelineId, listed);
		return await listed;
	}
}

interface QuotationsByRequest {
	quotations: ReadonlyMap<string, RequestQuotation[]>;
	/** How many belong to no request. */
	withoutRequest: number;
	/** When they were read, in milliseconds since the Unix epoch. */
	now: number;
}

async function byRequest(listing: Promise<RequestQuotation[]>): Promise<QuotationsByRequest> {
	const all = await listing;
	const quotations = new Map<string, RequestQuotation[]>();
	let withoutRequest = 0;
	for (const quotation of all) {
		const { requestId } = quotation;
		if (requestId === null) withoutRequest++;
		else if (quotations.has(requestId)) quotations.get(requestId)!.push(quotation);
		else quotations.set(requestId, [quotation]);
	}
	return { quotations, withoutRequest, now: Date.now() };
}
