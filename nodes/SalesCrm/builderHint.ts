import type { IBuilderHint } from 'n8n-workflow';

const PACKAGE = 'n8n-nodes-sales-crm';

/**
 * What n8n's assistant and its MCP server tell a model about the node (@n8n/ai-utilities, node-catalog/search); 1.123 has
 * no such thing. Fields and operations have hints of their own, except the fields Resource and Operation: n8n refuses a
 * node with hints there (n8n-core, nodes-loader/validate-node-description).
 */
export const builderHint: IBuilderHint = {
	searchHint:
		'Creates, imports and searches contacts, and finds duplicates; reads deals as of now or a past day, with customer, value and time in status; moves and assigns deals; reads quotations, statuses, users; Contact Person: Look Up tells who is calling, with deals and documents. The interface that it was made from has no way to create deals, write quotations, change or delete contacts, nor notes, tasks or a list of audiences: invent none. To start a workflow use a related trigger.',
	relatedNodes: [
		{
			nodeType: `${PACKAGE}.salesCrmTrigger`,
			relationHint:
				'Starts a workflow at once for events of deals, leads, contacts, quotations, invoices and forms',
		},
		{
			nodeType: `${PACKAGE}.salesCrmPollingTrigger`,
			relationHint:
				'Starts a workflow, on a schedule, for new, moved, stuck or reassigned deals, and for new or updated contacts and quotations',
		},
		{
			nodeType: 'n8n-nodes-base.extractFromFile',
			relationHint:
				'Turns a workbook (xlsx, ods) into the rows that Contact: Create takes; CSV needs none',
		},
	],
};
