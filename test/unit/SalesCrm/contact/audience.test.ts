import type { IDataObject } from 'n8n-workflow';

import { Audience } from '../../../../nodes/SalesCrm/resources/contact/audience';
import type { Key } from '../../../../nodes/SalesCrm/resources/contact/matching';
import { heapInUse } from '../../../support/heap.cjs';
import { json, script } from '../../../support/scripted';

/** What is kept of the contacts of an audience. */

const CONTACTS = 100_000;
const PAGE = 200;
const MEGABYTE = 1024 * 1024;

const contactOf = (n: number) => ({
	id: `3f2b8c1e-0000-4000-9000-${String(n).padStart(12, '0')}`,
	standard_personal_infos: [
		{ name: 'E-mailadres', value: `an.${n}@example.com` },
		{ name: 'Telefoonnummer', value: `061${String(n).padStart(7, '0')}` },
		{ name: 'Opmerking', value: `${n} `.repeat(100) },
	],
});

const emailKey = (n: number): Key => `email:an.${n}@example.com`;
const pageOf = (page: number) =>
	Array.from({ length: PAGE }, (_, n) => page * PAGE + n)
		.filter((n) => n < CONTACTS)
		.map(contactOf);

/** An audience of that many contacts, read whole; by how much the heap grew until its last page, and in the end. */
async function read(wanted: Set<Key>) {
	const before = heapInUse();
	let mostPages = 0;
	const answer = () => {
		const page = Number(sent.at(-1)!.qs!.page);
		if (page === CONTACTS / PAGE - 1) mostPages = heapInUse() - before;
		return json({ contacts: pageOf(page), total: CONTACTS });
	};
	const { connection, sent } = await script(Array(CONTACTS / PAGE).fill(answer));
	const audience = new Audience<IDataObject>(wanted, ['email'], (contact) => contact);
	await audience.read(connection, 'c6f03a97-1e84-4d25-9b7c-42ad5e80f913', {});
	expect(audience.contacts).toBe(CONTACTS);
	expect(audience.doubts.size).toBe(0);
	sent.length = 0;
	return { audience, whileReading: mostPages / MEGABYTE, after: (heapInUse() - before) / MEGABYTE };
}

it('of 100,000 contacts only those that are asked for stay in memory', async () => {
	const numbers = [0, 777, CONTACTS - 1];
	const some = await read(new Set<Key>([...numbers.map(emailKey), 'email:nobody@example.com']));
	for (const n of numbers) expect(some.audience.withKey(emailKey(n))).toEqual([contactOf(n)]);
	expect(some.audience.withKey(emailKey(1))).toEqual([]);
	// While it is read the list knows which ids came.
	expect(some.whileReading).toBeLessThan(40);
	expect(some.after).toBeLessThan(5);
	// The measure sees what stays.
	const all = await read(new Set(Array.from({ length: CONTACTS }, (_, n) => emailKey(n))));
	expect(all.whileReading).toBeGreaterThan(80);
	expect(all.after).toBeGreaterThan(80);
});
