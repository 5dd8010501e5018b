import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import type { RunOptions } from '../../../support/engine';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { runOperation } from '../../../support/nodeRuns';
import { startOver } from '../../../support/startOver';

/** Quotation: Get Many finds quotations by words in any field. */

useNock();
beforeEach(async () => await startOver({ quotations: 230 }));

const list = async (search: unknown, more: IDataObject = {}, run: RunOptions = {}) => {
	const parameters = { ...more, search } as IDataObject;
	const { rows } = await runOperation('quotation', 'getAll', parameters, run);
	return rows.map(({ quotationId, id }) => quotationId ?? id);
};

it('every word is in some text of the record, on any page', async () => {
	const { quotations } = sandbox.world.profile();
	const wanted = quotations.filter(
		({ status, lines }) =>
			status === 'REJECTED' && lines.some(({ description }) => description.includes('Omvormer')),
	);
	expect(wanted.length).toBeGreaterThan(1);
	expect(await list('OMVORMER  rejected')).toEqual(wanted.map(({ id }) => id));
	expect(await list('20250230')).toEqual([quotations[229].id]);
	expect(await list('20250230 nowhere')).toEqual([]);
	expect(await list(' ')).toHaveLength(230);
});

it('the limit counts the quotations that were found', async () => {
	const { quotations } = sandbox.world.profile();
	const wanted = quotations.filter(({ number }) => number.startsWith('202501'));
	expect(wanted.length).toBeGreaterThan(60);
	const limited = await list('202501', {
		returnAll: false,
		limit: 30,
		options: { pageSize: 50 },
	});
	expect(limited).toEqual(wanted.slice(0, 30).map(({ id }) => id));
});

it('words are found in lists, objects and numbers, without accents, but not in names of fields', async () => {
	const rows = [
		{ id: 1, customer: { name: 'Fam. Çelik' }, lines: [{ text: 'Hauptstraße' }] },
		{ id: 2, amount: 1250, celik: null },
	];
	nock(FAKE_URL).persist().get('/api/v1/quotations').query(true).reply(200, rows);
	const credential = { credential: { baseUrl: FAKE_URL } };
	expect(await list('celik HAUPTSTRASSE', {}, credential)).toEqual([1]);
	expect(await list(1250, {}, credential)).toEqual([2]);
	expect(await list('celik', {}, credential)).toEqual([1]);
});
