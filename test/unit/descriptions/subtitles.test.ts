import { Workflow, type INode, type INodeParameters, type INodeTypes } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';

/** The subtitle of the action node, evaluated by n8n. */

const shown = (parameters: INodeParameters): unknown => {
	const node = { name: 'Node', type: 'node', typeVersion: 1, parameters } as unknown as INode;
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { subtitle } = new SalesCrm().description;
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
};

it.each([
	[
		{ resource: 'contact', operation: 'create', options: { dryRun: true } },
		'create: contact, dry run',
	],
	[{ resource: 'contact', operation: 'import', dryRun: true }, 'import: contact, dry run'],
	[{ resource: 'contact', operation: 'import', dryRun: false, options: {} }, 'import: contact'],
	// There is no item yet.
	[
		{ resource: 'contact', operation: 'import', dryRun: "={{ $json['What'] !== 'Import' }}" },
		'import: contact',
	],
])('with %j', (parameters, subtitle) => {
	expect(shown(parameters)).toBe(subtitle);
});
