import {
	type INode,
	type INodeProperties,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';

import { resources } from '../../../../nodes/SalesCrm/resources';
import { SalesCrm } from '../../../../nodes/SalesCrm/SalesCrm.node';

/** The fields that the editor shows, by n8n's own rules. */

const description = new SalesCrm().description as INodeTypeDescription;

const ALWAYS = ['authentication', 'resource'];

function shownFor(values: INode['parameters']): INodeProperties[] {
	const node = { ...values } as unknown as INode;
	return description.properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, { ...node, typeVersion: 1 }, description),
	);
}

const namesOf = (properties: readonly { name: string }[]) => properties.map(({ name }) => name);

const cases = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ resource, operation })),
);

it.each(cases.map((one) => [one.resource.value, one.operation.value, one] as const))(
	'%s, %s: shows its own fields and no others',
	(resourceValue, operationValue, { resource, operation }) => {
		const base = { authentication: 'apiToken', resource: resourceValue, operation: operationValue };
		const choices = operation.properties.flatMap(({ name, type }) =>
			type === 'boolean' ? [{ [name]: true }, { [name]: false }] : [],
		);
		const shown = [{}, ...choices].flatMap((choice) => shownFor({ ...base, ...choice }));
		const expected = [...ALWAYS, 'operation', ...namesOf(operation.properties as never)];
		const seen = new Set(namesOf(shown));
		const conditional = operation.properties.filter(({ displayOptions }) => displayOptions);
		for (const name of seen) expect(expected).toContain(name);
		for (const name of expected) {
			if (!conditional.some((property) => property.name === name)) expect(seen).toContain(name);
		}
		for (const name of ['returnAll', 'limit']) {
			expect(seen.has(name)).toBe(expected.includes(name));
		}
		const [choice] = shown.filter(({ name }) => name === 'operation');
		expect(namesOf(choice.options as never)).toEqual(namesOf(resource.operations));
	},
);

it('the options come last, and every operation has the company profile there', () => {
	for (const { operation } of cases) {
		const { name, options } = operation.properties.at(-1) as INodeProperties;
		expect(name).toBe('options');
		expect(namesOf(options as INodeProperties[])).toContain('companyProfileId');
	}
});

it('the first operation of a resource is its list, if it has one', () => {
	for (const resource of resources) {
		const [{ default: first, options }] = shownFor({ resource: resource.value }).filter(
			({ name }) => name === 'operation',
		);
		const values = (options as Array<{ value: string }>).map(({ value }) => value);
		expect(first).toBe(values.includes('getAll') ? 'getAll' : values[0]);
		expect(values).toEqual(resource.operations.map(({ value }) => value));
	}
});
