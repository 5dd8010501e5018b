import '../../../support/fastClock';

import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { simplifyContact } from '../../../../nodes/api/contacts';
import {
	byHand,
	created,
	createContacts,
	importRows,
	infosAtService,
	listContacts,
	searchParameters,
} from '../../../support/contactRuns';
import { runNode } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { crmOf, runFlow } from '../../../support/flow';
import { HandPoller } from '../../../support/handPoller';
import { fileItem, NINE } from '../../../support/importRuns';
import { startOver } from '../../../support/startOver';

/** What goes out of a contact, which audience it is, and how a listed one is read. */

useNock();
beforeEach(async () => await startOver({ contacts: 3 }));

const MOMENT = Date.UTC(2026, 2, 1, 8, 30);

describe('Create sends', () => {
	it.each<[string, unknown]>([
		['a luxon DateTime', DateTime.fromMillis(MOMENT)],
		['an ISO string in the time zone of the workflow', '2026-03-01T09:30:00'],
		['epoch seconds', MOMENT / 1000],
	])('a timestamp of 13 digits, from %s', async (_, at) => {
		const settings = { timezone: 'Europe/Amsterdam' };
		const options = { timestamp: '={{ $json.at }}' };
		await createContacts([{ firstName: 'An', at } as IDataObject], { options }, { settings });
		expect(created()[0].time_stamp).toBe(MOMENT);
	});

	it.each<[string, credential: IDataObject, options: IDataObject, profile: object | undefined]>([
		['profile of the credential', {}, {}, { id: identities.PROFILE_ID }],
		['no profile if the token is pinned to one', { companyProfileId: '' }, {}, undefined],
		[
			'profile and type of the node',
			{},
			{ companyProfileId: identities.SECOND_PROFILE_ID, contactType: 'COMPANY' },
			{ id: identities.SECOND_PROFILE_ID },
		],
	])('audience, type and %s', async (_, ofCredential, given, company_profile) => {
		let body: unknown;
		const taken = (received: IDataObject) => Boolean((body = received));
		nock(FAKE_URL).put('/api/v1/contacts', taken).reply(200, {});
		const options = { timestamp: MOMENT, ...given };
		const credential = { baseUrl: FAKE_URL, ...ofCredential } as never;
		await createContacts([{ firstName: 'An' }], { options }, { credential });
		expect(body).toEqual({
			contact: {
				standard_personal_infos: [{ name: 'Voornaam', value: 'An' }],
				time_stamp: MOMENT,
				contact_type: given.contactType ?? 'CONSUMER',
				audience: { id: identities.AUDIENCE_ID, ...(company_profile && { company_profile }) },
			},
		});
	});

	it.each<[unknown, string]>([
		[true, 'true'],
		["  't Hart\u00A0\u202D", "'t Hart"],
		[new Date(MOMENT), '2026-03-01T08:30:00.000Z'],
	])('the value %p as the text %p', async (value, text) => {
		await createContacts([{ city: value } as IDataObject]);
		await createContacts([{ value } as IDataObject], byHand({ Plaats: '={{ $json.value }}' }));
		expect(infosAtService()).toEqual([{ Plaats: text }, { Plaats: text }]);
	});

	it('extra columns if that is chosen, but never empty values and placeholders', async () => {
		const row = { firstName: 'An', lastName: ' ', Tussenvoegsel: '-', notes: 'x', more: 'n.v.t.' };
		await createContacts([row], { options: { extraColumns: 'add' } });
		expect(infosAtService()).toEqual([{ Voornaam: 'An', notes: 'x' }]);
	});
});

describe('an empty audience is that of the credential', () => {
	const BOTH = /'Audience ID' of this node.*'Default Audience ID' of the credential/;
	const operations: Record<string, IDataObject> = {
		create: byHand({ 'E-mailadres': 'an@example.com' }),
		import: { dryRun: false },
		getAll: {},
		search: { email: 'an@example.com' },
		findDuplicates: {},
	};

	it.each(Object.keys(operations))('of contact %s; without both it fails', async (operation) => {
		const audiencesOf = async (audienceId: string, ofCredential: string) => {
			sandbox.log.requests.length = 0;
			await runNode({
				parameters: { resource: 'contact', operation, ...operations[operation], audienceId },
				items: [fileItem({ content: 'E-mailadres\nan@example.com\n' })],
				credential: { audienceId: ofCredential },
			});
			const { requests } = sandbox.log;
			return new Set(requests.flatMap(({ query }) => query.audience_id ?? []));
		};
		const { AUDIENCE_ID: own, EMPTY_AUDIENCE_ID: other } = identities;
		expect(await audiencesOf(' ', other)).toEqual(new Set([other]));
		expect(await audiencesOf(own, 'not an ID')).toEqual(new Set([own]));
		expect((await failure(audiencesOf('', ''))).description).toMatch(BOTH);
		expect(sandbox.log.requests).toEqual([]);
	});

	it('of a trigger', async () => {
		const poller = new HandPoller({ events: ['contactCreated'], audienceId: '' });
		expect((await failure(poller.activate())).message).toMatch(BOTH);
		poller.credential.audienceId = identities.AUDIENCE_ID;
		await poller.activate();
		const asked = poller.asked.map(([, , query]) => Object(query).audience_id as string);
		expect(new Set(asked)).toEqual(new Set([identities.AUDIENCE_ID]));
	});
});

