import type { INode, NodeExecutionHint } from 'n8n-workflow';

import type { Connection } from '../../../nodes/transport/connection';
import { toNodeError } from '../../../nodes/transport/errors';
import { inform, warn } from '../../../nodes/transport/hints';
import { UserError } from '../../../nodes/utils/userError';

/** Which words of failures and hints n8n shows. */

const NODE = { name: 'Sales CRM', type: 'salesCrm', typeVersion: 1, parameters: {} } as INode;

it('only the message of a foreign error is used: no description, stack or request', () => {
	const has = { description: 'of theirs', config: { headers: { token: 'the-key' } } };
	const error = toNodeError(NODE, Object.assign(new Error('Oh'), has), 0, 'More.');
	expect(error.description).toBe('More.');
	expect(JSON.stringify(error)).not.toMatch(/the-key|of theirs/);
});

it('foreign words begin no tag, because n8n renders an error as HTML', () => {
	const error = toNodeError(NODE, new UserError('<b>No', '<a href="https://evil.example">'));
	expect(`${error.message} ${error.description}`).not.toContain('<');
});

it('equal hints of a run are one with a count; foreign words begin no tag in it', () => {
	const hints: NodeExecutionHint[] = [];
	const context = { addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint) };
	const run = () => ({ context: { ...context } }) as unknown as Connection;
	const [first, second] = [run(), run()];
	for (let n = 0; n < 2; n++) warn(first, 'The column <a href="https://evil.example">x</a>');
	for (const one of [first, second]) inform(one, 'All is well');
	expect(hints).toEqual([
		{ message: 'The column ‹a href="https://evil.example">x‹/a> (2 times)', type: 'warning' },
		{ message: 'All is well', type: 'info' },
		{ message: 'All is well', type: 'info' },
	]);
});
