import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ListName } from '../api/source';
import type { Connection } from '../transport/connection';
import type { Cursor } from './cursor';
import type { PollSettings } from './settings';

export interface Poll {
	/** Whose poll it is (`nodeKey`). */
	readonly node: string;
	/** Its signal is aborted when the poll ends, so that no more requests are sent. */
	readonly connection: Connection;
	readonly settings: PollSettings;
	/** Empty if contacts are not read. */
	readonly audienceId: string;
	/** Whether it is the first one since the workflow was published or n8n started. */
	readonly isActivation: boolean;
	/** The result of work that several sources share, which is done once a poll. */
	once<T>(name: string, work: () => T): T;
	/** Identifies what is read: the base URL and the profile or, if only the token implies one, a digest of the token. */
	readonly source: string;
	/** To be noted. Undefined if somebody entered one, or none is needed. */
	readonly foundProfile: Cursor['profile'];
	/** The lists that answered before (`api/source`). */
	readonly answered: readonly ListName[];
	/** The connection with its profile, once that is needed. */
	scoped?: Connection;
	/** What was read so far, such as "1,200 contacts", for the error after a timeout. */
	progress: string;
}

/** What the next poll of a source continues from. JSON, in n8n's static data. */
export interface Memory {
	/** Identifies the list. */
	source: string;
}

/** A list of records that a poll has read. */
export interface Listing {
	records: IDataObject[];
	/** Why records may be missing; undefined for a complete list. */
	incompleteReason: string | undefined;
	/** Of quotations: whether the overview of documents is polled, rather than their list; undefined if not decided. */
	byOverview?: boolean;
	/** Adds to records that start the workflow what only other lists contain. @throws ServiceError, a temporary one. */
	complete?(records: IDataObject[]): Promise<void>;
}

export interface News {
	items: INodeExecutionData[];
	memory: Memory;
	/** What the memory contains, such as "1,200 contacts", for the error if it is too large. */
	size: string;
	/** Whether nothing of this list was noted before. */
	isFirst: boolean;
	/** Why records may be missing; undefined for a complete list. */
	incompleteReason: string | undefined;
}

/** Something that is read whole at each poll. */
export interface PolledSource<Own extends Memory = Memory> {
	key: string;
	label: string;
	/** One of its records, such as "deal". */
	record: string;
	/** What a person can do if its memory is too large. */
	ifTooLarge: string;
	events: readonly string[];
	/**
	 * @param stored Undefined if nothing was noted yet.
	 * @param eventsToEmit Those that start the workflow. For other chosen events, existing records are only noted.
	 */
	read(poll: Poll, stored: Own | undefined, eventsToEmit: readonly string[]): Promise<News>;
}
