/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';
import { silence } from '../support/shortTimeouts';

import fc from 'fast-check';
import { type CountryCode, parsePhoneNumberWithError as parsePhone } from 'libphonenumber-js/max';
import { type IDataObject, type INode, sleep } from 'n8n-workflow';

import { importParameters, goOn, importRows } from '../support/contactRuns';
import { crmOf, startFlow } from '../support/flow';
import { anyOnError } from '../support/onError';
import { runs } from '../support/runs';
import { startOver, untilQuiet } from '../support/startOver';

/**
 * Rows the way people make them, for several customers, in a run that breaks off somewhere and is run
 * again: no contact twice, none in the wrong account, none missing in silence. Who is who is known from
 * the draw, and from libphonenumber: what it takes for one number must be one.
 */

const HEADERS = [
	['Voornaam', 'Achternaam', 'E-mailadres', 'Telefoonnummer', 'Land'],
	['First Name', 'Last Name', 'Email', 'Phone', 'Country'],
	['firstName', 'lastName', 'email_address', 'mobile', 'country'],
	['GIVEN NAME', 'Family-Name', 'E-Mail', 'Tel.', 'LAND'],
];

const COUNTRIES: Array<[CountryCode, string[], string[]]> = [
	['NL', ['Nederland', 'NL', 'Netherlands', 'Pays-Bas'], ['612345678', '201234567', '881234567']],
	['BE', ['België', 'BE', 'Belgium', 'Belgien'], ['475123456', '21234567', '31234567']],
	['DE', ['Deutschland', 'de', 'Germany', 'Allemagne'], ['15123456789', '301234567', '891234567']],
	['FR', ['France', 'Frankrijk', 'FR'], ['612345678', '145678901']],
	['IT', ['Italia', 'IT', 'Italy', 'Italië'].slice(1), ['3912345678', '0612345678', '0212345678']],
];

/** Someone with an email, a phone, or both; what is the key of a person stands in each row of theirs. */
interface Person {
	id: number;
	country: CountryCode;
	/** E.164. */
	phone: string;
	email: string;
	key: 'email' | 'phone';
}

function personOf(id: number): Person {
	const [country, , numbers] = COUNTRIES[id % COUNTRIES.length];
	const pattern = numbers[Math.floor(id / COUNTRIES.length) % numbers.length];
	// People of different countries may share their national digits.
	const own = String(1000 + Math.floor(id / COUNTRIES.length / numbers.length)).slice(-3);
	const number = parsePhone(`${pattern.slice(0, -3)}${own}`, country);
	return {
		id,
		country,
		phone: number.number,
		email: `person.${id}@voorbeeld.example`,
		key: id % 3 === 0 ? 'phone' : 'email',
	};
}

const PEOPLE = Array.from({ length: 45 }, (_, id) => personOf(id));

/** Ways to write an email, by number. */
const emailForms = (email: string): string[] => [
	email,
	` ${email.toUpperCase()}\u200B `,
	`Jan "de" <${email}>`,
	`mailto:${email}`,
	`${email}; kantoor@`,
	`Jansen, J. <${email}>,`,
];

function phoneForms({ phone, country }: Person): string[] {
	const number = parsePhone(phone);
	const { countryCallingCode: code, nationalNumber: national } = number;
	const zero = country === 'IT' ? '' : '0';
	const forms = [
		phone,
		number.formatInternational(),
		number.formatNational(),
		`${zero}${national}`.replace(/(\d{3})/, '$1-'),
		`00${code} ${national}`,
		`+${code} (0)${national}`.replace(/\(0\)(?=0)/, ''),
		`${number.formatNational()} (werk)`,
		// Of a spreadsheet: the zero, or the sign, is lost.
		...(country === 'IT' ? [] : [national]),
		`${code}${national}`,
	];
	// In Italy a 0 that is written counts.
	return country === 'IT' ? forms.filter((form) => !form.includes('(0)')) : forms;
}

