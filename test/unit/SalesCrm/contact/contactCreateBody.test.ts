import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { byHand, created, createContacts, infosAtService } from '../../../support/contactRuns';
import { failure } from '../../../support/failure';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { startOver } from '../../../support/startOver';

/** Contact: Create sends this body. */

useNock();
beforeEach(async () => await startOver());

const MOMENT = Date.UTC(2026, 2, 1, 8, 30);

describe('the timestamp', () => {
	const sent = async (at: unknown) => {
		const settings = { timezone: 'Europe/Amsterdam' };
		const options = { timestamp: '={{ $json.at }}' };
		await createContacts([{ firstName: 'An', at } as IDataObject], { options }, { settings });
		return created()[0].time_stamp;
	};

	// All forms that are understood: test/unit/utils/dates.test.ts.
	it.each<[string, unknown]>([
		['a luxon DateTime', DateTime.fromMillis(MOMENT)],
		['an ISO string in the time zone of the workflow', '2026-03-01T09:30:00'],
		['epoch seconds', MOMENT / 1000],
	])('has 13 digits, from %s', async (_, value) => {
		expect(await sent(value)).toBe(MOMENT);
	});

	it.each(['', null])('is now, from %p', async (value) => {
		const before = Date.now();
		const stamp = await sent(value);
		expect(stamp).toBeGreaterThanOrEqual(before);
		expect(stamp).toBeLessThanOrEqual(Date.now());
	});

	it.each([
		['yesterday', "'Timestamp' is not a date that can be read"],
		[DateTime.fromISO('1999-01-01'), "'Timestamp' is out of range"],
	])('is refused before anything is sent: %s', async (value, words) => {
		expect((await failure(sent(value))).message).toBe(words);
		expect(sandbox.log.requests).toEqual([]);
	});
});

it.each<
	[string, credential: IDataObject, options: IDataObject, company_profile: object | undefined]
>([
	['the profile of the credential', {}, {}, { id: identities.PROFILE_ID }],
	['no profile if the token is pinned to one', { companyProfileId: '' }, {}, undefined],
	[
		'the profile and the type of the node',
		{},
		{ contactType: 'COMPANY', companyProfileId: identities.SECOND_PROFILE_ID },
		{ id: identities.SECOND_PROFILE_ID },
	],
])('the body names audience, type and %s', async (_, credential, given, company_profile) => {
	let body: unknown;
	const taken = (received: IDataObject) => Boolean((body = received));
	nock(FAKE_URL).put('/api/v1/contacts', taken).reply(200, {});
	const options = { timestamp: MOMENT, ...given };
	const service = { credential: { baseUrl: FAKE_URL, ...credential } as never };
	await createContacts([{ firstName: 'An' }], { options }, service);
	expect(body).toEqual({
		contact: {
			standard_personal_infos: [{ name: 'Voornaam', value: 'An' }],
			time_stamp: MOMENT,
			contact_type: given.contactType ?? 'CONSUMER',
			audience: { id: identities.AUDIENCE_ID, ...(company_profile && { company_profile }) },
		},
	});
});

it.each(['contact', 'id', 'empty'] as const)('the ID of an answer: %s', async (answer) => {
	sandbox.switches.createAnswer = answer;
	const [{ json }] = await createContacts([{ firstName: 'An' }]);
	const contactId = answer === 'empty' ? null : created()[0].id;
	expect(json).toEqual({ row: 1, outcome: 'created', reason: null, contactId, Voornaam: 'An' });
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

it('extra columns are added if that is chosen, but never empty values and placeholders', async () => {
	const row = { firstName: 'An', lastName: ' ', Tussenvoegsel: '-', notes: 'x', more: 'n.v.t.' };
	await createContacts([row], { options: { extraColumns: 'add' } });
	expect(infosAtService()).toEqual([{ Voornaam: 'An', notes: 'x' }]);
});
