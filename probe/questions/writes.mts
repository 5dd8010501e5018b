import type { OfSpecification } from '../report.mts';
import type { Shape } from '../spec/schema.mts';
import { fieldWords, says } from './words.mts';

/** What an account shows only to whoever writes: new contacts, webhooks, and the calls that they bring. */

/** Paths of what has to be sent; a specification may go in a circle. */
const requiredIn = (shape: Shape, path = '', depth = 0): string[] =>
	shape.names
		.filter((name) => depth < 5 && shape.requires(name))
		.flatMap((name) => [
			`${path}${name}`,
			...requiredIn(shape.field(name)!, `${path}${name}.`, depth + 1),
		]);

const silent = () => undefined;

export const WRITES: Record<string, OfSpecification> = {
	'Required fields of a new contact'(specification) {
		const body = specification.at('createContact', 'body');
		return body && (requiredIn(body).join(', ') || 'none');
	},
	'Allowed values of `contact_type`': says(
		'createContact',
		'body.contact.contact_type',
		'enum',
		'type',
	),
	'Answer to creating a contact'(specification) {
		const { answer } = specification.route('createContact') ?? {};
		const names = answer?.shape?.names ?? [];
		const createAnswer = (['contact', 'id'] as const).find((name) => names.includes(name));
		if (answer && !answer.shape)
			return { words: 'nothing is said of a body', switches: { createAnswer: 'empty' } };
		const words = answer?.shape && (fieldWords(answer.shape) || 'anything');
		return words && { words, switches: createAnswer && { createAnswer } };
	},
	'Lifecycle of subscriptions': silent,
	'Allowed values of `method`': says('subscribe', 'body.method', 'enum', 'type'),
	'Allowed values of `events`, and whether they are the names that come as `eventName`'(all) {
		const taken = says('subscribe', 'body.events[]', 'enum', 'type')(all);
		const names = says('event', 'body.eventName', 'enum')(all);
		return taken && (names ? `${taken}; ${names} comes` : taken);
	},
	'Unit of the timestamp of an event': says('event', 'body.timestamp', 'format', 'description'),
	'Delivery guarantees, and repetitions of a delivery': silent,
	'Signing of calls': says('event', 'header', 'fields'),
	'The response a receiver must give': ({ event }) =>
		event?.responses.map(({ status }) => status).join(', '),
	'Where the id goes when unsubscribing'(specification) {
		const { sent, path } = specification.route('unsubscribe') ?? {};
		const id = sent?.query.names.find((name) => /id$/i.test(name));
		if (id) return `into the query, as \`${id}\``;
		if (path?.endsWith('}')) return 'into the path';
		return sent?.body && `into the body: ${fieldWords(sent.body)}`;
	},
	'What is answered when there is nothing to unsubscribe': silent,
	'Whether the service calls an address before it registers it': silent,
	'Whether an address may have two webhooks': silent,
};
