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
			quotation_number: number;
			time_stamp: components['schemas']['Milliseconds'];
			expiration_time_stamp: number;
			status: string;
			contact: {
				id?: components['schemas']['Uuid'];
				contact_info: {
					[key: string]: unknown;
				};
				audience: {
					[key: string]: unknown;
				};
			} & {
				[key: string]: unknown;
			};
			price_variables?: {
				[key: string]: number;
			};
			products?: {
				id: components['schemas']['Uuid'];
				amount: number;
				quotation_description: string;
				description_variables?: {
					[key: string]: unknown;
				};
				price_variables: {
					[key: string]: number;
				};
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
			/** @description Null in all that is shown; StatusAsPublished has its values. */
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
			/** @description POST is shown; NewSubscriptionAsPublished has others. */
			method: string;
			/** @description Sent with each call. May be empty. */
			headers: {
				[key: string]: string;
			};
			/** @description May be left out with an API token, which is pinned to one profile. */
			company_profile_id?: components['schemas']['Uuid'];
			/** @description CRM_BACKLOG_ITEM_STATUS_CHANGE is shown; EventName has the others. */
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
			/** @description Seconds since the Unix epoch, as published. Milliseconds by the switch timestampUnit. */
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
			assignee_id: components['schemas']['Uuid'] | null;
			assignee: components['schemas']['UserReference'] | null;
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
				/** @description ITEM_ACTIVE and ITEM_UNREAD are shown; TechnicalLabel has the others. */
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
		SignedInUser: {
			id: components['schemas']['Uuid'];
			email: string;
			name?: string | null;
			image?: string | null;
			locale?: string | null;
			/** @enum {unknown} */
			role: 'ADMIN' | 'SUPPORT' | 'PARTNER' | 'BLOCKED' | 'API';
			hub_mode?: string;
			default_module?: string;
			hide_user_image?: boolean;
			isDealer?: boolean;
		};
		UserAsPublished: {
			id: components['schemas']['Uuid'];
			name: string;
			image: string;
			email: string;
		};
		/** @description Far more than a caller needs, bank data and keys of other services among it. */
		CompanyProfile: {
			id: components['schemas']['Uuid'];
			name: string;
			email?: string;
			from_email?: string;
			mollie_customer_id?: string;
			address?: {
				id?: components['schemas']['Uuid'];
				country_name?: string;
				city_name?: string;
				zip_code?: string;
				street_name?: string;
				house_number?: string;
			};
			phone?: {
				id?: components['schemas']['Uuid'];
				phone_number?: string;
			};
			chamber_of_commerce?: {
				id?: components['schemas']['Uuid'];
				company_number?: string;
				trading_name?: string;
			};
			financials?: {
				id?: components['schemas']['Uuid'];
				international_bank_account_number?: string;
				tax_number?: string;
				business_identifier_code?: string;
			};
			mailchimp_info?: {
				id?: components['schemas']['Uuid'];
				api_key?: string;
				server_prefix?: string;
			};
			owner_user_id?: components['schemas']['Uuid'];
			users?: components['schemas']['UserAsPublished'][];
			created_timestamp?: components['schemas']['Milliseconds'];
			is_template_profile?: boolean;
		};
		/** @description A field that somebody added. Labels of custom ones begin with cf_. */
		FreeField: {
			label: string;
			value: unknown;
		};
		TechnicalLabel: {
			timestamp: components['schemas']['Milliseconds'];
			/** @enum {unknown} */
			type:
				| 'ITEM_ACTIVE'
				| 'ITEM_UNREAD'
				| 'DEAL_WON'
				| 'DEAL_LOST'
				| 'ITEM_CONVERTED'
				| 'ITEM_MOVED'
				| 'ITEM_ARCHIVED'
				| 'CONFIGURATION_CREATED';
		};
		/** @description The request by which leads, deals, documents and contact persons hang together. */
		ItemSubject: {
			/** @constant */
			type: 'LEAD_CONFIGURATION';
			id: components['schemas']['Uuid'];
			identifier?: string;
		};
		HistoryItemAsPublished: {
			id: components['schemas']['Uuid'];
			backlogId: components['schemas']['Uuid'];
			summary: string;
			companyProfileId: components['schemas']['Uuid'][];
			history: components['schemas']['HistoryEntry'][];
			freeFields: components['schemas']['FreeField'][];
			status: components['schemas']['StatusReference'];
			technicalLabels: components['schemas']['TechnicalLabel'][];
		};
		StatusAsPublished: {
			id: components['schemas']['Uuid'];
			backlog_id: components['schemas']['Uuid'];
			label: string;
			color: string;
			standard: boolean;
			/** @enum {unknown} */
			status_category: 'TODO' | 'PROGRESS' | 'DONE' | null;
			/** @description Its place in the pipeline. */
			position: number;
		};
		/** @enum {string} */
		BoardType: 'LEADS' | 'DEALS' | 'ORDERS' | 'PAYMENTS' | 'PROJECTS';
		/** @description Holds pipelines of leads, or of deals, or of something else. */
		Board: {
			id: components['schemas']['Uuid'];
			board_type: components['schemas']['BoardType'];
			board_name: string;
			default_board: boolean;
			company_profile_id: components['schemas']['Uuid'];
			lost_reasons: string[];
		};
		Pipeline: {
			id: components['schemas']['Uuid'];
			backlog_name: string;
			board_id: components['schemas']['Uuid'];
			custom_field?: {
				fieldName: string;
				/** @enum {unknown} */
				type: 'CURRENCY' | 'STRING' | 'NUMBER';
			}[];
			default_backlog: boolean;
			pipeline_enabled: boolean;
			pipeline_column_property_name?: string;
			/** @enum {unknown} */
			pipeline_column_property_type?: 'USER' | 'STATUS' | 'PRIMITIVE';
			pipeline_card_properties?: string[];
			pipeline_table_column_properties?: string[];
			rank: string;
		};
		/** @description A lead or deal, as the routes with a board show it. */
		BoardItem: {
			id: components['schemas']['Uuid'];
			backlog_id: components['schemas']['Uuid'];
			board_id: components['schemas']['Uuid'];
			item_subject: components['schemas']['ItemSubject'];
			item_archived: boolean;
			summary: string;
			description: string;
			assignee: components['schemas']['UserReference'] | null;
			status: components['schemas']['StatusReference'];
			free_fields: components['schemas']['FreeField'][];
			technical_labels: components['schemas']['TechnicalLabel'][];
			labelIds: components['schemas']['Uuid'][];
			timestamp_created: components['schemas']['Milliseconds'];
			timestamp_updated: components['schemas']['Milliseconds'];
			rank: string;
		};
		BoardItemChange: {
			summary?: string;
			description?: string;
			assignee?: components['schemas']['UserReference'] | null;
			status?: components['schemas']['StatusReference'];
			item_archived?: boolean;
		};
		/** @description A lead or deal, as its own route and its events show it. */
		Item: {
			id: components['schemas']['Uuid'];
			backlog_id: components['schemas']['Uuid'];
			summary: string;
			description: string;
			lead_value?: string;
			/** @description The free fields by their labels. */
			fields: {
				[key: string]: unknown;
			};
			labels?: {
				[key: string]: unknown;
			};
			status_label?: string;
			status_id?: components['schemas']['Uuid'];
			status?: components['schemas']['StatusReference'];
			assignee_id?: components['schemas']['Uuid'] | null;
			assignee?: components['schemas']['UserReference'] | null;
			free_fields: components['schemas']['FreeField'][];
			item_subject: components['schemas']['ItemSubject'];
			technical_labels?: components['schemas']['TechnicalLabel'][];
			rank?: string;
			timestamp_created?: components['schemas']['Milliseconds'];
			timestamp_updated?: components['schemas']['Milliseconds'];
		};
		ContactPerson: {
			id: components['schemas']['Uuid'];
			item_subjects: components['schemas']['ItemSubject'][];
			company_profile_id: components['schemas']['Uuid'];
			display_name: string;
			free_fields: components['schemas']['FreeField'][];
			created_timestamp: components['schemas']['Milliseconds'];
			updated_timestamp: components['schemas']['Milliseconds'];
		};
		/** @enum {string} */
		QuotationStatus: 'DRAFT' | 'SENT' | 'ACCEPTED' | 'REJECTED';
		/** @enum {string} */
		DocumentType: 'QUOTATION' | 'INVOICE' | 'CONTRACT';
		Pricing: {
			[key: string]: number;
		};
		/** @description A quotation as the list shows it, without customer and lines. */
		ListedQuotation: {
			documentId: components['schemas']['Uuid'];
			versionId: components['schemas']['Uuid'];
			profileId: components['schemas']['Uuid'];
			documentTitle: string;
			documentStatus: components['schemas']['QuotationStatus'];
			documentNumber: string;
			documentType?: components['schemas']['DocumentType'];
			/** @deprecated */
			title?: string;
			/** @deprecated */
			quotationNumber?: string;
			/** @deprecated */
			quotationTitle?: string;
			quotationCreationTimestamp?: components['schemas']['Milliseconds'];
			quotationExpirationTimestamp?: number;
			quotationStatus?: components['schemas']['QuotationStatus'];
			isoCurrency?: string;
			locale?: string;
			pricing?: components['schemas']['Pricing'];
		};
		/** @description A quotation as its own route shows it. */
		QuotationDocument: {
			documentId: components['schemas']['Uuid'];
			versionId: components['schemas']['Uuid'];
			profileId: components['schemas']['Uuid'];
			documentTitle: string;
			documentStatus: components['schemas']['QuotationStatus'];
			documentNumber: string;
			documentType?: components['schemas']['DocumentType'];
			/** @deprecated */
			title?: string;
			/** @deprecated */
			quotationNumber?: string;
			/** @deprecated */
			quotationTitle?: string;
			quotationCreationTimestamp?: components['schemas']['Milliseconds'];
			quotationExpirationTimestamp?: number;
			quotationStatus?: components['schemas']['QuotationStatus'];
			isoCurrency?: string;
			locale?: string;
			pricing?: components['schemas']['Pricing'];
			/** @description What it belongs to: leadConfiguration (the request), contactPerson. */
			subjects?: {
				[key: string]: components['schemas']['Uuid'];
			};
			/** @description Its parts. Lines stand in those of the type priceLineGroup. */
			segments?: {
				[key: string]: {
					type: string;
					data: {
						[key: string]: unknown;
					};
				};
			};
			renderRows?: {
				[key: string]: unknown;
			}[];
			renderTemplate?: string | null;
			/** @description The files that can be had of it, by their names. */
			artifacts?: {
				[key: string]: {
					type?: string;
				};
			} | null;
		};
		/** @description A quotation, invoice or contract, with what it belongs to. */
		DocumentSummary: {
			id: components['schemas']['Uuid'];
			profile_id: components['schemas']['Uuid'];
			document_title: string;
			document_status: string;
			document_type: components['schemas']['DocumentType'];
			document_number: string;
			contact_person_id?: components['schemas']['Uuid'] | null;
			organisation_id?: components['schemas']['Uuid'] | null;
			document_creation_timestamp?: components['schemas']['Milliseconds'];
			isoCurrency?: string;
			pricing?: components['schemas']['Pricing'];
			archived?: boolean;
			itemSubject?: {
				/** @constant */
				type: 'LEAD_CONFIGURATION';
				id: components['schemas']['Uuid'];
			} | null;
			last_updated_by?: components['schemas']['Uuid'];
		};
		NewSubscriptionAsPublished: {
			name: string;
			url: string;
			/** @enum {string} */
			method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
			headers?: {
				[key: string]: string;
			};
			company_profile_id: components['schemas']['Uuid'];
			/** @description Only events whose metadata has these values. */
			scope?: {
				[key: string]: unknown;
			};
			audience_id?: components['schemas']['Uuid'];
			events: components['schemas']['EventName'][];
		};
		Subscription: {
			id: components['schemas']['Uuid'];
			userId?: components['schemas']['Uuid'];
			accessTokenId?: components['schemas']['Uuid'];
			name: string;
			events: string[];
			scope: {
				company_profile_id: components['schemas']['Uuid'];
			};
			createdAt?: components['schemas']['Milliseconds'];
			/** @constant */
			executor: 'webhook';
			executorParameters: {
				url: string;
				method: string;
				headers: {
					[key: string]: string;
				};
			};
		};
		/** @enum {string} */
		EventName:
			| 'CRM_BACKLOG_ITEM_CREATED'
			| 'CRM_BACKLOG_ITEM_STATUS_CHANGE'
			| 'CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE'
			| 'CRM_BACKLOG_ITEM_RESULT_CHANGE'
			| 'CRM_BACKLOG_ITEM_COPIED'
			| 'CRM_BACKLOG_FREE_FIELD_CHANGE'
			| 'LEAD_CONFIGURATION_PARTIAL'
			| 'LEAD_CONFIGURATION_FINALIZED'
			| 'LEAD_CONFIGURATION_SEEN'
			| 'LEAD_CONFIGURATION_ARCHIVED'
			| 'LEAD_CONFIGURATION_DELETED'
			| 'LEAD_CONFIGURATION_CONTACT_ASSIGNED'
			| 'LEAD_CONFIGURATION_QUOTATION_CREATED'
			| 'LEAD_CONFIGURATION_QUOTATION_CREATED_AUTOMATED'
			| 'REGISTRATION_LEAD_CREATED'
			| 'REGISTRATION_LEAD_FINALIZED'
			| 'CONTACT_CREATED'
			| 'CONTACT_UPDATED'
			| 'CONTACT_DELETED'
			| 'DOCUMENT_QUOTATION_CREATED'
			| 'DOCUMENT_QUOTATION_UPDATED'
			| 'DOCUMENT_QUOTATION_SIGNED'
			| 'DOCUMENT_QUOTATION_DELETED'
			| 'DOCUMENT_INVOICE_CREATED'
			| 'DOCUMENT_INVOICE_UPDATED'
			| 'DOCUMENT_INVOICE_ARCHIVED'
			| 'DOCUMENT_CONTRACT_CREATED'
			| 'DOCUMENT_CONTRACT_UPDATED'
			| 'DOCUMENT_CONTRACT_SIGNED'
			| 'DOCUMENT_CONTRACT_DELETED'
			| 'DOCUMENT_STATUS_UPDATED'
			| 'DOCUMENT_ATTACHED_TO_SENT_EMAIL'
			| 'QUOTATION_CREATED'
			| 'QUOTATION_CONTENTS_UPDATED'
			| 'QUOTATION_STATUS_UPDATED'
			| 'QUOTATION_DELETED'
			| 'INVOICE_CREATED'
			| 'INVOICE_CONTENTS_UPDATED'
			| 'INVOICE_STATUS_UPDATED'
			| 'INVOICE_DELETED'
			| 'NOTE_CREATED'
			| 'NOTE_UPDATED'
			| 'NOTE_DELETED'
			| 'ACTIVITY_CREATED'
			| 'ACTIVITY_STATUS_CHANGED'
			| 'CONVERSATION_CHAT_CREATED'
			| 'CONVERSATION_MESSAGE_SENT'
			| 'CONVERSATION_MESSAGE_NOT_SENT'
			| 'EMAIL_DELIVERED'
			| 'EMAIL_FAILED'
			| 'EMAIL_COMPLAINED'
			| 'PAYMENT_STATUS_UPDATED'
			| 'ARTICLE_BULK_UPDATED'
			| 'AUTOMATION_INCOMING_WEBHOOK_RECEIVED';
		Event: {
			/** @description The timestamp and a hash of the metadata. Often negative. */
			id: number;
			/** @description Seconds since the Unix epoch. */
			timestamp: number;
			eventName: components['schemas']['EventName'];
			payload: {
				[key: string]: unknown;
			} | null;
			metadata: components['schemas']['EventMetadata'];
		};
		EventMetadata: {
			company_profile_id: components['schemas']['Uuid'];
		} & {
			[key: string]: string | boolean | null;
		};
		EventContact: {
			id: components['schemas']['Uuid'];
			contact_info: {
				email?: string;
				first_name?: string;
				last_name?: string;
				phone?: string;
				address_street?: string;
				address_number?: string;
				city?: string;
				postal_code?: string;
				country?: string;
			};
			time_stamp: components['schemas']['Milliseconds'];
			audience: {
				id: components['schemas']['Uuid'];
				company_profile?: {
					id?: components['schemas']['Uuid'];
				};
			};
			contact_type: string;
		};
		/** @description A document in an event, whose profileId is empty. */
		EventDocument: {
			documentId: components['schemas']['Uuid'];
			versionId: components['schemas']['Uuid'];
			profileId: null;
			documentTitle?: string;
			documentStatus: string;
			documentNumber: string;
			documentType: components['schemas']['DocumentType'];
			subjects?: {
				[key: string]: unknown;
			};
			segments?: {
				[key: string]: unknown;
			};
		};
		FormSubmission: {
			id: components['schemas']['Uuid'];
			internal_configuration: boolean;
			company_profile_id: components['schemas']['Uuid'];
			created_at?: components['schemas']['Milliseconds'];
			updated_at?: components['schemas']['Milliseconds'];
			/** @description The answers. They differ from form to form. */
			input_fields: {
				[key: string]: unknown;
			}[];
			status: string;
			archived?: boolean;
			seen?: boolean;
			objectified_options?: {
				[key: string]: unknown;
			};
			objectified_product_options?: {
				[key: string]: unknown;
			};
			objectified_input_fields?: {
				[key: string]: unknown;
			};
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
export type SignedInUser = components['schemas']['SignedInUser'];
export type UserAsPublished = components['schemas']['UserAsPublished'];
export type CompanyProfile = components['schemas']['CompanyProfile'];
export type FreeField = components['schemas']['FreeField'];
export type TechnicalLabel = components['schemas']['TechnicalLabel'];
export type ItemSubject = components['schemas']['ItemSubject'];
export type HistoryItemAsPublished = components['schemas']['HistoryItemAsPublished'];
export type StatusAsPublished = components['schemas']['StatusAsPublished'];
export type BoardType = components['schemas']['BoardType'];
export type Board = components['schemas']['Board'];
export type Pipeline = components['schemas']['Pipeline'];
export type BoardItem = components['schemas']['BoardItem'];
export type BoardItemChange = components['schemas']['BoardItemChange'];
export type Item = components['schemas']['Item'];
export type ContactPerson = components['schemas']['ContactPerson'];
export type QuotationStatus = components['schemas']['QuotationStatus'];
export type DocumentType = components['schemas']['DocumentType'];
export type Pricing = components['schemas']['Pricing'];
export type ListedQuotation = components['schemas']['ListedQuotation'];
export type QuotationDocument = components['schemas']['QuotationDocument'];
export type DocumentSummary = components['schemas']['DocumentSummary'];
export type NewSubscriptionAsPublished = components['schemas']['NewSubscriptionAsPublished'];
export type Subscription = components['schemas']['Subscription'];
export type EventName = components['schemas']['EventName'];
export type Event = components['schemas']['Event'];
export type EventMetadata = components['schemas']['EventMetadata'];
export type EventContact = components['schemas']['EventContact'];
export type EventDocument = components['schemas']['EventDocument'];
export type FormSubmission = components['schemas']['FormSubmission'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
