import type { IDataObject } from 'n8n-workflow';

import { dealDetails } from '../../../api/dealDetails';
import { listHistory } from '../../../api/deals';
import { fetchNames, type FoundNames, missingNamesHint, NO_NAMES } from '../../../api/names';
import { withProfile } from '../../../api/profiles';
import type { HistoryItem } from '../../../api/types';
import { readFilters } from '../../../deals/filters';
import { dealAsOf, mergedDeals } from '../../../deals/history';
import { namesAnything, resolvedFilters } from '../../../deals/namedIds';
import { type Deal, dealNow } from '../../../deals/present';
import type { Connection } from '../../../transport/connection';
import { inform, warn } from '../../../transport/hints';
import { byId, recordOf } from '../../../utils/lists';
import { amount } from '../../../utils/text';
import { QuotationRead } from '../deal/quotationReads';
import type { Call, Later, Outputs } from '../../execution/operation';

/**
 * The history, read once for all items of one call of the node that ask for the same.
 *
 * 1. Items with the same profile and request body share one read, a failed one too.
 * 2. Names of statuses, users and pipelines are read beside it, once, if an item asks for them: four requests at a time,
 *    then one for each board. As many reads are under way as items are worked on side by side.
 * 3. All items of a read are as of one time, when the history had arrived.
 * 4. Nothing is kept between two calls: a loop's batches and an agent's calls each read anew.
 */
export class HistoryRead {
	private reading: Promise<ReadHistory> | undefined;

	private naming: Promise<FoundNames> | undefined;

	/** As most items want them: as of one time. */
	private standing: { asOf: number | undefined; deals: Deal[] } | undefined;

	private dealsById: ReadonlyMap<string, HistoryItem> | undefined;

	readonly quotations: QuotationRead;

	constructor(
		private readonly connection: Connection,
		private readonly body: IDataObject | undefined,
	) {
		this.quotations = new QuotationRead(connection);
	}

	async history(): Promise<ReadHistory> {
		this.reading ??= listHistory(this.connection, this.body).then((listed) => ({
			deals: mergedDeals(listed),
			now: Date.now(),
		}));
		return await this.reading;
	}

	/** The names, with a hint for each list that could not be read. */
	async names(): Promise<FoundNames> {
		this.naming ??= fetchNames(this.connection, this.body);
		const found = await this.naming;
		for (const one of found.missing) warn(this.connection, missingNamesHint(one));
		return found;
	}

	/**
	 * The history with the filters of an item, whose names became IDs.
	 * @param named Whether items show names; without, they are read for filters alone.
	 * @param change As of {@link readFilters}.
	 * @throws UserError for a filter that cannot be read, before anything is sent, or an unknown name.
	 */
	async filtered(
		{ parameters, zone }: Pick<Call<{ filters: unknown }>, 'parameters' | 'zone'>,
		{ named = true, change }: { named?: boolean; change?: string } = {},
	) {
		const entered = readFilters(parameters.filters, zone, change);
		const asksNames = named || namesAnything(entered);
		const [{ deals, now }, { names, missing }] = await Promise.all([
			this.history(),
			asksNames ? this.names() : { names: NO_NAMES, missing: [] },
		]);
		const onUnknown = (words: string) => warn(this.connection, words);
		const filters = resolvedFilters(entered, { names, missing }, onUnknown);
		return { deals, now, names, missing, filters };
	}

	/** How the deals stand. @param asOf Milliseconds since the Unix epoch; now where it is left out. */
	async deals(asOf?: number): Promise<Deal[]> {
		const { deals, now } = await this.history();
		if (!this.standing || this.standing.asOf !== asOf) {
			const then = asOf === undefined ? deals : deals.flatMap((deal) => dealAsOf(deal, asOf) ?? []);
			this.standing = { asOf, deals: then.map((item) => standingAt(item, now, asOf)) };
		}
		return this.standing.deals;
	}

	/** How one stands, whatever the case of its ID. @param asOf As of all. */
	async deal(id: string, asOf?: number): Promise<Deal | undefined> {
		const { deals, now } = await this.history();
		this.dealsById ??= byId(deals);
		const listed = recordOf(this.dealsById, id);
		const item = listed && asOf !== undefined ? dealAsOf(listed, asOf) : listed;
		return item && standingAt(item, now, asOf);
	}

	/** An empty output looks alike whether there are no deals or the filters let nothing through. */
	async explainEmpty(): Promise<void> {
		const { deals } = await this.history();
		if (deals.length === 0) return;
		inform(
			this.connection,
			`Nothing matches. The history contains ${amount(deals.length, 'deal')}.`,
		);
	}
}

const standingAt = (item: HistoryItem, now: number, asOf: number | undefined): Deal =>
	dealNow(item, asOf ?? now, dealDetails(item, asOf));

/** The deals as the service lists them, each once, and when they had arrived (milliseconds since the Unix epoch). */
type ReadHistory = { deals: HistoryItem[]; now: number };

/** Works on each item with the read that it shares with others. */
export const withHistory =
	<Values extends { options: { requestBody?: IDataObject } }>(
		run: (call: Call<Values>, read: HistoryRead) => Promise<Outputs | Later>,
	) =>
	(): ((call: Call<Values>) => Promise<Outputs | Later>) => {
		const shared = new Map<string, HistoryRead>();
		return async (call) => {
			const connection = await withProfile(call.connection);
			const { requestBody } = call.parameters.options;
			const key = JSON.stringify([connection.profileId, requestBody]);
			const read = shared.get(key) ?? new HistoryRead(connection, requestBody);
			shared.set(key, read);
			const items = await run({ ...call, connection }, read);
			if (Array.isArray(items) && items.length === 0) await read.explainEmpty();
			return items;
		};
	};
