/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { byHand, createContacts, infosAtService } from '../../../support/contactRuns';
import { startOver } from '../../../support/startOver';

/** Imports of thousands of rows. faults.test.ts puts faults in their way. */

beforeEach(async () => await startOver());

const MANY = isLong ? 5_000 : 150;
const mixed = (n: number): IDataObject => ({
	firstName: `An ${n}`,
	[n % 2 ? 'Email' : 'e-mailadres']: `an${n}@example.com`,
	...(n % 3 ? { zip: 1000 + n } : { zip: '' }),
	...(n % 5 ? {} : { vip: true, phone: null }),
});
const expected = (n: number): Record<string, string> => ({
	Voornaam: `An ${n}`,
	'E-mailadres': `an${n}@example.com`,
	...(n % 3 ? { Postcode: String(1000 + n) } : {}),
});
const numbers = Array.from({ length: MANY }, (_, n) => n);
const sorted = (infos: Array<Record<string, string>>) =>
	infos.sort((a, b) => Number(a.Voornaam.slice(3)) - Number(b.Voornaam.slice(3)));
const firstNameOf = (json: IDataObject) => {
	const infos = (json.contact as IDataObject).standard_personal_infos as IDataObject[];
	return infos.find(({ name }) => name === 'Voornaam')!.value;
};

describe('rows by the hundred, with mixed columns, arrive as they are and come out in input order', () => {
	it('mapped automatically', async () => {
		const items = await createContacts(numbers.map(mixed), { options: { concurrency: 20 } });
		expect(items.map(({ json }) => firstNameOf(json))).toEqual(numbers.map((n) => `An ${n}`));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(numbers.map((item) => ({ item })));
		expect(sorted(infosAtService())).toEqual(numbers.map(expected));
	}, 120_000);

	it('defined by hand', async () => {
		const mapping = byHand({
			Voornaam: '={{ $json.firstName }}',
			'E-mailadres': "={{ $json.Email ?? $json['e-mailadres'] }}",
			Postcode: '={{ $json.zip }}',
			Telefoonnummer: '={{ $json.phone }}',
		});
		const more = { ...mapping, options: { concurrency: 20 } };
		const items = await createContacts(numbers.map(mixed), more);
		expect(items.map(({ json }) => firstNameOf(json))).toEqual(numbers.map((n) => `An ${n}`));
		expect(sorted(infosAtService())).toEqual(numbers.map(expected));
	}, 120_000);
});
