// Made from tools/sandbox/openapi.yaml by `npm run types`: change that file, not this one.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		/** Format: uuid */
		Uuid: string;
		/** @description Milliseconds since the Unix epoch, 13 digits. */
		Milliseconds: number;
		PersonalInfo: {
			/** @description Names in use are Voornaam, Achternaam, E-mailadres, Land, Postcode, Plaats, Straatnaam, Huisnummer and Telefoonnummer. */
			name: string;
			value: string;
		};
		NewContact: {
			standard_personal_infos?: components['schemas']['PersonalInfo'][];
			time_stamp?: components['schemas']['Milliseconds'];
			audience: {
				id: components['schemas']['Uuid'];
				/** @description May be left out with an API token, which is pinned to one profile. */
				company_profile?: {
					id: components['schemas']['Uuid'];
				};
			};
			contact_type?: string;
		};
		Contact: {
			id?: components['schemas']['Uuid'];
			contact_type?: string;
			time_stamp?: components['schemas']['Milliseconds'];
			standard_personal_infos?: components['schemas']['PersonalInfo'][];
			audience?: {
				id?: components['schemas']['Uuid'];
				company_profile?: {
					id?: components['schemas']['Uuid'];
				};
			};
		};
		Quotation: {
			id: string;
			company_profile_id?: components['schemas']['Uuid'];
			number?: string;
			title?: string;
			customer_name?: string;
			status?: string;
			total?: number;
			currency?: string;
			created_at?: string;
			valid_until?: string;
			/** @description Answered by the info route only. */
			lines?: {
				description?: string;
				quantity?: number;
				unit_price?: number;
			}[];
		};
		HistoryItem: {
			id: components['schemas']['Uuid'];
			backlogId: components['schemas']['Uuid'];
			summary: string;
			companyProfileId: components['schemas']['Uuid'][];
			history: components['schemas']['HistoryEntry'][];
		};
		HistoryEntry: {
			id: components['schemas']['Uuid'];
			backlogItemId: components['schemas']['Uuid'];
			startTimestamp: components['schemas']['Milliseconds'];
			/** @description 0 while the entry is open; otherwise the start of the next entry. */
			endTimestamp: components['schemas']['Milliseconds'] | 0;
			type: string;
			metaData: {
				propertyValue?: {
					_id: components['schemas']['Uuid'];
					type: string;
				};
			};
		};
		Status: {
			id: components['schemas']['Uuid'];
			backlog_id: components['schemas']['Uuid'];
			label: string;
			color: string;
			standard: boolean;
			status_category: string | null;
		};
		User: {
			id: components['schemas']['Uuid'];
			name: string;
			email: string;
		};
		NewSubscription: {
			name: string;
			/** Format: uri */
			url: string;
			method: string;
			/** @description Sent with each call. May be empty. */
			headers: {
				[key: string]: string;
			};
			/** @description May be left out with an API token, which is pinned to one profile. */
			company_profile_id?: components['schemas']['Uuid'];
			events: string[];
		};
		SubscriptionResult: {
			subscription: {
				id: components['schemas']['Uuid'];
			};
			message: string;
			actions: unknown[];
		};
		DealStatusChange: {
			id: number;
			timestamp: number;
			/** @constant */
			eventName: 'CRM_BACKLOG_ITEM_STATUS_CHANGE';
			payload: components['schemas']['Deal'];
			metadata: {
				status_id: components['schemas']['Uuid'];
				old_status_id: components['schemas']['Uuid'];
				board_id: components['schemas']['Uuid'];
				/** @constant */
				item_type: 'DEALS';
				lead_configuration_id: components['schemas']['Uuid'];
				company_profile_id: components['schemas']['Uuid'];
				backlog_id: components['schemas']['Uuid'];
				internal_configuration: boolean;
			};
		};
		Deal: {
			id: components['schemas']['Uuid'];
			backlog_id: components['schemas']['Uuid'];
			summary: string;
			description: string;
			/** @description Custom fields by name. */
			fields: {
				[key: string]: null | {
					isoCurrency?: string;
					type?: string;
				};
			};
			labels: {
				[key: string]: unknown;
			};
			status_label: string;
			status_id: components['schemas']['Uuid'];
			status: components['schemas']['StatusReference'];
			assignee_id: components['schemas']['Uuid'];
			assignee: components['schemas']['UserReference'];
			free_fields: {
				label: string;
				value: unknown;
			}[];
			item_subject: {
				type: string;
				id: components['schemas']['Uuid'];
			};
			technical_labels: {
				timestamp: number;
				type: string;
			}[];
			rank: string;
			timestamp_created: components['schemas']['Milliseconds'];
			timestamp_updated: components['schemas']['Milliseconds'];
		};
		StatusReference: {
			/** @constant */
			type: 'STATUS';
			id: components['schemas']['Uuid'];
		};
		UserReference: {
			/** @constant */
			type: 'USER';
			id: components['schemas']['Uuid'];
		};
	};
	responses: never;
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type Uuid = components['schemas']['Uuid'];
export type Milliseconds = components['schemas']['Milliseconds'];
export type PersonalInfo = components['schemas']['PersonalInfo'];
export type NewContact = components['schemas']['NewContact'];
export type Contact = components['schemas']['Contact'];
export type Quotation = components['schemas']['Quotation'];
export type HistoryItem = components['schemas']['HistoryItem'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type Status = components['schemas']['Status'];
export type User = components['schemas']['User'];
export type NewSubscription = components['schemas']['NewSubscription'];
export type SubscriptionResult = components['schemas']['SubscriptionResult'];
export type DealStatusChange = components['schemas']['DealStatusChange'];
export type Deal = components['schemas']['Deal'];
export type StatusReference = components['schemas']['StatusReference'];
export type UserReference = components['schemas']['UserReference'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
