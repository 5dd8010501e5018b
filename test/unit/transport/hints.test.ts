import type { NodeExecutionHint } from 'n8n-workflow';

import type { Connection } from '../../../nodes/transport/connection';
import { inform, warn } from '../../../nodes/transport/hints';

const at = (context: object) => ({ context }) as Connection;

it('equal hints of a run are one with a count; foreign words begin no tag in it', () => {
	const hints: NodeExecutionHint[] = [];
	const run = () => at({ addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint) });
	const [first, second] = [run(), run()];
	for (let n = 0; n < 2; n++) warn(first, 'The column <a href="https://evil.example">x</a>');
	for (const one of [first, second]) inform(one, 'All is well');
	expect(hints).toEqual([
		{ message: 'The column ‹a href="https://evil.example">x‹/a> (2 times)', type: 'warning' },
		{ message: 'All is well', type: 'info' },
		{ message: 'All is well', type: 'info' },
	]);
});

it('a warning is logged if n8n shows no hints', () => {
	const log = jest.fn();
	warn(at({ logger: { warn: log } }), 'Look');
	expect(log).toHaveBeenCalledWith(expect.stringContaining('Look'));
});
