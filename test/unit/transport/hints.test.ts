import type { NodeExecutionHint } from 'n8n-workflow';

import type { Connection } from '../../../nodes/transport/connection';
import { inform, warn } from '../../../nodes/transport/hints';

const at = (context: object) => ({ context }) as Connection;

it('a hint is one for all that say the same in a run, of its kind, without markup of names and words', () => {
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

it('a warning stands in the log where n8n can show it nowhere else', () => {
	const log = jest.fn();
	warn(at({ logger: { warn: log } }), 'Look');
	expect(log).toHaveBeenCalledWith(expect.stringContaining('Look'));
});
