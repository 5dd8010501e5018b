import '../../support/fastClock';

import { uniqBy } from 'es-toolkit';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { resources } from '../../../nodes/SalesCrm/resources';
import { listContacts } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { runOperation } from '../../support/nodeRuns';
import { startOver } from '../../support/startOver';
import { usualParameters } from '../../support/usualParameters';
import { TOOL } from '../../support/workflow';

/** What an expression or a model may give for each field. */

beforeEach(async () => await startOver({ contacts: 3, quotations: 3, deals: 3 }));

const GIVEN = '={{ $json.given }}';
const FROM_MODEL = "={{ $fromAI('given') }}";

/** What the operations need to reach the field under test. */
const complete = (): IDataObject => ({ ...usualParameters(), webhookId: 'none' });

interface Field {
	resource: string;
	operation: string;
	name: string;
	/** Of a collection, one of its fields. */
	option?: string;
	property: INodeProperties;
	isForTools: boolean;
}

const fieldsOf = (properties: readonly INodeProperties[]) =>
	properties.flatMap((property) => [
		{ name: property.name, property },
		...((property.type === 'collection' ? property.options : []) as INodeProperties[]).map(
			(option) => ({ name: property.name, option: option.name, property: option }),
		),
	]);

const ALL = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ value: operation, properties, displayOptions }) =>
		fieldsOf(properties as readonly INodeProperties[]).map((field): [string, Field] => [
			[resource, operation, field.name, 'option' in field ? field.option : ''].join(' ').trim(),
			{ resource, operation, isForTools: !displayOptions?.hide?.['@tool'], ...field },
		]),
	),
);

/** All are read by one reader, from their declarations, so each declaration is tried in one operation. */
const FIELDS = uniqBy(
	ALL,
	([
		,
		{
			property: { name, type, default: usual, typeOptions, options },
		},
	]) =>
		// n8n itself drops an expression for a whole collection.
		type === 'collection' ? name : JSON.stringify([name, type, usual, typeOptions, options]),
);

/** The parameters with an expression for the field. */
function parametersWith(field: Field, expression = GIVEN): IDataObject {
	const { resource, operation, name, option } = field;
	const usual = complete();
	const inCollection = { ...(usual[name] as IDataObject), [option ?? '']: expression };
	return { ...usual, resource, operation, [name]: option ? inCollection : expression };
}

it.each(FIELDS)(
	'%s: whatever is given, the item or the error is one of ours',
	async (_path, field) => {
		const values = [7, 0, -1.5, true, false, null, '', { a: 1 }, ['x', 2], [{ a: 1 }], []];
		const items = values.map((given) => ({ json: { given: given as IDataObject } }));
		// Concurrency is read for the first item only.
		for (const some of field.option === 'concurrency' ? items.map((item) => [item]) : [items]) {
			const parameters = parametersWith(field);
			const run = runNode({ parameters, items: some, onError: 'continueRegularOutput' });
			const shown = await run.then(
				(output) => JSON.stringify(output.map(({ json }) => json)),
				(error: Error) => error.message,
			);
			expect(shown).not.toMatch(/not a function|of (undefined|null)|not iterable|\[object/);
		}
	},
);

// Without its options Create would create contacts.
const LEFT_OUT = FIELDS.filter(
	([path, { property, isForTools }]) =>
		isForTools &&
		!property.required &&
		!property.typeOptions?.needsValue &&
		path !== 'contact create options',
);

it.each(LEFT_OUT)('%s: from a model, nothing means the default', async (_path, field) => {
	/** The answer and the requests, without what differs from run to run. */
	const run = async (parameters: IDataObject, given?: IDataObject[string]) => {
		sandbox.log.requests.length = 0;
		const asked = runNode({ type: TOOL, parameters, items: [{ json: { given } }] });
		const answer = await asked.then((items) => items.map(({ json }) => json)).catch(String);
		const requests = sandbox.log.requests.map(({ path, query }) => JSON.stringify({ path, query }));
		const text = JSON.stringify([answer, requests.sort()]);
		return text.replace(/"(days\w+|totalDays|latestDays|id|webhookId)":[^,}]*/g, '"$1":0');
	};
	const parameters = parametersWith(field, FROM_MODEL);
	const usual = field.option ? (complete()[field.name] ?? {}) : undefined;
	const byDefault = await run({ ...parameters, [field.name]: usual });
	for (const nothing of ['', null, ...(field.property.type === 'string' ? [] : ['null'])])
		expect(await run(parameters, nothing)).toBe(byDefault);
});

it.each<[string, string, unknown]>([
	['Dry Run', 'dryRun', ''],
	['Dry Run', 'dryRun', null],
	['Dry Run', 'dryRun', 'null'],
	['Company Profile ID', 'companyProfileId', ''],
])('%s that comes out as nothing from a model is an error: %s %j', async (label, name, given) => {
	const create = { resource: 'contact', operation: 'create', ifExists: 'createAnyway' };
	const parameters = { ...complete(), ...create, options: { [name]: FROM_MODEL } };
	const items = [{ json: { given: given as IDataObject } }];
	const run = runNode({ type: TOOL, parameters, items });
	await expect(run).rejects.toThrow(`The expression of '${label}' is empty`);
	expect(sandbox.log.requests).toEqual([]);
});

it('a switch is off by text', async () => {
	const off = ' FALSE ';
	const options = { includeChanges: off, includeTimeInStatus: off };
	const [deal] = (await runOperation('deal', 'getAll', { options })).rows;
	expect(deal).not.toHaveProperty('changes');
	expect(deal).not.toHaveProperty('timeInStatus');
	const limited = await listContacts({ simplify: off, returnAll: "={{ 'False' }}", limit: '2' });
	expect(limited).toHaveLength(2);
	expect(limited[0].json).toHaveProperty('standard_personal_infos');
});

it.each([
	[
		'deal',
		{ filters: { statusIds: { id: 'a' } } },
		"'Status Names or IDs' must be a list of texts",
	],
	['deal', { options: { includeChanges: 'yes' } }, "'Include Changes' must be true or false"],
	['deal', { filters: { minDaysInStatus: 'a week' } }, 'must be a number of at least 0'],
	[
		'history',
		{ filters: { changeTypes: ['Moved'] } },
		"'Change Types' must be one of USER_CHANGED",
	],
	['user', { returnAll: false, limit: 'all' }, "'Limit' must be a whole number of at least 1"],
])('%s with %j is an error before anything is sent', async (resource, parameters, words) => {
	await expect(runOperation(resource, 'getAll', parameters)).rejects.toThrow(words);
	expect(sandbox.log.requests).toEqual([]);
});
