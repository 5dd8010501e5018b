import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Answer } from '../../../tools/n8n/rest.mts';
import { succeeded, withExamples } from '../support/examples.mts';

withExamples('the examples of quotations', (stage) => {
	const profile = () => stage().sandbox.world.profile();
	const tables = async () => {
		const { id } = await stage().rest.call('GET', '/projects/personal');
		return `/projects/${id}/data-tables`;
	};
	/** An example with its table, as a person makes and chooses it; and how to read that. */
	const withTable = async (name: string) => {
		const file = await stage().read(name);
		const nodes = file.nodes.filter(({ type }) => type.endsWith('.dataTable'));
		const { schema } = nodes.find(({ parameters }) => parameters!.columns)!.parameters!.columns;
		const columns = schema.map((column: Answer) => ({ name: column.id, type: column.type }));
		const table = await stage().rest.call('POST', await tables(), { name, columns });
		for (const node of nodes) node.parameters!.dataTableId.value = table.id;
		const { id } = await stage().rest.createWorkflow(file);
		const rows = async (): Promise<Answer[]> => {
			const path = `${await tables()}/${table.id}/rows?skip=0&take=50&sortBy=id:asc`;
			const page = await stage().rest.call('GET', path);
			assert.ok(page.count <= 50, 'more rows than one page of n8n has');
			return page.data;
		};
		return { id, rows };
	};

	it('quotation-register has one row a quotation, kept up to date', async () => {
		const { id, rows } = await withTable('quotation-register');
		const { quotations } = profile();
		for (const status of ['SENT', 'ACCEPTED']) {
			quotations[0]!.status = status;
			await stage().runByHand(id, 'Each morning');
			const found = await rows();
			assert.deepEqual(
				found.map(({ quotationId }) => quotationId),
				quotations.map((one) => one.id),
			);
			const [{ number, total }] = quotations as [Answer];
			const [first] = found;
			assert.deepEqual([first.number, first.status, first.total], [number, status, total]);
		}
	});

	it('accepted-quotations books the lines of each once', async () => {
		const { id, rows } = await withTable('accepted-quotations');
		const { quotations, requests, deals } = profile();
		const quotation = quotations[1]!;
		requests.set(quotation.id, deals[0]!.leadConfigurationId);
		quotation.status = 'SENT';
		await stage().rest.activate(id);
		for (const times of [1, 2]) {
			quotation.status = 'ACCEPTED';
			await stage().polledAgain(id);
			(await stage().rest.executionsEnded(id, times)).forEach(succeeded);
			assert.deepEqual(
				(await rows()).map((row) => [row.number, row.description, row.quantity, row.unitPrice]),
				quotation.lines.map((line) => [
					...[quotation.number, line.description],
					...[line.quantity, line.unitPrice],
				]),
			);
			quotation.status = 'REJECTED';
			await stage().rest.deactivate(id);
			await stage().rest.activate(id);
		}
		await stage().rest.deactivate(id);
	});

	it('quotation-reminders reminds each customer once', async () => {
		const { id, rows } = await withTable('quotation-reminders');
		const { quotations, requests, items } = profile();
		const waiting = quotations.filter(({ status }) => !['ACCEPTED', 'REJECTED'].includes(status));
		const emails = waiting.flatMap((one) => {
			const item = items.find(
				({ leadConfigurationId }) => leadConfigurationId === requests.get(one.id),
			);
			return item ? [item.person.email] : [];
		});
		assert.ok(new Set(emails).size < emails.length, 'some customer has several');
		for (const _again of [1, 2]) {
			await stage().runByHand(id, 'Each morning');
			assert.deepEqual(
				(await rows()).map(({ email }) => email).sort(),
				[...new Set(emails)].sort(),
			);
		}
	});
});
