import '../support/fastClock';

import type { IDataObject, INode } from 'n8n-workflow';

import {
	deal,
	fail,
	profile,
	sentUpdates,
	set,
	SHORT,
	updateParameters,
} from '../support/dealUpdates';
import { crmOf, runFlow, startFlow } from '../support/flow';
import { nap } from '../support/nodeJs.cjs';
import { startOver } from '../support/startOver';

/** Deal: Update in n8n's engine: an update that was sent, or may have been, is never sent again. */

beforeEach(async () => {
	await startOver({ deals: 40 });
	set({ only: 'published' });
	deal().description = 'Voornaam: An';
});

const retries: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const run = async (fields: IDataObject, rows: IDataObject[], settings: Partial<INode> = retries) =>
	await runFlow({ nodes: [crmOf(updateParameters(fields), settings)] }, rows);

describe('"Retry On Fail"', () => {
	const appended = { description: '={{ $json.text }}' };

	it.each<[string, () => void]>([
		['is late', () => set({ patchLateReads: 2 })],
		[
			'loses the answer and is late',
			() => {
				set({ patchLateReads: 2 });
				fail({ kind: 'lostReply', route: 'updateItem' });
			},
		],
	])(
		'a service that %s: the line is added once, and the next try sees it',
		async (_what, happens) => {
			happens();
			const { items } = await run(appended, [{ text: 'Gebeld' }]);
			expect(items('Sales CRM')[0].json).toMatchObject({
				...{ outcome: 'updated', before: { description: 'Voornaam: An' } },
				description: 'Voornaam: An\n\nGebeld',
			});
			expect(sentUpdates()).toHaveLength(1);
		},
	);

	it('what was plainly refused is sent again', async () => {
		fail({ kind: 'status', status: 422, route: 'updateItem' });
		const { items } = await run(appended, [{ text: 'Gebeld' }]);
		expect(items('Sales CRM')[0].json).toMatchObject({ outcome: 'updated' });
		expect(sentUpdates()).toEqual(['updateItem 422', SHORT]);
	});

	it('nothing more is sent after an update that changed too much', async () => {
		set({ patchEffect: 'emptied' });
		const rows = profile().deals.map(({ id }) => ({ id }));
		const settings = { ...retries, onError: 'continueRegularOutput' } as const;
		const parameters = updateParameters({ title: 'Dak' }, {}, '={{ $json.id }}');
		await runFlow({ nodes: [crmOf(parameters, settings)] }, rows);
		expect(sentUpdates()).toHaveLength(1);
	});
});

it('"Stop": nothing more is sent', async () => {
	set({ latencyMs: 30 });
	const parameters = updateParameters({ description: 'Gebeld' }, {}, '={{ $json.id }}');
	const rows = profile().deals.map(({ id }) => ({ json: { id } }));
	const { cancel, ended } = startFlow({ nodes: [crmOf(parameters)] }, rows);
	while (sentUpdates().length < 3) await nap(20);
	cancel();
	expect((await ended).status).toBe('canceled');
	const { length } = sentUpdates();
	await nap(400);
	// The one that was under way may still arrive, on a busy machine late.
	expect(sentUpdates().length).toBeLessThanOrEqual(length + 1);
	expect(length).toBeLessThan(40);
});
