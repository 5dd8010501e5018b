import { forgetWaits } from '../../../support/fastClock';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { deal, profile, update } from '../../../support/dealUpdates';

/** Whatever a deal is like and whatever an update changes, `before` put back makes the deal equal to what it was. */

const texts = fc.oneof(
	fc.constantFrom(
		'',
		'Gebeld',
		'Voornaam: An\nPlaats: Gent',
		' Een\r\n\r\nTwee ',
		'<b>',
		'{{ 1 }}',
	),
	fc.string({ maxLength: 20 }),
);

const titles = texts.filter((text) => text.trim() !== '' && !text.startsWith('='));

const drawn = fc.record({
	own: fc.record({ title: texts, description: texts, archived: fc.boolean(), user: fc.nat(4) }),
	asked: fc.record(
		{
			title: titles,
			description: titles,
			descriptionMode: fc.constantFrom('append', 'replace'),
			archived: fc.boolean(),
			status: fc.nat(20),
			user: fc.nat(4),
		},
		{ requiredKeys: [] },
	),
});

/** One of the users, or nobody. */
const userId = (n: number): string | null => profile().users[n - 1]?.id ?? null;

function fieldsOf({ status, user, ...fields }: { status?: number; user?: number } & IDataObject) {
	const { backlogId } = deal();
	const statuses = profile().statuses.filter((one) => one.backlog_id === backlogId);
	return {
		...fields,
		...(status !== undefined && { statusId: statuses[status % statuses.length].id }),
		...(user !== undefined && { assigneeId: userId(user) ?? 'none' }),
	};
}

const record = () => {
	const { labels, ...rest } = structuredClone(deal());
	return { ...rest, labels: labels.map(({ type }) => type), updatedAt: 0, history: [] };
};

it('before, put back', async () => {
	await fc.assert(
		fc.asyncProperty(drawn, async ({ own, asked }) => {
			sandbox.reset({ deals: 1, leads: 0 });
			sandbox.switches.only = 'published';
			forgetWaits();
			const { title: summary, description, archived, user } = own;
			Object.assign(deal(), { summary, description, assigneeId: userId(user), labels: [] });
			if (archived) deal().labels.push({ timestamp: Date.now(), type: 'ITEM_ARCHIVED' });
			const was = record();
			const fields = fieldsOf(asked);
			const isNothing = Object.keys(fields).every((key) => key === 'descriptionMode');
			if (isNothing) return;
			const [{ before }] = (await update(fields)).rows;
			const [{ outcome }] = (await update({}, { restore: before as IDataObject })).rows;
			expect(outcome).toBe(Object.keys(before as object).length > 0 ? 'updated' : 'unchanged');
			expect(record()).toEqual(was);
		}),
		{ numRuns: 40 },
	);
});