describe('Simplify', () => {
	it('gives personal infos, the nine first; then time, type, ID and the rest', () => {
		const contact = {
			_id: 'c1',
			audience: { id: 'a1', company_profile: { id: 'p1' } },
			company_profile_id: 'p1',
			score: 7,
			contact_type: 'CONSUMER',
			time_stamp: MOMENT,
			standard_personal_infos: [
				{ name: 'Geboortedatum', value: '1980-05-17' },
				{ name: 'E-mailadres', value: 's@z.example' },
				{ name: 'Voornaam', value: 'Sanne' },
			],
		};
		expect(Object.entries(simplifyContact(contact as never))).toEqual([
			['Voornaam', 'Sanne'],
			['E-mailadres', 's@z.example'],
			['Geboortedatum', '1980-05-17'],
			['createdAt', '2026-03-01T08:30:00.000Z'],
			['contactType', 'CONSUMER'],
			['contactId', 'c1'],
			['score', 7],
		]);
	});

	it.each<[object, string | null]>([
		[{ id: 17 }, '17'],
		[{ id: '', _id: 'c1' }, 'c1'],
		[{ uuid: 'c1' }, 'c1'],
		[{ subscription: { id: 'newsletter' } }, null],
	])('the contactId of %j is %j: its own, never that of an object in it', (contact, id) => {
		expect(simplifyContact(contact as never).contactId).toBe(id);
	});
});

describe('a contact may be listed in either shape, with the same result of', () => {
	/** What is the same of an item, whatever the shape of the contact. */
	const KEPT = [...NINE, 'contactId', 'found', 'matchedBy', 'group', 'key', 'outcome', 'reason'];

	const contacts = async () => (await listContacts({ simplify: true })).map(({ json }) => json);

	const ran = async (parameters: IDataObject, items: IDataObject[] = [{}]) =>
		(await runFlow({ nodes: [crmOf(parameters)] }, items))
			.items('Sales CRM')
			.map(({ json }) => json);

	/** The contacts of the audience, imported once more. */
	async function imported(matchBy: string) {
		const rows = sandbox.world
			.profile()
			.contacts.slice(identities.AUDIENCE_ID, 0, Infinity)
			.map(({ standard_personal_infos: infos }) =>
				Object.fromEntries(infos.map(({ name, value }) => [name, value])),
			);
		const { json } = await importRows(rows, { matchBy: [matchBy], dryRun: true });
		expect(json).toContainEqual(expect.objectContaining({ outcome: 'existing' }));
		return json;
	}

	it.each<[string, () => Promise<IDataObject[]>]>([
		['Get Many', contacts],
		[
			'Search',
			async () => {
				const [{ Achternaam: name }, { 'E-mailadres': email }] = await contacts();
				return await ran(searchParameters(), [{ name }, { email }]);
			},
		],
		[
			'Find Duplicates',
			async () => {
				sandbox.switches.sharedEmails = true;
				const { AUDIENCE_ID: audienceId } = identities;
				return await ran({ resource: 'contact', operation: 'findDuplicates', audienceId });
			},
		],
		['an import by email', async () => await imported('email')],
		['an import by phone', async () => await imported('phone')],
		['an import by name and address', async () => await imported('nameAndAddress')],
	])('%s', async (_, itemsOf) => {
		const items: IDataObject[][] = [];
		for (const contactFields of ['all', 'contactInfo'] as const) {
			await startOver({ contacts: 12 });
			sandbox.switches.contactFields = contactFields;
			const all = await itemsOf();
			items.push(all.map((item) => Object.fromEntries(KEPT.map((name) => [name, item[name]]))));
		}
		expect(items[0]).not.toEqual([]);
		expect(items[1]).toEqual(items[0]);
	});
});

it('an audience that is answered with no bytes, each time, is in doubt, and nobody is created', async () => {
	sandbox.switches.faults = [{ route: 'listContacts', kind: 'noBody', every: 1 }];
	const row = { firstName: 'An', email: 'an@example.com' };
	const error = await failure(createContacts([row], { ifExists: 'skip' }));
	expect(`${error.message} ${error.description}`).toMatch(/nothing was sent.*returned nothing/);
	expect(created()).toEqual([]);
});
