import { listItems, type ListedItem } from '../../../api/items';
import type { Directory } from '../../../api/names';
import type { Pipeline } from '../../../api/pipelines';
import { listRequestQuotations, type RequestQuotation } from '../../../api/requestQuotations';
import { needed, readPart, shown, type Source, type Unread, worstOf } from '../../../api/source';
import type { HistoryItem } from '../../../api/types';
import type { Deal } from '../../../deals/present';
import { dealQuotations } from '../../../deals/quotations';
import type { Connection } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import { recordOf } from '../../../utils/lists';
import { pluralize } from '../../../utils/text';

const DECISION = 'The quotations of deals cannot be read';
const CONSEQUENCE = 'Quotations are left empty';

/**
 * The quotations of deals, read once for all input items: one list of quotations by request, and for each pipeline a list
 * of its deals, which says to which request a deal belongs.
 */
export class QuotationRead {
	private reading: Promise<Source<QuotationsByRequest>> | undefined;

	/** By the ID in lower case. */
	private readonly pipelines = new Map<string, Promise<Source<Items>>>();

	/** @param all The deals of the history. */
	constructor(
		private readonly connection: Connection,
		private readonly all: readonly HistoryItem[],
	) {}

	/**
	 * Adds quotations, request and description. Hints say which are not known.
	 * @param isFiltered Whether a filter looks at the quotations.
	 * @throws ServiceError for a filter whose lists could not be read.
	 */
	async addTo(
		deals: readonly Deal[],
		{ names, boards }: Directory,
		isFiltered: boolean,
	): Promise<Deal[]> {
		const { connection } = this;
		const ids = [...new Set(deals.map(({ item }) => item.backlogId.toLowerCase()))];
		this.reading ??= byRequest(connection);
		const [documents, ...lists] = await Promise.all([
			this.reading,
			...ids.map(async (id) => await this.itemsOf(recordOf(names.pipelines, id))),
		]);
		const items = new Map(ids.map((id, n) => [id, lists[n]]));
		const unread = worstOf(lists.filter((list): list is Unread => list.is !== 'read'));
		if (isFiltered) {
			needed(boards, DECISION);
			needed(documents, DECISION);
			if (unread?.is === 'unavailable') needed(unread, DECISION);
		}
		const nothing = deals.map((deal): Deal => ({ ...deal, quotations: null }));
		if (!shown(boards, null, connection, CONSEQUENCE)) return nothing;
		const listed = shown(documents, null, connection, CONSEQUENCE);
		if (!listed) return nothing;
		if (listed.withoutRequest > 0) {
			const some = pluralize(listed.withoutRequest, 'quotation');
			warn(connection, `${some} without a request: not shown with any deal`);
		}
		const withQuotations = deals.map((deal): Deal => {
			const list = items.get(deal.item.backlogId.toLowerCase());
			const item = list?.is === 'read' ? list.value.get(deal.item.id.toLowerCase()) : undefined;
			if (!item) return { ...deal, quotations: null };
			const own = listed.quotations.get(item.requestId?.toLowerCase() ?? '') ?? [];
			const details = { ...deal.details, ...item };
			return { ...deal, details, quotations: dealQuotations(own, listed.now) };
		});
		const lacking = withQuotations.filter(({ quotations }) => quotations === null).length;
		if (unread && isFiltered && lacking === deals.length) needed(unread, DECISION);
		if (lacking > 0) {
			const why = unread?.error.message ?? 'their pipelines do not list them';
			warn(connection, `The quotations of ${pluralize(lacking, 'deal')} are not known: ${why}`);
		}
		return withQuotations;
	}

	/** Empty if no board lists the pipeline. */
	private async itemsOf(pipeline: Pipeline | undefined): Promise<Source<Items>> {
		if (!pipeline?.boardId) return { is: 'read', value: new Map() };
		const key = pipeline.id.toLowerCase();
		const own = this.all.filter(({ backlogId }) => backlogId.toLowerCase() === key);
		const wanted = new Set(own.map(({ id }) => id.toLowerCase()));
		const list = async () => await listItems(this.connection, pipeline, wanted);
		const listed = this.pipelines.get(key) ?? readPart(list);
		this.pipelines.set(key, listed);
		return await listed;
	}
}

type Items = ReadonlyMap<string, ListedItem>;

interface QuotationsByRequest {
	quotations: ReadonlyMap<string, RequestQuotation[]>;
	/** How many belong to no request. */
	withoutRequest: number;
	/** When they were read, in milliseconds since the Unix epoch. */
	now: number;
}

async function byRequest(connection: Connection): Promise<Source<QuotationsByRequest>> {
	const all = await listRequestQuotations(connection);
	if (all.is !== 'read') return all;
	const quotations = new Map<string, RequestQuotation[]>();
	let withoutRequest = 0;
	for (const quotation of all.value) {
		const { requestId } = quotation;
		if (requestId === null) withoutRequest++;
		else if (quotations.has(requestId)) quotations.get(requestId)!.push(quotation);
		else quotations.set(requestId, [quotation]);
	}
	return { is: 'read', value: { quotations, withoutRequest, now: Date.now() } };
}
