import type { IDataObject } from 'n8n-workflow';

import { dealDetails } from '../../../api/dealDetails';
import { listHistory } from '../../../api/deals';
import { type Directory, fetchNames, hintAtLackingNames, NO_DIRECTORY } from '../../../api/names';
import { withProfile } from '../../../api/profiles';
import type { HistoryItem } from '../../../api/types';
import { type Filters, NO_FILTERS } from '../../../deals/filters';
import { dealAsOf, mergedDeals } from '../../../deals/history';
import { hasNames, resolvedFilters } from '../../../deals/namedIds';
import { type Deal, dealAt } from '../../../deals/present';
import type { Connection } from '../../../transport/connection';
import { inform, warn } from '../../../transport/hints';
import { byId, recordOf } from '../../../utils/lists';
import { pluralize } from '../../../utils/text';
import { QuotationRead } from '../deal/quotationReads';
import type { Call, Outputs } from '../../execution/operation';

/** The history and the names for it. Each is read once per run, at the first use, even if it fails. */
export class HistoryRead {
	private reading: Promise<ReadHistory> | undefined;

	private naming: Promise<Directory> | undefined;

	/** Only those of the latest time are kept, because most items ask for the same one. */
	private latest: { asOf: number | undefined; deals: Deal[] } | undefined;

	private dealsById: ReadonlyMap<string, HistoryItem> | undefined;

	private quotations: QuotationRead | undefined;

	/** @param connection Has a profile. */
	constructor(
		readonly connection: Connection,
		private readonly body: IDataObject | undefined,
	) {}

	async history(): Promise<ReadHistory> {
		this.reading ??= listHistory(this.connection, this.body).then((listed) => ({
			deals: mergedDeals(listed),
			now: Date.now(),
		}));
		return await this.reading;
	}

	/** Also gives a hint for each list that could not be read. */
	async names(): Promise<Directory> {
		this.naming ??= fetchNames(this.connection, this.body, this.reading);
		const directory = await this.naming;
		hintAtLackingNames(this.connection, directory);
		return directory;
	}

	/**
	 * The history, and the filters of an item with IDs in place of names.
	 * @param named Whether items show names. If not, names are read only for filters.
	 * @throws UserError for an unknown name.
	 */
	async filtered(
		{ parameters }: Pick<Call<{ filters: Partial<Filters> }>, 'parameters'>,
		{ named = true }: { named?: boolean } = {},
	) {
		const entered: Filters = { ...NO_FILTERS, ...parameters.filters };
		const asksNames = named || hasNames(entered);
		const [{ deals, now }, directory] = await Promise.all([
			this.history(),
			asksNames ? this.names() : NO_DIRECTORY,
		]);
		const onUnknown = (words: string) => warn(this.connection, words);
		const filters = resolvedFilters(entered, directory, onUnknown);
		return { deals, now, names: directory.names, directory, filters };
	}

	/** @param asOf Milliseconds since the Unix epoch; by default now. */
	async deals(asOf?: number): Promise<Deal[]> {
		const { deals, now } = await this.history();
		if (!this.latest || this.latest.asOf !== asOf) {
			const existing =
				asOf === undefined ? deals : deals.flatMap((deal) => dealAsOf(deal, asOf) ?? []);
			this.latest = { asOf, deals: existing.map((item) => dealAtTime(item, now, asOf)) };
		}
		return this.latest.deals;
	}

	/** As `addTo` of {@link QuotationRead}. */
	async withQuotations(deals: Deal[], directory: Directory, isFiltered: boolean): Promise<Deal[]> {
		const all = (await this.history()).deals;
		this.quotations ??= new QuotationRead(this.connection, all);
		return await this.quotations.addTo(deals, directory, isFiltered);
	}

	/** One of the {@link deals}. The case of its ID does not matter. */
	async deal(id: string, asOf?: number): Promise<Deal | undefined> {
		const { deals, now } = await this.history();
		this.dealsById ??= byId(deals);
		const listed = recordOf(this.dealsById, id);
		const item = listed && asOf !== undefined ? dealAsOf(listed, asOf) : listed;
		return item && dealAtTime(item, now, asOf);
	}

	/** The same items. An empty output does not show whether no deals exist or the filters let none through. */
	async explainIfEmpty(items: Outputs): Promise<Outputs> {
		const { deals } = await this.history();
		if (items.length === 0 && deals.length > 0) {
			const all = pluralize(deals.length, 'deal');
			inform(this.connection, `Nothing matches. The history contains ${all}.`);
		}
		return items;
	}
}

const dealAtTime = (item: HistoryItem, now: number, asOf: number | undefined): Deal =>
	dealAt(item, asOf ?? now, dealDetails(item, asOf));

/** All deals, and when they were received (milliseconds since the Unix epoch). */
type ReadHistory = { deals: HistoryItem[]; now: number };

type HistoryCall = Call<{ options: { companyProfileId?: string; requestBody?: IDataObject } }>;

/** All items with the same profile and request body share one read. Nothing is kept for the next run. */
export const historyRead = async ({
	connection,
	parameters,
	once,
}: Pick<HistoryCall, 'connection' | 'parameters' | 'once'>): Promise<HistoryRead> =>
	await once(
		'history',
		async () => new HistoryRead(await withProfile(connection), parameters.options.requestBody),
	);
