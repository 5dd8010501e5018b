import type { IDataObject } from 'n8n-workflow';

import type { PersonalInfo } from '../contacts/personalInfos';

/** Records of the service, as described in tools/sandbox/openapi.yaml. */

/** For operation `createContact`. */
export interface NewContact {
	audienceId: string;
	contactType: string;
	/** Milliseconds since the Unix epoch, 13 digits. */
	timestamp: number;
	personalInfos: PersonalInfo[];
}

/** A change of a deal (operation `listHistory`). Times are in milliseconds since the Unix epoch. */
export interface HistoryEntry extends IDataObject {
	id: string;
	backlogItemId: string;
	startTimestamp: number;
	/** 0 while it lasts. */
	endTimestamp: number;
	type: string;
	/** Names a status or a user. What it means if it is empty is not described. */
	metaData: { propertyValue?: { _id: string; type: string } } | null;
}

/** A deal with all its changes (operation `listHistory`). */
export interface HistoryItem extends IDataObject {
	id: string;
	/** The pipeline. */
	backlogId: string;
	/** The title. */
	summary: string;
	companyProfileId: string[];
	history: HistoryEntry[];
}

/** A status that a deal can have (operation `listStatuses`). */
export interface Status extends IDataObject {
	id: string;
	/** The pipeline. */
	backlog_id: string;
	label: string;
	/** As #RRGGBB. */
	color: string;
	position?: number | null;
}

/** A board contains pipelines (operation `listBoards`). */
export interface Board extends IDataObject {
	id: string;
	/** `DEALS`, `LEADS` or another. */
	board_type: string;
	board_name: string;
}

/** A pipeline of a board (operation `listPipelines`). */
export interface BoardPipeline extends IDataObject {
	id: string;
	backlog_name: string;
	/** Sorts the pipelines, as text. */
	rank: string | null;
}

/** A user of the company profile (operation `listUsers`). */
export interface User extends IDataObject {
	id: string;
	name: string;
	email: string;
}

/** For operation `subscribe`. */
export interface NewWebhook {
	name: string;
	url: string;
	headers: Record<string, string>;
	events: string[];
}
