import { dealOfItem, dealRecord, withItem } from '../../../deals/present';
import { checkUpdate, neededChanges, readUpdate } from '../../../deals/update';
import { optionsOf } from '../../../descriptions/fields';
import { checkProfileOfWrite } from '../../../transport/connection';
import { CancelledError } from '../../../transport/errors';
import { warn } from '../../../transport/hints';
import { wholeError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { listOrId } from '../../execution/commonFields';
import { type Call, operation, type Outputs } from '../../execution/operation';
import type { ValuesOf } from '../../execution/parameters';
import { type HistoryRead, historyRead } from '../history/historyReads';
import { carryOut, findDeal } from './carryOut';

const CHOOSE =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

const choice = (loadOptionsMethod: string) =>
	({ type: 'options', typeOptions: { loadOptionsMethod }, default: '' }) as const;

const properties = [
	{
		displayName: 'A move may start automations in your Sales CRM, such as an email to the customer',
		name: 'updateWarning',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Deal',
		name: 'dealId',
		description: 'The deal to update',
		...listOrId('searchDeals'),
	},
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		description: 'What to change. What is left out stays as it is.',
		builderHint: {
			propertyHint:
				"statusId is the label or ID of a status of the deal's own pipeline, assigneeId the name, email or ID of a user, or none; an empty description clears it. Let a person approve a move before it is made.",
		},
		options: [
			{
				displayName: 'Assignee Name or ID',
				name: 'assigneeId',
				description: `Who to assign the deal to; a name, an email, or none to unassign it also works. ${CHOOSE}.`,
				...choice('getAssignees'),
			},
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				description: 'Replaces the description. Leave empty to clear it.',
			},
			{
				displayName: 'Status Name or ID',
				name: 'statusId',
				description: `The status to move the deal to, of the pipeline that it is in; a name also works. ${CHOOSE}.`,
				...choice('getStatuses'),
			},
		],
	},
	optionsOf([]),
] as const;

type UpdateCall = Call<ValuesOf<typeof properties>>;

export const update = operation({
	value: 'update',
	name: 'Update',
	action: 'Update deal',
	description:
		'Move a deal to another status, assign it, or replace its description. A move may start automations in the Sales CRM, such as an email to the customer.',
	kind: 'single',
	properties,
	async run(call) {
		checkUpdate(call.parameters.updateFields);
		checkProfileOfWrite(call.connection);
		const id = toIdentifier(call.parameters.dealId, 'Deal');
		const read = await historyRead(call);
		const turns = call.once('turns', () => new Map<string, Promise<unknown>>());
		// Each update compares the deal before and after, so two items about one deal must take turns.
		const before = turns.get(id)?.catch(() => undefined);
		const turn = Promise.resolve(before).then(async () => await updateDeal(call, read, id));
		turns.set(id, turn);
		const updated = await turn;
		// The history is read after all deals have been updated, so that it shows the result.
		await call.barrier();
		return await itemsOf(updated, read);
	},
});

async function updateDeal({ parameters }: UpdateCall, read: HistoryRead, id: string) {
	const found = await read.names();
	const target = { connection: read.connection, id, found };
	const before = await findDeal(target);
	const asked = readUpdate(parameters.updateFields, before, found);
	const wanted = neededChanges(before, asked);
	const isUnchanged = Object.keys(wanted).length === 0;
	const after = isUnchanged ? before : await carryOut(target, before, wanted);
	return { id, after, outcome: isUnchanged ? 'unchanged' : 'updated', names: found.names };
}

async function itemsOf(
	{ id, after, outcome, names }: Awaited<ReturnType<typeof updateDeal>>,
	read: HistoryRead,
): Promise<Outputs> {
	const { connection } = read;
	const listed = await read.deal(id).catch((reason: unknown) => {
		if (reason instanceof CancelledError) throw reason;
		// The update was made, so it must not look as if it had failed.
		warn(connection, `${wholeError(reason)}. Updated deals are returned without times and days.`);
		return undefined;
	});
	const deal = listed ? withItem(listed, after) : dealOfItem(after, id);
	const known = { names, companyProfileId: connection.profileId };
	return [{ json: { outcome, ...dealRecord(deal, known) } }];
}
