import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { byHand, created, createContacts, infosAtService } from '../../../support/contactRuns';
import type { RunOptions } from '../../../support/engine';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { startOver } from '../../../support/startOver';

/** Contact create: the body that is sent, value by value. */

useNock();
beforeEach(async () => await startOver());

const MOMENT = Date.UTC(2026, 2, 1, 8, 30);

describe('timestamp goes out as 13 digits', () => {
	const sent = async (timestamp: unknown, options: RunOptions = {}) => {
		await createContacts(
			[{ firstName: 'An', at: timestamp } as IDataObject],
			{ options: { timestamp: '={{ $json.at }}' } },
			options,
		);
		return created()[0].time_stamp;
	};

	// All forms that are understood: test/unit/utils/dates.test.ts.
	it.each<[string, unknown]>([
		['a luxon DateTime', DateTime.fromMillis(MOMENT)],
		['an ISO string in the time zone of the workflow', '2026-03-01T09:30:00'],
		['epoch seconds', MOMENT / 1000],
		['epoch milliseconds as text', String(MOMENT)],
	])('from %s', async (_, value) => {
		expect(await sent(value, { settings: { timezone: 'Europe/Amsterdam' } })).toBe(MOMENT);
	});

	it.each(['', null, undefined])('now, from %p', async (value) => {
		const before = Date.now();
		const stamp = await sent(value);
		expect(stamp).toBeGreaterThanOrEqual(before);
		expect(stamp).toBeLessThanOrEqual(Date.now());
	});

	it.each(['yesterday', {}, Number.NaN])(
		'but %p is refused before anything is sent',
		async (value) => {
			await expect(sent(value)).rejects.toThrow("'Timestamp' is not a date that can be read");
			expect(sandbox.log.requests).toEqual([]);
		},
	);
});

describe('the body', () => {
	const sentBody = async (more: IDataObject, credential: IDataObject, type: IDataObject = {}) => {
		let body: IDataObject = {};
		nock(FAKE_URL)
			.put('/api/v1/contacts', (received: IDataObject) => Boolean((body = received)))
			.reply(200, {});
		const options = { credential: { baseUrl: FAKE_URL, ...credential } as never };
		const parameters = { options: { timestamp: MOMENT, ...type }, ...more };
		await createContacts([{ firstName: 'An' }], parameters, options);
		return body;
	};
	const contact = {
		standard_personal_infos: [{ name: 'Voornaam', value: 'An' }],
		time_stamp: MOMENT,
		contact_type: 'CONSUMER',
	};

	it('names audience, profile and type', async () => {
		const id = identities.AUDIENCE_ID;
		const profile = identities.PROFILE_ID;
		expect(await sentBody({}, {})).toEqual({
			contact: { ...contact, audience: { id, company_profile: { id: profile } } },
		});
	});

	it('leaves a blank profile out: the token is pinned to one', async () => {
		const audience = { id: identities.AUDIENCE_ID };
		expect(await sentBody({}, { companyProfileId: '' })).toEqual({
			contact: { ...contact, audience },
		});
	});

	it('takes another type and the profile of the node', async () => {
		const profile = identities.SECOND_PROFILE_ID;
		const type = { contactType: 'BUSINESS', companyProfileId: profile };
		expect(await sentBody({}, {}, type)).toMatchObject({
			contact: { contact_type: 'BUSINESS', audience: { company_profile: { id: profile } } },
		});
	});
});

it.each(['contact', 'id', 'empty'] as const)('the id of an answer that is: %s', async (answer) => {
	sandbox.switches.createAnswer = answer;
	const [{ json }] = await createContacts([{ firstName: 'An' }]);
	const contactId = answer === 'empty' ? null : created()[0].id;
	expect(json).toEqual({ row: 1, outcome: 'created', reason: null, contactId, Voornaam: 'An' });
});

it('an answer with a word about duplicates in its status is a success', async () => {
	const body = { id: 'c1', status: 'NO_DUPLICATE' };
	sandbox.switches.faults = [{ route: 'createContact', kind: 'failure200', body }];
	const [{ json }] = await createContacts([{ firstName: 'An' }]);
	expect(json).toMatchObject({ outcome: 'created', contactId: 'c1' });
});

it.each<[unknown, string]>([
	[false, 'false'],
	["  't Hart\u00A0\u202D", "'t Hart"],
	['="0612"', '0612'],
	["'+31 6", '+31 6'],
	[new Date(MOMENT), '2026-03-01T08:30:00.000Z'],
	[DateTime.fromMillis(MOMENT, { zone: 'utc' }), '2026-03-01T08:30:00.000Z'],
])('the value %p goes out as the text %p', async (value, text) => {
	await createContacts([{ city: value } as IDataObject]);
	await createContacts([{ value } as IDataObject], byHand({ Plaats: '={{ $json.value }}' }));
	expect(infosAtService()).toEqual([{ Plaats: text }, { Plaats: text }]);
});

it('extra columns are added where that is chosen; empty values and placeholders never are', async () => {
	const row = { firstName: 'An', lastName: ' ', Tussenvoegsel: '-', notes: 'x', more: 'n.v.t.' };
	await createContacts([row], { options: { extraColumns: 'add' } });
	expect(infosAtService()).toEqual([{ Voornaam: 'An', notes: 'x' }]);
});
