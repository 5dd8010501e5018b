import type { IDataObject } from 'n8n-workflow';

import { listHistory } from '../../../api/deals';
import { fetchNames, type FoundNames, missingNamesHint, type Names } from '../../../api/names';
import type { HistoryItem } from '../../../api/types';
import { dealAsOf, mergedDeals } from '../../../deals/history';
import { type Deal, dealNow } from '../../../deals/present';
import type { Connection } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import { toJsonObject } from '../../../utils/json';
import { byId, recordOf } from '../../../utils/lists';
import type { Call, Output, Run } from '../../execution/operation';

/**
 * The history, read once for all items of one call of the node that ask for the same.
 *
 * 1. Items with the same profile and request body share one read, a failed one too.
 * 2. Names of statuses and users are read beside it, once, if an item asks for them. So a read is up to
 *    three requests at a time; as many reads are under way as items are worked on side by side.
 * 3. All items of a read are told as of one moment, when the history had come.
 * 4. Nothing is kept between two calls: a loop's batches and an agent's calls each read anew.
 */
export class HistoryRead {
	private reading: Promise<ReadHistory> | undefined;

	private naming: Promise<FoundNames> | undefined;

	/** As most items want them: of one moment. */
	private standing: { asOf: number | undefined; deals: Deal[] } | undefined;

	private dealsById: ReadonlyMap<string, HistoryItem> | undefined;

	constructor(
		private readonly connection: Connection,
		private readonly body: IDataObject,
	) {}

	async history(): Promise<ReadHistory> {
		this.reading ??= listHistory(this.connection, this.body).then((listed) => ({
			deals: mergedDeals(listed),
			now: Date.now(),
		}));
		return await this.reading;
	}

	async names(): Promise<FoundNames> {
		this.naming ??= fetchNames(this.connection, this.body);
		return await this.naming;
	}

	/** How the deals stand. @param asOf Milliseconds since the Unix epoch; now where it is left out. */
	async deals(asOf?: number): Promise<Deal[]> {
		const { deals, now } = await this.history();
		if (this.standing?.asOf !== asOf || !this.standing) {
			const then = asOf === undefined ? deals : deals.flatMap((deal) => dealAsOf(deal, asOf) ?? []);
			this.standing = { asOf, deals: then.map((item) => dealNow(item, asOf ?? now)) };
		}
		return this.standing.deals;
	}

	/** How one stands, whatever the case of its id. @param asOf As of all. */
	async deal(id: string, asOf?: number): Promise<Deal | undefined> {
		const { deals, now } = await this.history();
		this.dealsById ??= byId(deals);
		const listed = recordOf(this.dealsById, id);
		const item = listed && asOf !== undefined ? dealAsOf(listed, asOf) : listed;
		return item && dealNow(item, asOf ?? now);
	}
}

interface ReadHistory {
	/** As the service lists them, each once. */
	deals: HistoryItem[];
	/** When they had come: milliseconds since the Unix epoch. */
	now: number;
}

interface ReadParameters {
	options: { requestBody?: unknown };
}

/** Works on each item with the read that it shares with others. */
export const withHistory =
	<Values extends ReadParameters>(
		run: (call: Call<Values>, read: HistoryRead) => Promise<Output[]>,
	) =>
	async (): Promise<Run<Values>> => {
		const shared = new Map<string, HistoryRead>();
		return async (call) => {
			const { connection, parameters } = call;
			const body = toJsonObject(parameters.options.requestBody, 'Request Body');
			const key = JSON.stringify([connection.profileId, body]);
			const read = shared.get(key) ?? new HistoryRead(connection, body);
			shared.set(key, read);
			return await run(call, read);
		};
	};

/** The names, with a hint for each list that could not be had. */
export function namesShown(connection: Connection, { names, missing }: FoundNames): Names {
	for (const one of missing) warn(connection, missingNamesHint(one));
	return names;
}

/**
 * An empty output looks alike whether there are no deals or the filters let nothing through.
 * @param held How many deals the history holds.
 * @param there How many of them were there at the moment that is asked for.
 */
export function explainEmpty(connection: Connection, held: number, there = held, searched = false) {
	if (held === 0) return;
	const sieve = searched ? 'the search and the filters' : 'the filters';
	const why = there === 0 ? 'none of them was there yet' : `nothing passed ${sieve}`;
	warn(connection, `The history holds ${dealsInWords(held)}, but ${why}.`);
}

export const dealsInWords = (count: number): string => (count === 1 ? '1 deal' : `${count} deals`);
