import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../transport/errors';
import type { SeenRows } from './seenRows';

/** One page of a list, and what it says of the whole. */
export interface Page {
	rows: IDataObject[];
	/** Names that lead from the answer to its list; none for a bare array. */
	path?: string[];
	/** Number of rows in the whole list, where the service announces it. */
	total?: number;
	/** Whether more pages follow, where the service says so. */
	more?: boolean;
	/** The service's refusal of a page, in place of rows. */
	refused?: ServiceError;
	/** What the service answered in place of a list. */
	said?: string;
}

/** Fetches one page. Pages count from 0. A refusal of page 0 is thrown. */
export type FetchPage = (page: number, perPage: number) => Promise<Page>;

/** A list so far, and where it is read next. */
export interface List {
	fetchPage: FetchPage;
	seen: SeenRows;
	/** The first page that has rows, and the size it was asked for. */
	first: Page;
	asked: number;
	/** Rows in a page, from the second one on. */
	size: number;
	/** The number of the first page: 1 where pages count from 1. */
	base: 0 | 1;
	/** The page that is read next. */
	number: number;
	/** Rows of the list up to there, by their places, and the last of them. */
	end: number;
	last: IDataObject;
	/** What the last page said of further ones. */
	more?: boolean;
}
