import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { resources } from '../../../nodes/SalesCrm/resources';
import { runNode } from '../../support/engine';
import { startOver } from '../../support/startOver';

/** Whatever an expression gives for a field, the result or the error is one of ours. */

beforeEach(async () => await startOver({ contacts: 3, quotations: 3, deals: 3 }));

const VALUES = [7, 0, -1.5, true, false, null, '', { a: 1 }, ['x', 2], []];

const HOW = '={{ $json.odd }}';

/** What the operations need, so that they reach the field under test. */
const complete = (): IDataObject => ({
	audienceId: identities.AUDIENCE_ID,
	personalInfos: { mappingMode: 'defineBelow', value: { Voornaam: 'An' } },
	quotationId: { __rl: true, mode: 'id', value: sandbox.world.profile().quotations[0].id },
	name: 'Of the test',
	url: 'http://hook.example/',
	webhookId: 'none',
});

const fields = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ value: operation, properties }) =>
		(properties as readonly INodeProperties[]).flatMap(({ name, type, options = [] }) =>
			type === 'collection'
				? (options as INodeProperties[]).map((option) => [resource, operation, name, option.name])
				: [[resource, operation, name, '']],
		),
	),
);

it.each(fields)('%s %s: %s %s', async (resource, operation, name, option) => {
	const odd = option === '' ? HOW : { [option]: HOW };
	const parameters = { ...complete(), resource, operation, [name]: odd };
	const items = VALUES.map((value) => ({ json: { odd: value as IDataObject } }));
	// Concurrency is read for the first item only.
	const runs = option === 'concurrency' ? items.map((item) => [item]) : [items];
	for (const some of runs) {
		const run = runNode({ parameters, items: some, onError: 'continueRegularOutput' });
		const said = await run.then(
			(output) => output.flatMap(({ json }) => String(json.error ?? '')).join('\n'),
			(error: Error) => error.message,
		);
		expect(said).not.toMatch(/not a function|of (undefined|null)|not iterable|\[object/);
	}
});
