import type { IBuilderHint, IBuilderHintVariation } from 'n8n-workflow';

import { resources } from './resources';

/**
 * What n8n's assistant and its MCP server tell a model about the node; 1.123 knows nothing of it.
 *
 * 1. `searchHint` and `relatedNodes` come with each result of a search (@n8n/ai-utilities, node-catalog/search),
 *    `extraTypeDefContent` with the types of one operation (@n8n/workflow-sdk, generate-types). What is said of a
 *    single field stands at the field, of a single operation at the operation.
 * 2. Expressions are written as the model writes them, `expr('{{ … }}')`, never as they are stored.
 * 3. The field that chooses resource or operation has no hint: n8n refuses such a node (n8n-core,
 *    nodes-loader/validate-node-description).
 */

const PACKAGE = 'n8n-nodes-sales-crm';

const shownFor = (resource: string, operation: string, content: string): IBuilderHintVariation => ({
	content,
	displayOptions: { show: { resource: [resource], operation: [operation] } },
});

/**
 * What an operation is about. Above its types n8n puts the words of the first resource that has an operation of
 * that name (@n8n/workflow-sdk, generate-types): all Get Many would get contacts.
 */
const abouts: IBuilderHintVariation[] = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value: operation, action, description }) =>
		shownFor(resource, operation, `${action}: ${description}`),
	),
);

/** How a model writes the node for a purpose. @param parameters Beside resource and operation. */
const patternFor = (
	resource: string,
	operation: string,
	title: string,
	parameters: string,
): IBuilderHintVariation =>
	shownFor(
		resource,
		operation,
		`<patterns>
<pattern title="${title}">
const salesCrm = node({
  type: '${PACKAGE}.salesCrm',
  version: 1,
  config: {
    name: '${title}',
    parameters: {
      resource: '${resource}',
      operation: '${operation}',
      ${parameters}
    }
  }
});
</pattern>
</patterns>`,
	);

export const builderHint: IBuilderHint = {
	searchHint:
		'Creates, imports and searches contacts of an audience, and finds duplicates; reads deals as they are now or were on a past day, their history, how long they stay in each status, quotations (data or PDF), statuses and users. The interface that this package was made from has no way to write deals or quotations, to change or delete contacts, nor notes, tasks or a list of audiences: invent none. To start a workflow use a related trigger.',
	relatedNodes: [
		{
			nodeType: `${PACKAGE}.salesCrmTrigger`,
			relationHint: 'Starts a workflow at once when a deal moves to another status',
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
	extraTypeDefContent: [
		...abouts,
		patternFor(
			'contact',
			'create',
			'Create one contact, mapped by hand',
			`audienceId: expr('{{ $json.audienceId }}'),
      personalInfos: {
        mappingMode: 'defineBelow',
        value: {
          Voornaam: expr('{{ $json.firstName }}'),
          Achternaam: expr('{{ $json.lastName }}'),
          'E-mailadres': expr('{{ $json.email }}')
        },
        matchingColumns: [],
        schema: []
      }`,
		),
		patternFor(
			'history',
			'getStatusReport',
			'Status report of last week',
			`after: expr('{{ $now.minus({ weeks: 1 }).startOf("week") }}'),
      before: expr('{{ $now.startOf("week") }}')`,
		),
	],
};
