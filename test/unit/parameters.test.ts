import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/SalesCrm/resources';
import { SalesCrmPollingTrigger } from '../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';
import { runNode } from '../support/engine';
import { type Field, fieldsIn, withExpression } from '../support/fields';
import { HandPoller } from '../support/handPoller';
import { HookService } from '../support/hookService';
import { startOver } from '../support/startOver';
import { activate, deliver, placeOf } from '../support/triggerContexts';
import { usualParameters } from '../support/usualParameters';
import { TOOL } from '../support/workflow';

/** Empty is not all: an expression that comes out empty is an error, in every parameter, option and filter. */

const EMPTY = ['undefined', 'null', '""', '" "', '[]', '[null, ""]'];

/** The contract's exceptions. The values of personal information are the others. */
const MAY_BE_EMPTY = ['email', 'phone', 'name', 'contactType', 'timestamp', 'fileName'];

const mayBeEmpty = ({ property }: Field) => property.typeOptions?.mayBeEmpty === true;

const nameOf = ({ path }: Field) => path.join('.');

const error = ({ property: { displayName } }: Field, whose = '') =>
	`The expression of '${displayName}' is empty${whose}`;

/** n8n drops an expression for a whole collection before a node sees it (n8n-workflow, `getNodeParameters`). */
const canBeExpression = ({ property: { type } }: Field) =>
	!['collection', 'fixedCollection'].includes(type);

const ACTION = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ value: operation, properties, run }) =>
		fieldsIn(properties as readonly INodeProperties[])
			.filter(canBeExpression)
			.map((field) => ({
				name: `${resource} ${operation} ${nameOf(field)}`,
				...{ resource, operation, field, runsByItem: run !== undefined },
			})),
	),
);

type Case = (typeof ACTION)[number];

function parametersOf({ resource, operation, field }: Case): IDataObject {
	const usual = { ...usualParameters(), resource, operation };
	if (nameOf(field) === 'options.extraColumns')
		Object.assign(usual, { personalInfos: { mappingMode: 'autoMapInputData', value: null } });
	return withExpression(usual, field, '={{ $json.given }}');
}

const itemsOf = () =>
	EMPTY.map((given) => ({ json: given === 'undefined' ? {} : { given: JSON.parse(given) } }));

it('the exceptions are those of the contract', () => {
	const names = ACTION.filter(({ field }) => mayBeEmpty(field)).map(({ field }) =>
		field.path.at(-1),
	);
	expect([...new Set(names)].sort()).toEqual(MAY_BE_EMPTY.toSorted());
});

describe('the action node', () => {
	beforeEach(async () => await startOver({ contacts: 2, quotations: 2, deals: 2 }));

	it.each(ACTION.filter(({ field }) => !mayBeEmpty(field)))(
		'$name: empty is an error, in a tool as well',
		async (one) => {
			const run = { parameters: parametersOf(one), onError: 'continueRegularOutput' } as const;
			for (const type of [undefined, TOOL]) {
				// Where all items are one batch, some parameters are read from the first item only.
				for (const items of one.runsByItem ? [itemsOf()] : itemsOf().map((item) => [item])) {
					const rows = await runNode({ ...run, type, items });
					const errors = rows.map(({ json }) => json.error);
					expect(errors).toEqual(items.map(() => expect.stringContaining(error(one.field))));
				}
			}
			expect(sandbox.log.requests).toEqual([]);
		},
	);

	it('only the item fails whose expression is empty', async () => {
		const status = sandbox.world.profile().statuses[0].label;
		const items = [{ json: { status } }, { json: {} }, { json: { status } }];
		const filters = { statusIds: '={{ $json.status }}' };
		const parameters = { resource: 'deal', operation: 'getAll', filters };
		const rows = await runNode({ parameters, items, onError: 'continueRegularOutput' });
		const failed = rows.filter(({ json }) => 'error' in json);
		expect(failed).toMatchObject([
			{
				json: { error: expect.stringContaining('is empty for this item') },
				pairedItem: { item: 1 },
			},
		]);
	});

	it('the empty entries of a list are left out, and a fixed empty field is not set', async () => {
		const { statuses } = sandbox.world.profile();
		const labels = JSON.stringify([...statuses.map(({ label }) => label), null, ' ']);
		const deals = { resource: 'deal', operation: 'getAll', returnAll: true };
		const all = await runNode({ parameters: deals });
		const sets = [`={{ ${labels} }}`, [], ''].map((statusIds) => ({ statusIds }));
		for (const filters of [...sets, { minDaysInStatus: '', changedAfter: '' }])
			expect(await runNode({ parameters: { ...deals, filters } })).toHaveLength(all.length);
	});
});

