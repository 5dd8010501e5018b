import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { activationError, ServiceError, toNodeError } from '../../../nodes/transport/errors';
import { UserError } from '../../../nodes/utils/userError';

/** Which words of a failure n8n shows. */

const NODE = { name: 'Sales CRM', type: 'salesCrm', typeVersion: 1, parameters: {} } as INode;

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
	['a text', 'No way', ''],
])('%s becomes an operation error with the number of the item', (_what, reason, description) => {
	const error = toNodeError(NODE, reason, 3);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: 'No way', context: { itemIndex: 3 } });
	expect(error.description ?? '').toBe(description);
});

it('only the message of a foreign error is used: no description, stack or request', () => {
	const has = { description: 'of theirs', config: { headers: { token: 'the-key' } } };
	const error = toNodeError(NODE, Object.assign(new Error('Oh'), has), 0, 'More.');
	expect(error.description).toBe('More.');
	expect(JSON.stringify(error)).not.toMatch(/the-key|of theirs/);
});

it.each([
	new ServiceError('Authorization? Authorization!', 'The Authorization', { status: 401 }),
	'Authorization',
	new NodeOperationError(NODE, 'Authorization', { description: 'of Authorization' }),
])('no error contains the word that makes n8n give up a trigger: %p', (reason) => {
	const errors = [activationError(NODE, reason), toNodeError(NODE, reason, 0, 'Authorization')];
	for (const { message, description } of errors) {
		expect(`${message} ${description}`).not.toContain('Authorization');
	}
});

it('foreign words begin no tag, because n8n renders an error as HTML', () => {
	const error = toNodeError(NODE, new UserError('<b>No', '<a href="https://evil.example">'));
	expect(`${error.message} ${error.description}`).not.toContain('<');
});

it('for an activation, message and description both say everything', () => {
	const words = 'Could not do it. Look again.';
	expect(activationError(NODE, refused)).toMatchObject({ message: words, description: words });
});
