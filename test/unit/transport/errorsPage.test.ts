/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../../support/noWaiting';

import { failures } from '../../support/failures';
import { useNock } from '../../support/fakeService';
import { page } from '../../support/page.cjs';

/** docs/errors.md says what the node says: each sentence of its tables is compared with the node's. */

useNock();

/** The rows of all tables: what happened, message, description. */
const rows = page('errors.md')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (What happened|---)/.test(line))
	.map((line) =>
		line
			.slice(2, -2)
			.split(' | ')
			.map((cell) => cell.trim().replace(/^`|`$/g, '')),
	);

const toldBy = async (produce: () => Promise<unknown>): Promise<string[]> =>
	await produce().then(
		() => ['It did not fail'],
		({ message, description }) => [message, description || '-'],
	);

it('tells of every failure, and of no other', () => {
	expect(rows.map(([happened]) => happened).sort()).toEqual(Object.keys(failures).sort());
});

it.each(Object.entries(failures))('%s', async (happened, produce) => {
	const [, ...words] = rows.find(([row]) => row === happened) ?? [];
	expect(await toldBy(produce)).toEqual(words);
});
