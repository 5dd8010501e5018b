import type { NodeExecutionHint } from 'n8n-workflow';

import type { Connection } from '../../../nodes/transport/connection';
import { inform, warn } from '../../../nodes/transport/hints';

it('a hint is given once with a count, by its kind, and brings no markup of names and words', () => {
	const hints: NodeExecutionHint[] = [];
	const context = { addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint) };
	const connection = { context } as unknown as Connection;
	for (let n = 0; n < 2; n++) warn(connection, 'The column <a href="https://evil.example">x</a>');
	inform(connection, 'All is well');
	expect(hints).toEqual([
		{ message: 'The column ‹a href="https://evil.example">x‹/a> (2 times)', type: 'warning' },
		{ message: 'All is well', type: 'info' },
	]);
});
