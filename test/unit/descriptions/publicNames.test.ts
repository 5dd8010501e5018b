import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { resources } from '../../../nodes/SalesCrm/resources';
import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmPollingTrigger } from '../../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/**
 * Saved workflows contain the names, types, defaults and values of parameters. So the snapshot may grow
 * (`npx jest -c test/jest.config.mjs publicNames -u`), but none of its lines may change.
 */

/** A line for each parameter, with the path of those in collections. */
const parametersOf = (properties: readonly INodeProperties[], path = ''): string[] =>
	properties.flatMap(({ name, type, default: byDefault, typeOptions, options, modes }) => {
		const isCollection = type === 'collection';
		const values = isCollection ? [] : ((options ?? []) as INodePropertyOptions[]);
		const from = [
			typeOptions?.loadOptionsMethod,
			...(modes ?? []).map((mode) => mode.typeOptions?.searchListMethod ?? `by ${mode.name}`),
			...values.map(({ value, name: group }) => value ?? group).sort(),
		].filter((one) => one !== undefined);
		return [
			`${path}${name}: ${type} = ${JSON.stringify(byDefault)} ${from.join(' | ')}`.trimEnd(),
			...(isCollection ? parametersOf(options as INodeProperties[], `${path}${name}.`) : []),
		];
	});

const offered = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value: operation }) => [resource, operation]),
);

it('all operations are still there', () => {
	expect(offered.map((names) => names.join(' ')).sort()).toMatchSnapshot();
});

it.each(offered)('%s: %s keeps its parameters', (resource, operation) => {
	const shown = new SalesCrm().description.properties.filter(
		({ displayOptions: { show = {} } = {} }) =>
			show.resource?.includes(resource) && show.operation?.includes(operation),
	);
	expect(parametersOf(shown).sort()).toMatchSnapshot();
});

it.each<INodeType>([new SalesCrmTrigger(), new SalesCrmPollingTrigger()])(
	'$description.name keeps its name and its parameters',
	({ description: { name, properties } }) => {
		expect([name, ...parametersOf(properties).sort()]).toMatchSnapshot();
	},
);

it('the sign-ins keep their values', () => {
	const [authentication] = new SalesCrm().description.properties;
	expect(parametersOf([authentication])).toMatchSnapshot();
});