describe('personal information', () => {
	beforeEach(async () => await startOver({ contacts: 0 }));

	const VALUES = { Voornaam: 'An', 'E-mailadres': 'an@example.com', Telefoonnummer: '' };

	const create = async (personalInfos: unknown) => {
		const parameters = { ...usualParameters(), resource: 'contact', operation: 'create' };
		const items = [{ json: { given: VALUES, text: JSON.stringify(VALUES) } }];
		const [{ json }] = await runNode({
			items,
			parameters: { ...parameters, personalInfos: personalInfos as IDataObject },
		});
		const { Voornaam, 'E-mailadres': email, outcome } = json;
		return [outcome, Voornaam, email];
	};

	it.each([
		[JSON.stringify(VALUES)],
		[JSON.stringify({ mappingMode: 'defineBelow', value: VALUES })],
		[{ mappingMode: 'defineBelow', value: '={{ $json.given }}' }],
		[{ mappingMode: 'defineBelow', value: '={{ $json.text }}' }],
		[{ mappingMode: 'defineBelow', value: JSON.stringify(VALUES) }],
	])('may be JSON text: %j', async (personalInfos) => {
		expect(await create(personalInfos)).toEqual(['wouldCreate', 'An', 'an@example.com']);
	});

	it.each(['an@example.com', ['An'], '["An"]'])('is an error as %j', async (value) => {
		await expect(create({ mappingMode: 'defineBelow', value })).rejects.toThrow(
			"'Personal Information' is not a JSON object",
		);
	});
});

const TRIGGER = fieldsIn(new SalesCrmTrigger().description.properties).filter(canBeExpression);
const POLL = fieldsIn(new SalesCrmPollingTrigger().description.properties).filter(canBeExpression);
const eventsOf = (fields: Field[]) =>
	(
		fields.find(({ path }) => nameOf({ path } as Field) === 'events')!.property.options as Array<{
			value: string;
		}>
	).map(({ value }) => value);

describe('the instant trigger', () => {
	const place = (parameters: IDataObject = {}) =>
		placeOf(new HookService(), { parameters: { events: eventsOf(TRIGGER), ...parameters } });

	it.each(TRIGGER.map((field) => [nameOf(field), field] as const))(
		'%s: empty fails the publication, and a call later',
		async (_name, field) => {
			for (const given of EMPTY) {
				const { service, parameters } = place();
				const entered = withExpression(parameters, field, `={{ ${given} }}`);
				const published = placeOf(service, { parameters: entered });
				await expect(activate(published)).rejects.toThrow(error(field));
				expect(service.ids).toEqual([]);
			}
			const published = place();
			await activate(published);
			published.parameters = withExpression(published.parameters, field, '={{ undefined }}');
			const { status, failure } = await deliver(published, {
				eventName: 'CRM_BACKLOG_ITEM_STATUS_CHANGE',
				payload: { id: 'x' },
			});
			expect(status).toBe(503);
			expect(failure).toContain(error(field));
		},
	);
});

describe('the polling trigger', () => {
	it('a filter that the form hides is not read', async () => {
		const filters = { fromStatusIds: '={{ [] }}' };
		const poller = new HandPoller({ events: ['dealStuck'], filters });
		await expect(poller.activate()).resolves.toEqual([]);
	});

	it.each(POLL.map((field) => [nameOf(field), field] as const))(
		'%s: empty fails the publication',
		async (_name, field) => {
			const usual = {
				...{
					events: eventsOf(POLL),
					start: 'everything',
					audienceId: usualParameters().audienceId,
				},
				...{ watchFields: ['status'], watchContactFields: ['Plaats'] },
			};
			for (const given of EMPTY) {
				const poller = new HandPoller(withExpression(usual, field, `={{ ${given} }}`));
				await expect(poller.activate()).rejects.toThrow(error(field));
			}
		},
	);
});
