import '../../../support/freshAccount';

import type { IDataObject } from 'n8n-workflow';

import { SalesCrm } from '../../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { runOperation } from '../../../support/nodeRuns';

/** Contact persons, which only the published description has. */

const { searchContactPersons } = new SalesCrm().methods.listSearch;

beforeEach(() => {
	sandbox.reset({ deals: 120, leads: 0 });
	const [first] = profile().deals;
	Object.assign(first.person, { first: 'Zoë', last: 'van Dam', phone: '06 1234 5678' });
	Object.assign(first.person, { street: 'Dorpsstraat', number: '12-A' });
	Object.assign(first.person, { postcode: '1234 AB', place: "'s-Gravenhage" });
});

const profile = () => sandbox.world.profile();

const getAll = async (more: IDataObject = {}) =>
	(await runOperation('contactPerson', 'getAll', more)).rows;

const ZOE = () => {
	const { person, leadConfigurationId, createdAt } = profile().deals[0];
	const { street, number, postcode, place, email, phone } = person;
	return {
		name: 'Zoë van Dam',
		email,
		phone,
		address: `${street} ${number}, ${postcode} ${place}`,
		contactDetails: {
			...{ firstName: null, lastName: null, street: 'Dorpsstraat', houseNumber: '12-A' },
			...{ postalCode: '1234 AB', city: "'s-Gravenhage", country: null },
		},
		custom: {},
		createdAt: new Date(createdAt).toISOString(),
		updatedAt: new Date(createdAt).toISOString(),
		requestIds: [leadConfigurationId],
		contactPersonId: expect.any(String) as string,
		companyProfileId: identities.PROFILE_ID,
	};
};

it.each([['zoe DAM'], ['Dam,Zoë'], ['+31 612345678'], [() => profile().deals[0].person.email]])(
	'a contact person is found by name, phone or email',
	async (search) => {
		const rows = await getAll({ search: typeof search === 'string' ? search : search() });
		expect(rows).toEqual([ZOE()]);
		expect(Object.keys(rows[0])).toEqual(Object.keys(ZOE()));
	},
);

it('all are listed up to the limit, without Simplify as the service sends them', async () => {
	expect(await getAll()).toHaveLength(120);
	expect(await getAll({ returnAll: false, limit: 3 })).toHaveLength(3);
	const [raw] = await getAll({ search: 'zoe dam', simplify: false });
	expect(raw).toMatchObject({ display_name: 'Zoë van Dam', item_subjects: [{}] });
});

it('with a second request it was updated when that was made', async () => {
	const { leadConfigurationId } = profile().deals[0];
	// A second request, a day later.
	const later = profile().deals[1];
	later.person = profile().deals[0].person;
	profile().firstRequests.set(later.leadConfigurationId, leadConfigurationId);
	later.createdAt = profile().deals[0].createdAt + 86_400_000;
	const [{ createdAt, updatedAt }] = await getAll({ search: 'zoe dam' });
	expect(Date.parse(String(updatedAt)) - Date.parse(String(createdAt))).toBe(86_400_000);
});

it('one is read by its ID', async () => {
	const [{ contactPersonId }] = await getAll({ search: 'zoe dam' });
	const get = async (value: unknown) => {
		const id = { __rl: true, mode: 'id', value } as IDataObject;
		return (await runOperation('contactPerson', 'get', { contactPersonId: id })).rows;
	};
	expect(await get(contactPersonId)).toEqual([ZOE()]);
	await expect(get(identities.PROFILE_ID)).rejects.toThrow('Could not fetch the contact person');
});

it('the list of the editor is searched in the same way, and has a hundred at a time', async () => {
	const search = async (...asked: string[]) =>
		await searchContactPersons.call(loadOptionsContext(), ...asked);
	const { results, paginationToken } = await search();
	const more = await search('', String(paginationToken));
	expect([results.length, more.results.length, more.paginationToken]).toEqual([100, 20, undefined]);
	const [{ contactPersonId, email }] = await getAll({ search: 'zoe dam' });
	for (const filter of ['van dam zoe', '0612345678', String(contactPersonId)]) {
		expect((await search(filter)).results).toEqual([
			{ name: `Zoë van Dam – ${String(email)}`, value: contactPersonId },
		]);
	}
});

it('if the service does not offer them, the error says so', async () => {
	sandbox.switches.only = 'described';
	const { message } = await failure(getAll());
	expect(message).toMatch(/: your Sales CRM does not offer contact persons$/);
});
