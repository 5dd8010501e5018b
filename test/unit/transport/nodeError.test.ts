import fc from 'fast-check';
import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { activationError, ServiceError, toNodeError } from '../../../nodes/transport/errors';
import { UserError } from '../../../nodes/utils/userError';

/** What of a failure n8n shows, keeps and goes by. */

const NODE: INode = {
	id: '1',
	name: 'Sales CRM',
	type: 'salesCrm',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const refused = new ServiceError('Could not do it', 'Look again.', { status: 404 });

it('an answer of the service becomes an API error with its status and the number of the item', () => {
	const error = toNodeError(NODE, refused, 7, 'The rest was not.');
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: 'Could not do it',
		description: 'Look again. The rest was not.',
		httpCode: '404',
		context: { itemIndex: 7 },
	});
});

it.each([
	['a request without an answer', new ServiceError('No way', 'Look again.'), 'Look again.'],
	['bad input', new UserError('No way', 'Look again.'), 'Look again.'],
	['anything unforeseen', new TypeError('No way'), ''],
	['what is no error at all', 'No way', ''],
])('%s becomes an operation error with the number of the item', (_what, reason, description) => {
	const error = toNodeError(NODE, reason, 3);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('No way');
	expect(error.description ?? '').toBe(description);
	expect(error.context.itemIndex).toBe(3);
});

it('takes along nothing but the words: no description of a stranger, no stack, no request', () => {
	const stranger = Object.assign(new Error('Oh'), {
		description: 'of theirs',
		config: { headers: { token: 'the-key' } },
	});
	const error = toNodeError(NODE, stranger, 0, 'More.');
	expect(error.description).toBe('More.');
	expect(JSON.stringify(error)).not.toContain('the-key');
	expect(JSON.stringify(error)).not.toContain('of theirs');
});

it.each([
	new NodeOperationError(NODE, 'The Authorization is missing'),
	new NodeApiError(NODE, {}, { message: 'The Authorization is missing' }),
])("n8n's own error stays itself, but for the word that makes n8n give up: %p", (own) => {
	expect(toNodeError(NODE, own, 5)).toBe(own);
	expect(own.message).toBe('The Sign-in is missing');
});

describe('the word that makes n8n give up', () => {
	/** Texts that hold it, be it more than once, or run into others. */
	const text = fc
		.array(fc.oneof(fc.string(), fc.constantFrom('Authorization', 'Author', 'ization', '. ')))
		.map((parts) => parts.join(''));

	const reason = fc.oneof(
		fc
			.tuple(text, text, fc.option(fc.integer({ min: 300, max: 599 }), { nil: undefined }))
			.map(([words, more, status]) => new ServiceError(words, more, { status })),
		fc.tuple(text, text).map(([words, more]) => new UserError(words, more)),
		text.map((words) => new TypeError(words)),
		text,
		// Of n8n itself, where a credential cannot be had.
		fc
			.tuple(text, text)
			.map(([words, description]) => new NodeOperationError(NODE, words, { description })),
		fc
			.tuple(text, text)
			.map(([message, description]) => new NodeApiError(NODE, {}, { message, description })),
	);

	it('stands in no error of ours, whoever said it', () => {
		fc.assert(
			fc.property(reason, text, fc.boolean(), (said, addition, isActivation) => {
				const error = isActivation
					? activationError(NODE, said)
					: toNodeError(NODE, said, 0, addition);
				expect(error.message).not.toContain('Authorization');
				expect(error.description ?? '').not.toContain('Authorization');
			}),
		);
	});
});

it.each([
	['with advice', refused, 'Could not do it. Look again.'],
	['without', new TypeError('No way'), 'No way'],
])('of an activation both texts say it all: %s', (_what, reason, words) => {
	const error = activationError(NODE, reason);
	expect([error.message, error.description]).toEqual([words, words]);
});
