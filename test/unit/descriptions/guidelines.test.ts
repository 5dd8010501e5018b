import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SalesCrmApi } from '../../../credentials/SalesCrmApi.credentials';
import { SalesCrmOAuth2Api } from '../../../credentials/SalesCrmOAuth2Api.credentials';
import { SalesCrmServiceAccountApi } from '../../../credentials/SalesCrmServiceAccountApi.credentials';
import { resources } from '../../../nodes/SalesCrm/resources';
import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmPollingTrigger } from '../../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/** n8n's guidelines for texts and their order, as far as its linter does not check them (tools/release/guidelines.md). */

const NODES = [new SalesCrm(), new SalesCrmTrigger(), new SalesCrmPollingTrigger()];
const TRIGGERS = NODES.slice(1);
const CREDENTIALS = [new SalesCrmApi(), new SalesCrmOAuth2Api(), new SalesCrmServiceAccountApi()];

interface Field {
	path: string;
	property: INodeProperties;
}

/** The fields, and the fields inside them. */
const within = (path: string, properties: INodeProperties[]): Field[] =>
	properties.flatMap((property) => {
		const here = `${path}.${property.name}`;
		const options = (property.options ?? []) as Array<
			INodeProperties & { values?: INodeProperties[] }
		>;
		const inside = ['collection', 'fixedCollection'].includes(property.type)
			? options.flatMap((option) => within(here, option.values ?? [option]))
			: [];
		return [{ path: here, property }, ...inside];
	});

const FIELDS: Field[] = [
	...NODES.flatMap(({ description: { name, properties } }) => within(name, properties)),
	...CREDENTIALS.flatMap(({ name, properties }) => within(name, properties)),
];

/** The paths of fields with something wrong, and what it is. */
const faults = (wrong: (property: INodeProperties) => unknown): unknown[] =>
	FIELDS.flatMap(({ path, property }) => {
		const found = wrong(property);
		return found ? [[path, found]] : [];
	});

const isChoice = ({ type }: INodeProperties) => ['options', 'multiOptions'].includes(type);
const choicesOf = (property: INodeProperties) =>
	(isChoice(property) ? (property.options ?? []) : []) as INodePropertyOptions[];

const byName = (a: string, b: string) => a.localeCompare(b, 'en');

it('all fields are checked', () => {
	expect(FIELDS.length).toBeGreaterThan(120);
	expect(faults(({ type }) => type === 'multiOptions').length).toBeGreaterThan(10);
});

it('choices and optional fields are sorted by name', () => {
	const unsorted = (names: string[]) =>
		names.join() === names.toSorted(byName).join() ? undefined : names.join(', ');
	expect(
		faults((property) =>
			unsorted(
				property.type === 'collection'
					? (property.options as INodeProperties[]).map(({ displayName }) => displayName)
					: choicesOf(property).map(({ name }) => name),
			),
		),
	).toEqual([]);
	expect(unsorted(resources.map(({ name }) => name))).toBeUndefined();
});

it('placeholders begin with "e.g." or "Add", and do not look like an ID that is already entered', () => {
	expect(
		faults(({ placeholder }) => placeholder && !/^(?:e\.g\. |Add )/.test(placeholder)),
	).toEqual([]);
	expect(faults(({ placeholder }) => /[\da-f]{12}$/.test(placeholder ?? ''))).toEqual([]);
});

it('names are no fault in a list of IDs that the editor loads', () => {
	const marksNames = (property: INodeProperties) =>
		isChoice(property) && property.typeOptions?.loadOptionsMethod && !property.allowArbitraryValues;
	expect(faults(marksNames)).toEqual([]);
});

it('hints have 120 characters at most', () => {
	expect(faults(({ hint = '' }) => hint.length > 120 && hint)).toEqual([]);
});

it('triggers ask for "Trigger On" right after the sign-in, without a tooltip', () => {
	for (const { description } of TRIGGERS) {
		const asked = description.properties.filter(({ type }) => type !== 'notice');
		expect(asked.slice(0, 2).map(({ displayName }) => displayName)).toEqual([
			'Authentication',
			'Trigger On',
		]);
		expect(asked[1].description).toBeUndefined();
	}
});

it('a notice of the instant trigger that is shown for all events mentions none of them', () => {
	const { properties } = new SalesCrmTrigger().description;
	const shown = properties.filter(
		({ type, displayOptions }) => type === 'notice' && !displayOptions,
	);
	expect(shown.length).toBeGreaterThan(0);
	for (const { displayName } of shown) {
		expect(displayName).not.toMatch(/\b(?:deal|lead|contact|quotation|invoice|form)s?\b/i);
	}
});

it('actions have no articles, and no two are the same', () => {
	const actions = resources.flatMap(({ operations }) => operations.map(({ action }) => action));
	expect(actions.filter((action) => / (?:a|an|the) /.test(` ${action} `))).toEqual([]);
	expect(new Set(actions).size).toBe(actions.length);
});

it('secrets are entered into password fields', () => {
	const names = CREDENTIALS.flatMap(({ properties }) =>
		properties.filter(({ typeOptions }) => typeOptions?.password).map(({ name }) => name),
	);
	expect(names).toEqual(['apiToken', 'password', 'sessionKey']);
});

it('options come last in every operation, and include the company profile', () => {
	for (const { properties } of resources.flatMap(({ operations }) => operations)) {
		const { name, options } = properties.at(-1) as INodeProperties;
		expect(name).toBe('options');
		expect(options).toContainEqual(expect.objectContaining({ name: 'companyProfileId' }));
	}
});

it('the first operation of a resource is its list, if it has one', () => {
	for (const { value, operations } of resources) {
		const choice = NODES[0].description.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions!.show!.resource![0] === value,
		)!;
		const values = operations.map((operation) => operation.value);
		expect(choice.default).toBe(values.includes('getAll') ? 'getAll' : values[0]);
	}
});
