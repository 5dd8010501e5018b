/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../../../support/noWaiting';

import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { IDataObject } from 'n8n-workflow';

import { findParameters } from '../../../support/contactRuns';
import { runNode } from '../../../support/engine';
import { type Phone, valid } from '../../../support/phones';
import { runs } from '../../../support/runs';
import { startOver } from '../../../support/startOver';

/** Find beside a scan of the audience that knows what each contact was drawn with. */

const EMAILS = ['an@example.com', "o'brien@example.com", 'bo.smit+crm@example.nl'];

const emailWritten = (email: string) =>
	fc
		.tuple(
			fc.constantFrom('', ' ', '\n\t', '\uFEFF'),
			fc.nat(email.length - 1),
			fc.constantFrom('', '\u200B', '\u00AD', '\u2060'),
			fc.boolean(),
		)
		.map(([blank, place, unseen, isUpper]) => {
			const cased = isUpper ? email.toUpperCase() : email;
			return `${blank}${cased.slice(0, place)}${unseen}${cased.slice(place)}${blank}`;
		});

/** By hand: what is left of an email when one looks at it. */
const emailSeen = (text: string) =>
	[...text]
		.filter((sign) => !' \n\t\uFEFF\u200B\u00AD\u2060'.includes(sign))
		.join('')
		.toLowerCase();
const phoneDialled = (text: string) => parsePhoneNumberFromString(text, 'NL')!.number;

interface Written {
	email: string | undefined;
	phone: string | undefined;
}

/** An email and a phone of the pools, or nothing, each written in some way. */
const writtenOf = (phones: readonly Phone[], absent: number): fc.Arbitrary<Written> =>
	fc.record({
		email: fc.option(fc.constantFrom(...EMAILS).chain(emailWritten), {
			nil: undefined,
			freq: absent,
		}),
		phone: fc.option(fc.constantFrom(...phones).chain(valid.written), {
			nil: undefined,
			freq: absent,
		}),
	});

const infosOf = ({ email, phone }: Written, names: readonly string[]) => {
	const values = [
		['Voornaam', 'An'] as const,
		[names[0], email] as const,
		[names[1], phone] as const,
	];
	return values.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
};

/** Where a contact shows what it has; beside a list of infos, texts elsewhere are not the contact's. */
const SHAPES: Record<
	string,
	(has: Written, names: readonly string[], others: Written) => IDataObject
> = {
	infos: (has, names, others) => ({
		standard_personal_infos: infosOf(has, names),
		owner: { ...others },
	}),
	inside: (has, names, others) => ({
		contact: { standard_personal_infos: infosOf(has, names) },
		...others,
	}),
	'another name': (has, names) => ({ gegevens: infosOf(has, names) }),
	fields: ({ email, phone }) => ({ reachedAt: email, details: { gsm: phone } }),
	'in a text': ({ email, phone }) => ({
		note: email && `Mail ${email.trim()} or call`,
		Telefoon2: phone,
	}),
};

const NAMES = fc.tuple(
	fc.constantFrom('E-mailadres', 'email', 'E-Mail', 'Mailadres'),
	fc.constantFrom('Telefoonnummer', 'Phone', 'mobiel', 'TEL.'),
);

const contactDrawn = (phones: readonly Phone[]) =>
	fc.record({
		has: writtenOf(phones, 3),
		others: writtenOf(phones, 2),
		names: NAMES,
		shape: fc.constantFrom(...Object.keys(SHAPES)),
		hasId: fc.boolean(),
		/** Listed again behind all others. */
		again: fc.boolean(),
	});

const drawn = fc
	.uniqueArray(valid.number, { minLength: 3, maxLength: 3, selector: ({ rest }) => rest })
	.chain((phones) =>
		fc.record({
			contacts: fc.array(contactDrawn(phones), { maxLength: 8 }),
			asked: fc.array(
				writtenOf(phones, 3).filter(({ email, phone }) => Boolean(email ?? phone)),
				{ minLength: 1, maxLength: 5 },
			),
			pageSize: fc.integer({ min: 2, max: 12 }),
		}),
	);

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const uuidOf = (mark: number) => `6f9619ff-8b86-4d11-b42d-${String(mark).padStart(12, '0')}`;

/** Puts the contacts into the empty audience; the one in front shows that contacts show their infos. */
async function fill({ contacts }: Pick<Drawn, 'contacts'>) {
	await startOver({ contacts: 0 });
	Object.assign(sandbox.switches, { lastMark: 'last' });
	const book = sandbox.world.profile().contacts;
	const audience = { id: identities.EMPTY_AUDIENCE_ID };
	const first = { mark: -1, standard_personal_infos: [{ name: 'Plaats', value: 'Ede' }] };
	const listed = contacts.map(({ shape, has, names, others, hasId }, mark) => ({
		mark,
		...SHAPES[shape](has, names, others),
		...(hasId && { id: uuidOf(mark) }),
	}));
	const again = listed.filter((_, mark) => contacts[mark].again);
	for (const contact of [first, ...listed, ...again]) book.add({ ...contact, audience } as never);
}

const audienceId = () => identities.EMPTY_AUDIENCE_ID;

const find = async (asked: readonly Written[], pageSize: number) =>
	await runNode({
		items: asked.map((json) => ({ json: { ...json } })),
		parameters: findParameters({ audienceId: audienceId(), options: { pageSize } }),
	});

it('finds what a scan finds that knows what each contact was drawn with', async () => {
	const property = fc.asyncProperty(drawn, async ({ contacts, asked, pageSize }) => {
		await fill({ contacts });
		const found = await find(asked, pageSize);
		for (const [n, { email, phone }] of asked.entries()) {
			const is = (
				one: string | undefined,
				other: string | undefined,
				seen: (text: string) => string,
			) => one !== undefined && other !== undefined && seen(one) === seen(other);
			const byEmail = contacts.flatMap(({ has }, mark) =>
				is(has.email, email, emailSeen) ? [mark] : [],
			);
			const byPhone = contacts.flatMap(({ has }, mark) =>
				is(has.phone, phone, phoneDialled) && !byEmail.includes(mark) ? [mark] : [],
			);
			const wanted = [
				...byEmail.map((mark) => ['email', mark]),
				...byPhone.map((mark) => ['phone', mark]),
			];
			const items = found.filter(({ pairedItem }) => (pairedItem as { item: number }).item === n);
			expect(
				items.flatMap(({ json }) => (json.found ? [[json.matchedBy, json.mark]] : [])),
			).toEqual(wanted);
			expect(items.map(({ json }) => json.matches)).toEqual(
				wanted.length === 0 ? [0] : wanted.map(() => wanted.length),
			);
			expect(items.map(({ json }) => json.contactId)).toEqual(
				wanted.length === 0
					? [null]
					: wanted.map(([, mark]) =>
							contacts[mark as number].hasId ? uuidOf(mark as number) : null,
						),
			);
		}
	});
	await fc.assert(property, runs(60));
});
