import { createHash } from 'node:crypto';
import { pick } from 'es-toolkit';
import type { Event, EventName, Item } from '../../openapi.ts';
import type { Switches } from '../../switches.mts';
import type { Profile } from '../profile.mts';
import { factsOf } from './facts.mts';

/** An event to send. */
export interface Happening {
	name: EventName;
	/** The ID of the record; by default that of the first one of its kind. */
	about?: string;
	/** In place of what the record has, such as the status before. */
	metadata?: Record<string, string | boolean | null>;
	/** In place of the record. */
	payload?: object | null;
}

/** Events whose payload is known from an example. */
const SHOWN =
	/^(CRM_BACKLOG_ITEM_\w+|LEAD_CONFIGURATION_FINALIZED|DOCUMENT_(\w+_CREATED|STATUS_UPDATED)|QUOTATION_\w+|CONTACT_\w+)$/;

/** The fields of deals in the published examples of events: fewer than those of the deal's own route. */
const SPARSE: Array<keyof Item> = [
	...(['id', 'backlog_id', 'summary', 'description', 'lead_value', 'fields'] as const),
	...(['free_fields', 'item_subject', 'timestamp_created', 'timestamp_updated'] as const),
];

/** An event as published: an envelope with a record, and metadata for filters. */
export function eventOf(
	profile: Profile,
	{ name, about, ...given }: Happening,
	{ eventIds, eventPayload, timestampUnit }: Switches,
	count: number,
): Event {
	const facts = factsOf(profile, name, about);
	const metadata = { ...facts.metadata, ...given.metadata };
	const hasPayload = eventPayload !== 'none' && (eventPayload === 'family' || SHOWN.test(name));
	const isSparse = eventPayload === 'sparse' && name.startsWith('CRM_');
	const whole = hasPayload ? facts.payload : null;
	const shown = isSparse && whole ? pick(whole as Item, SPARSE) : whole;
	const payload = given.payload === undefined ? shown : given.payload;
	const now = Date.now();
	const seconds = Math.floor(now / 1000);
	return {
		id: eventIds === 'hashed' ? (seconds + hashOf(metadata)) | 0 : count,
		timestamp: timestampUnit === 's' ? seconds : now,
		eventName: name,
		payload: payload as Event['payload'],
		metadata,
	};
}

const hashOf = (metadata: object) =>
	createHash('sha1').update(JSON.stringify(metadata)).digest().readInt32BE();