const anyRow = fc.record({
	person: fc.nat(PEOPLE.length - 1),
	customer: fc.nat(1),
	header: fc.nat(HEADERS.length - 1),
	kind: fc.oneof(
		{ weight: 1, arbitrary: fc.constant('person' as const) },
		fc.constantFrom('blank', 'none', 'lost', 'renamed', 'twoPhones'),
	),
	form: fc.nat(100),
	land: fc.nat(10),
	both: fc.boolean(),
});
type Drawn = typeof anyRow extends fc.Arbitrary<infer T> ? T : never;

const BLANKS: IDataObject[] = [{}, { Voornaam: '', Email: null }, { email: ' ', notes: '\u00A0' }];
const NONE = ['geen', 'n.v.t.', '-', 'geen @'];

/** @returns The row, and whether it holds its key so that one can know. */
function rowOf({ person, customer, header, kind, form, land, both }: Drawn) {
	const who = PEOPLE[person];
	const id = customer === 0 ? identities.AUDIENCE_ID : identities.EMPTY_AUDIENCE_ID;
	if (kind === 'blank') return { json: BLANKS[form % BLANKS.length], kind, who, id };
	const [first, last, email, phone, country] = HEADERS[header];
	const names = COUNTRIES.find(([code]) => code === who.country)![1];
	const forms = phoneForms(who);
	const json: IDataObject = {
		[last]: `P${who.id}`,
		[country]: names[land % names.length],
		[first]: kind === 'lost' ? 'Ren\uFFFD' : 'Ren\u00E9',
		audience: id,
	};
	const isKeyless = kind === 'none' || kind === 'renamed';
	if (who.key === 'email' || both) json[email] = emailForms(who.email)[form % 6];
	if (who.key === 'phone' || both) json[phone] = forms[form % forms.length];
	if (kind === 'twoPhones' && json[phone] !== undefined) json['mobile phone'] = '+31 6 99999999';
	if (isKeyless) {
		for (const column of [email, phone]) {
			const value = json[column];
			delete json[column];
			if (kind === 'renamed') json[`${column} (nieuw v.a. 1/1)`] = value ?? null;
			else json[column] = NONE[form % NONE.length];
		}
	}
	return { json, kind, who, id, isKeyless: isKeyless || kind === 'lost' };
}

const faults = fc.array(
	fc.record<(typeof sandbox.switches.faults)[number]>(
		{
			kind: fc.constantFrom('cut', 'reset', 'stall', 'drop', 'lostReply', 'status', 'failure200'),
			after: fc.oneof(fc.nat(40), fc.nat(400), fc.nat(4000)),
			of: fc.constantFrom('answer', 'body'),
			route: fc.constantFrom('createContact', 'listContacts'),
			status: fc.constantFrom(500, 503, 422, 429),
			afterWork: fc.boolean(),
			nth: fc.integer({ min: 1, max: 8 }),
			times: fc.integer({ min: 1, max: 3 }),
		},
		{ requiredKeys: ['kind', 'after', 'status', 'afterWork'] },
	),
	{ maxLength: 3 },
);

const brokenRun = fc.record({
	faults,
	settings: fc.record({ onError: anyOnError, retryOnFail: fc.boolean() }),
	concurrency: fc.integer({ min: 1, max: 6 }),
	pageSize: fc.integer({ min: 2, max: 30 }),
	/** Stopped by hand, as n8n ends a run, after so many requests. */
	stopAfter: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 3 }),
});

const parameters = { audienceId: '={{ $json.audience }}' };

/** Who is at the service, by customer. */
const there = () =>
	[identities.AUDIENCE_ID, identities.EMPTY_AUDIENCE_ID].map((id) =>
		sandbox.world
			.profile()
			.contacts.createdIn(id)
			.map(({ standard_personal_infos: infos }) => {
				const valueOf = (name: string) => infos.find((info) => info.name === name)?.value;
				return `${id} ${valueOf('Achternaam')}`;
			})
			.sort(),
	);

