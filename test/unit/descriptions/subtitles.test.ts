import { Workflow, type INode, type INodeParameters, type INodeTypes } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { EVENTS } from '../../../nodes/api/eventKinds';
import { POLL_EVENTS, subtitleOf } from '../../../nodes/descriptions/triggerFields';

/** The subtitles of the nodes, evaluated by n8n. */

const shown = (subtitle: string, parameters: INodeParameters): unknown => {
	const node = { name: 'Node', type: 'node', typeVersion: 1, parameters } as unknown as INode;
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
};

it.each([
	[{ events: ['dealStatusChanged', 'contactDeleted'] }, 'Deal: Status Changed, Contact: Deleted'],
	[{ events: 'CRM_BACKLOG_ITEM_COPIED' }, 'CRM_BACKLOG_ITEM_COPIED'],
	[{ events: [], filters: { toStatusIds: [] } }, 'Additional Events'],
	[
		{
			events: ['dealStatusChanged'],
			filters: { pipelineIds: ['a'], assigneeIds: ['b'], toStatusIds: [] },
		},
		'Deal: Status Changed (filtered)',
	],
])('of the instant trigger with %j', (parameters, subtitle) => {
	expect(shown(subtitleOf(EVENTS), parameters)).toBe(subtitle);
});

it('of the polling trigger', () => {
	const parameters = { events: ['dealAssigned', 'other'], filters: { pipelineIds: ['a'] } };
	expect(shown(subtitleOf(POLL_EVENTS), parameters)).toBe('Deal: Assigned, other (filtered)');
});

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
	[{ resource: 'deal', operation: 'get' }, 'get: deal'],
])('of the action node with %j', (parameters, subtitle) => {
	expect(shown(new SalesCrm().description.subtitle!, parameters)).toBe(subtitle);
});
