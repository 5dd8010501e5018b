import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SalesCrmApi } from '../../../credentials/SalesCrmApi.credentials';
import { SalesCrmOAuth2Api } from '../../../credentials/SalesCrmOAuth2Api.credentials';
import { SalesCrmServiceAccountApi } from '../../../credentials/SalesCrmServiceAccountApi.credentials';
import { resources } from '../../../nodes/SalesCrm/resources';
import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmPollingTrigger } from '../../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/** What n8n's guidelines ask of texts and their order, as far as its linter does not see it (tools/release/guidelines.md). */

const NODES = [new SalesCrm(), new SalesCrmTrigger(), new SalesCrmPollingTrigger()];
const TRIGGERS = NODES.slice(1);
const CREDENTIALS = [new SalesCrmApi(), new SalesCrmOAuth2Api(), new SalesCrmServiceAccountApi()];

interface Field {
	path: string;
	property: INodeProperties;
}

/** Fields with those within them. */
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

/** Paths with what is wrong there. */
const faults = (wrong: (property: INodeProperties) => unknown): unknown[] =>
	FIELDS.flatMap(({ path, property }) => {
		const found = wrong(property);
		return found ? [[path, found]] : [];
	});

const isChoice = ({ type }: INodeProperties) => ['options', 'multiOptions'].includes(type);
const choicesOf = (property: INodeProperties) =>
	(isChoice(property) ? (property.options ?? []) : []) as INodePropertyOptions[];

/** Order of what is shown; signs before a name do not count. */
const byShown = (a: string, b: string) => a.localeCompare(b, 'en');

it('looks at all fields', () => {
	expect(FIELDS.length).toBeGreaterThan(120);
	expect(faults(({ type }) => type === 'multiOptions').length).toBeGreaterThan(10);
});

it('lists are sorted by what is shown, those of optional fields too', () => {
	const unsorted = (names: string[]) =>
		names.join() === names.toSorted(byShown).join() ? undefined : names.join(', ');
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

it('examples begin with e.g., and nobody takes one for an ID that is entered already', () => {
	expect(
		faults(({ placeholder }) => placeholder && !/^(?:e\.g\. |Add )/.test(placeholder)),
	).toEqual([]);
	expect(faults(({ placeholder }) => /[\da-f]{12}$/.test(placeholder ?? ''))).toEqual([]);
});

it('hints have 120 characters at most', () => {
	expect(faults(({ hint = '' }) => hint.length > 120 && hint)).toEqual([]);
});

it('all triggers ask "Trigger On" first, without a tooltip', () => {
	for (const { description } of TRIGGERS) {
		const asked = description.properties.filter(({ type }) => type !== 'notice');
		expect(asked.slice(0, 2).map(({ displayName }) => displayName)).toEqual([
			'Authentication',
			'Trigger On',
		]);
		expect(asked[1].description).toBeUndefined();
	}
});

it('a notice of the Sales CRM Trigger that all events show is about none of them', () => {
	const { properties } = new SalesCrmTrigger().description;
	const shown = properties.filter(
		({ type, displayOptions }) => type === 'notice' && !displayOptions,
	);
	expect(shown.length).toBeGreaterThan(0);
	for (const { displayName } of shown) {
		expect(displayName).not.toMatch(/\b(?:deal|lead|contact|quotation|invoice|form)s?\b/i);
	}
});

it('actions are told without articles, and say what they are about', () => {
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