it('each person is there exactly once, at the right customer, or is said to be missing', async () => {
	const property = fc.asyncProperty(
		fc.array(anyRow, { minLength: 1, maxLength: 25 }),
		fc.array(brokenRun, { maxLength: 2 }),
		fc.constantFrom('all', 'flat'),
		fc.constantFrom('contact', 'id', 'empty'),
		async (drawn, broken, contactFields, createAnswer) => {
			silence.ms = 30_000;
			await startOver({ contacts: 3 });
			Object.assign(sandbox.switches, { contactFields, createAnswer });
			// Contacts that show neither a list of infos nor an email are not recognized: that stops the run.
			const isFlat = contactFields === 'flat';
			const rows = drawn.map((one) => rowOf({ ...one, both: one.both || isFlat }));
			const items = rows.map(({ json }) => json);

			for (const { faults: played, settings, stopAfter, ...options } of broken) {
				silence.ms = 400;
				sandbox.switches.faults = structuredClone(played);
				const node = crmOf(importParameters({ ...parameters, options }), {
					...settings,
					maxTries: 3,
					waitBetweenTries: 1,
				} as Partial<INode>);
				const { cancel, ended } = startFlow(
					{ nodes: [node], wires: [['Start', 'Sales CRM']] },
					items.map((json) => ({ json })),
				);
				if (stopAfter !== null)
					await stopAt(sandbox.log.requests.length + stopAfter, ended, cancel);
				await ended;
				sandbox.switches.faults = [];
				await untilQuiet();
			}

			silence.ms = 30_000;
			const clean = await importRows(items, parameters, goOn);
			const known = rows.filter(({ kind, isKeyless }) => kind !== 'blank' && !isKeyless);
			const wanted = [identities.AUDIENCE_ID, identities.EMPTY_AUDIENCE_ID].map((id) =>
				[
					...new Set(known.filter((row) => row.id === id).map(({ who }) => `${id} P${who.id}`)),
				].sort(),
			);
			expect(there()).toEqual(wanted);

			const again = await importRows(items, parameters, goOn);
			expect(there()).toEqual(wanted);
			const everybodyKeyless = known.length === 0;
			rows.forEach(({ kind, isKeyless }, n) => {
				for (const { json } of [clean, again]) {
					const { row, outcome, reason } = json[n];
					expect(Object.keys(json[n]).slice(0, 4)).toEqual([
						'row',
						'outcome',
						'reason',
						'contactId',
					]);
					expect(row).toBe(n + 1);
					if (kind === 'blank') expect([outcome, reason]).toEqual(['empty', null]);
					else if (isKeyless) expect([outcome, typeof reason]).toEqual(['failed', 'string']);
					else expect(['created', 'existing', 'duplicate']).toContain(outcome);
					if (kind === 'twoPhones') expect(json[n].Telefoonnummer ?? '').not.toContain('99999999');
					if (kind === 'lost') expect(reason).toContain('unreadable characters');
				}
				expect(again.json[n].outcome).not.toBe('created');
			});
			const report = await importRows(items, { ...parameters, result: 'report' });
			if (everybodyKeyless) return;
			const counts = report.json[0];
			for (const outcome of ['created', 'existing', 'duplicate', 'empty', 'failed', 'uncertain']) {
				const many = again.outcomes.filter((one) => one === outcome).length;
				expect([outcome, counts[outcome]]).toEqual([outcome, many]);
			}
		},
	);
	await fc.assert(property, runs(40));
});

it('what libphonenumber takes for one number is one, and for two is two, where the country is known', () => {
	for (const person of PEOPLE) {
		for (const form of phoneForms(person)) {
			const read = parsePhone(form, person.country).number;
			// It takes no lost sign for one.
			if (!form.startsWith(person.phone.slice(1)))
				expect([form, read]).toEqual([form, person.phone]);
		}
	}
	expect(new Set(PEOPLE.map(({ phone }) => phone)).size).toBe(PEOPLE.length);
});

async function stopAt(requests: number, ended: Promise<unknown>, cancel: () => void) {
	let isOver = false;
	void ended.finally(() => (isOver = true)).catch(() => undefined);
	while (!isOver && sandbox.log.requests.length < requests) await sleep(1);
	cancel();
}
