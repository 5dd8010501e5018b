import type { INodeExecutionData } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import type { PollSettings } from './settings';

/** A poll under way. */
export interface Poll {
	/** Its signal is aborted when the poll has ended, so that nothing more is sent. */
	readonly connection: Connection;
	readonly settings: PollSettings;
	/** Of the contacts; empty if none are asked for. */
	readonly audienceId: string;
	/** Base URL and profile; if an API token implies the profile, a short keyed digest of the token. */
	readonly account: string;
	/** What was read so far, such as "1,200 contacts"; named if the time is used up. */
	progress: string;
}

/** What a source goes on from at the next poll. JSON, in n8n's static data. */
export interface Memory {
	/** Whose records they are. */
	source: string;
}

/** What a poll of a source gives. */
export interface Batch {
	items: INodeExecutionData[];
	memory: Memory;
	/** What the memory contains, such as "1,200 contacts"; named if it is too large. */
	size: string;
	/** Nothing of this list was noted before. */
	isFirst: boolean;
	/** Why records may be missing; undefined for a complete list. */
	incompleteReason: string | undefined;
}

/** Something that is read whole at each poll. */
export interface Source<Own extends Memory = Memory> {
	/** Under which its memory is kept. */
	key: string;
	label: string;
	/** One of what it contains, such as "deal". */
	record: string;
	/** What a person can do if its memory is too large. */
	ifTooLarge: string;
	events: readonly string[];
	/**
	 * @param memory Undefined if nothing was noted yet.
	 * @param emit Events that start the workflow; of the others that are chosen, what exists is noted.
	 */
	read(poll: Poll, memory: Own | undefined, emit: readonly string[]): Promise<Batch>;
}
