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

/**
 * What an operation is about. Above its types n8n puts the words of the first resource that has an operation of
 * that name (@n8n/workflow-sdk, generate-types): all Get Many would get contacts.
 */
const abouts: IBuilderHintVariation[] = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value: operation, action, description }) => ({
		content: `${action}: ${description}`,
		displayOptions: { show: { resource: [resource], operation: [operation] } },
	})),
);

const importOfFile = `<patterns>
<pattern title="Import a CSV file from a form or a mail; one item says what happened to its rows, with a CSV of those that failed">
const importContacts = node({
  type: '${PACKAGE}.salesCrm',
  version: 1,
  config: {
    name: 'Import contacts',
    parameters: {
      resource: 'contact',
      operation: 'import',
      audienceId: expr('{{ $json["Audience ID"] }}')
    }
  }
});
</pattern>
<pattern title="Create one contact, mapped by hand">
const createContact = node({
  type: '${PACKAGE}.salesCrm',
  version: 1,
  config: {
    name: 'Create contact',
    parameters: {
      resource: 'contact',
      operation: 'create',
      audienceId: expr('{{ $json.audienceId }}'),
      personalInfos: {
        mappingMode: 'defineBelow',
        value: {
          Voornaam: expr('{{ $json.firstName }}'),
          Achternaam: expr('{{ $json.lastName }}'),
          'E-mailadres': expr('{{ $json.email }}')
        },
        matchingColumns: [],
        schema: []
      }
    }
  }
});
</pattern>
</patterns>`;

const dealOfEvent = `<patterns>
<pattern title="The deal that started the workflow, with how long it was in each status">
const getDeal = node({
  type: '${PACKAGE}.salesCrm',
  version: 1,
  config: {
    name: 'Get deal',
    parameters: {
      resource: 'deal',
      operation: 'get',
      dealId: { __rl: true, mode: 'id', value: expr('{{ $json.dealId }}') },
      options: { includeTimeInStatus: true }
    }
  }
});
</pattern>
</patterns>`;

const pipelineOfDay = `<patterns>
<pattern title="What the pipeline looked like on a past day">
const pipelineThen = node({
  type: '${PACKAGE}.salesCrm',
  version: 1,
  config: {
    name: 'Pipeline then',
    parameters: {
      resource: 'deal',
      operation: 'getAll',
      returnAll: true,
      filters: {},
      options: { asOf: '2026-10-01' }
    }
  }
});
</pattern>
</patterns>`;

const reportOfStatuses = `<patterns>
<pattern title="Last week: how many deals are in each status, entered it and left it, after how many days">
const statusReport = node({
  type: '${PACKAGE}.salesCrm',
  version: 1,
  config: {
    name: 'Status report',
    parameters: {
      resource: 'history',
      operation: 'getStatusReport',
      after: expr('{{ $now.minus({ weeks: 1 }).startOf("week") }}'),
      before: expr('{{ $now.startOf("week") }}'),
      splitByAssignee: false,
      filters: {},
      options: {}
    }
  }
});
</pattern>
</patterns>`;

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
		{
			content: importOfFile,
			displayOptions: { show: { resource: ['contact'], operation: ['create', 'import'] } },
		},
		{
			content: dealOfEvent,
			displayOptions: { show: { resource: ['deal'], operation: ['get'] } },
		},
		{
			content: pipelineOfDay,
			displayOptions: { show: { resource: ['deal'], operation: ['getAll'] } },
		},
		{
			content: reportOfStatuses,
			displayOptions: { show: { resource: ['history'], operation: ['getStatusReport'] } },
		},
	],
};
