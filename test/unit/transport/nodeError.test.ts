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
	new ServiceError('Authorization? Authorization!', 'The Authorization', { status: 401 }),
	new UserError('No Authorization', 'None'),
	new TypeError('Authorization'),
	'Authorization',
	new NodeOperationError(NODE, 'Authorization', { description: 'of Authorization' }),
])('the word that makes n8n give up stands in no error of ours: %p', (reason) => {
	const errors = [activationError(NODE, reason), toNodeError(NODE, reason, 0, 'Authorization')];
	for (const { message, description } of errors) {
		expect(`${message} ${description}`).not.toContain('Authorization');
	}
});

it('n8n renders an error as HTML, so the words of others begin no tag in it', () => {
	const error = toNodeError(NODE, new UserError('<b>No', '<a href="https://evil.example">'));
	expect(`${error.message} ${error.description}`).not.toContain('<');
});

it.each([
	['with advice', refused, 'Could not do it. Look again.'],
	['without', new TypeError('No way'), 'No way'],
])('of an activation both texts say it all: %s', (_what, reason, words) => {
	const error = activationError(NODE, reason);
	expect([error.message, error.description]).toEqual([words, words]);
});
