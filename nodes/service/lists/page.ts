import type { IDataObject } from 'n8n-workflow';

import type { ServiceError } from '../http/serviceError';

/** What the envelope of a page says about the list, as far as it says anything. */
export interface PageHints {
	/** Number of rows in the whole list. */
	total?: number;
	/** Whether more pages follow. */
	more?: boolean;
}

export interface Page {
	rows: IDataObject[];
	hints: PageHints;
	/** Names that lead from the answer to its list; none for a bare array, undefined where unsure. */
	path?: string[];
	/** The service's refusal (400, 404), where it stands for an empty page. */
	refused?: ServiceError;
}

/** Fetches one page. Pages count from 0. */
export type FetchPage = (page: number, perPage: number) => Promise<Page>;
