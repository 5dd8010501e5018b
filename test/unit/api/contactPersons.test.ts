import {
	getContactPerson,
	listContactPersons,
	personNames,
} from '../../../nodes/api/contactPersons';
import type { Connection } from '../../../nodes/transport/connection';
import { json, script } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** Contact persons, in a list and one by its ID. */

const PATH = `/contact-service/${uuid(0xa1)}/contact-persons`;
const PERSON = {
	id: 'p',
	display_name: 'An Jansen',
	free_fields: [{ label: 'email', value: 'an@example.com' }],
};

async function asked<T>(call: (connection: Connection) => Promise<T>, answer: unknown) {
	const { connection, sent } = await script([json(answer)]);
	const value = await call({ ...connection, profileId: uuid(0xa1) }).catch((error) => error);
	return { value, url: sent[0].url };
}

it('are listed, and one is asked for by its ID', async () => {
	const list = await asked(listContactPersons, { message: 'OK', contact_persons: [PERSON] });
	expect(list.value).toEqual([PERSON]);
	expect(list.url).toMatch(new RegExp(`${PATH}$`));
	const one = await asked(async (connection) => await getContactPerson(connection, 'p'), {
		message: 'OK',
		contact_person: PERSON,
	});
	expect(one.value).toEqual(PERSON);
	expect(one.url).toMatch(new RegExp(`${PATH}/p$`));
});

it('an answer without one is an error', async () => {
	const { value } = await asked((connection) => getContactPerson(connection, 'p'), {});
	expect(value).toMatchObject({
		message: 'Could not fetch the contact person: the response contains none',
	});
});

it('have a name, an email and a phone, as far as they say', () => {
	expect(personNames(PERSON)).toEqual({ name: 'An Jansen', email: 'an@example.com', phone: null });
	expect(personNames({ id: 'p', display_name: ' ' })).toEqual({
		name: null,
		email: null,
		phone: null,
	});
});
