import type { IDataObject, INode } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { uuid } from '../../support/uuid';

/** A workflow that sets every parameter, as 0.1.0 saves it, runs: its values are read as they were entered. */

const { nodes } = jest.requireActual<{ nodes: INode[] }>('../../package/saved/0.1.0/salesCrm.json');

/** What the reader of parameters says of a value that it does not take. */
const UNREAD = /is empty|must be|is not a (JSON object|date|valid UUID)|is in the future/;

it.each(nodes)('$name', async ({ parameters }) => {
	sandbox.reset();
	const items = [{ json: { entered: uuid(0xe1) } }];
	const chosen = { ...parameters, authentication: 'apiToken' } as IDataObject;
	const error = await runNode({ parameters: chosen, items }).then(
		() => undefined,
		(reason: Error) => reason,
	);
	expect(error?.message ?? '').not.toMatch(UNREAD);
});
