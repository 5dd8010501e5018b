import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../api/contacts';
import { audienceId, optionsOf, pageSize } from '../../../descriptions/fields';
import { audienceOf, type Connection } from '../../../transport/connection';
import { warn } from '../../../transport/hints';
import { recordId } from '../../../pagination/seenRows';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { operation, outputs } from '../../execution/operation';
import { doubtError, notShownHint, readAudience } from './audience';
import { KIND_NAMES } from '../../../contacts/keys';
import { PeopleIndex } from '../../../contacts/peopleIndex';
import { criteriaOf, type Criterion, searchFields } from './searchQuery';

export const search = operation({
	value: 'search',
	name: 'Search',
	action: 'Search contacts',
	description: 'Search an audience for contacts by email address, phone number or name',
	builderHint: {
		propertyHint: 'Not needed before Contact: Create: ifExists does that.',
	},
	kind: 'list',
	isWantedOnce: false,
	properties: [audienceId, ...searchFields, optionsOf([pageSize])],
	async run({ connection, parameters, once }) {
		const audience = audienceOf(connection, parameters.audienceId);
		const criteria = criteriaOf(parameters);
		const { ifNotFound, options } = parameters;
		const usable = criteria.filter(({ values }) => values.length > 0);
		const unusable = criteria.filter(({ text, values }) => text && values.length === 0);
		if (usable.length > 0 || ifNotFound === 'nothing')
			for (const { hint } of unusable) warn(connection, hint);
		if (usable.length === 0) {
			const reason = unusable.map((one) => one.reason).join(' ');
			const items = notFoundItems(criteria, ifNotFound, reason);
			return outputs(items.map((item) => ({ ...item, reason })));
		}
		const read = async () => await readContacts(connection, audience, options.pageSize);
		const contacts = await once(`contacts of ${audience}`, read);
		return outputs(foundItems(criteria, contacts, ifNotFound, connection));
	},
});

/** The contacts of an audience, by keys and by the words of their names. */
async function readContacts(connection: Connection, audienceId: string, pageSize?: number) {
	const people = new PeopleIndex<IDataObject>();
	const audience = await readAudience(
		connection,
		audienceId,
		{ pageSize },
		({ contact, keys, values: { Voornaam = [], Achternaam = [] } }) =>
			people.add(keys, [...Voornaam, ...Achternaam], contact),
	);
	return { audience, people };
}

type Contacts = Awaited<ReturnType<typeof readContacts>>;

type FoundContact = { by: Criterion['by']; contact: IDataObject };

/**
 * Those found by email come first, then by phone, then by name. Each contact is one match.
 * @throws UserError if nothing was found, and the list is in doubt or the user chose an error.
 */
function foundItems(
	criteria: readonly Criterion[],
	{ audience, people }: Contacts,
	ifNotFound: string,
	connection: Connection,
): IDataObject[] {
	const matches = new Map<string, FoundContact>();
	for (const criterion of criteria) {
		for (const contact of people.find(criterion.by, criterion.values)) {
			const id = recordId(contact) ?? JSON.stringify(contact);
			if (!matches.has(id)) matches.set(id, { by: criterion.by, contact });
		}
	}
	const advice = "Try again, or choose another 'Page Size' in the options.";
	const doubt = doubtError(audience, 'not found proves nothing', advice);
	if (doubt && matches.size === 0) throw doubt;
	if (doubt) warn(connection, `There may be more contacts than were found: ${doubt.description}`);
	const asked = criteria.filter(({ values }) => values.length > 0).map(({ by }) => by);
	const notShown = notShownHint(audience, asked);
	if (notShown) warn(connection, notShown);
	if (matches.size === 0) return notFoundItems(criteria, ifNotFound, notShown);
	return [...matches.values()].map((match) => foundItem(criteria, match, matches.size));
}

/** @param why Another explanation, or an empty text. @throws UserError if the user chose an error. */
function notFoundItems(
	criteria: readonly Criterion[],
	ifNotFound: string,
	why: string,
): IDataObject[] {
	if (ifNotFound === 'item') return [foundItem(criteria, undefined, 0)];
	if (ifNotFound === 'nothing') return [];
	const nouns = { ...KIND_NAMES, name: 'name' };
	const asked = criteria.flatMap(({ by, text }) =>
		text ? `the ${nouns[by]} ${quoted(text)}` : [],
	);
	throw new UserError(
		`No contact in the audience has ${asked.join(' or ')}`,
		// n8n shows no hints of a node that throws.
		`${why} Choose 'Return an Item' in 'If Not Found' to branch on it instead.`.trim(),
	);
}

/** `found` comes first and the searched texts come last. These keys replace those of the contact. */
export function foundItem(
	criteria: ReadonlyArray<Pick<Criterion, 'text'>>,
	match: FoundContact | undefined,
	matches: number,
): IDataObject {
	const found = match !== undefined;
	const [searchedEmail, searchedPhone, searchedName] = criteria.map(({ text }) => text);
	const searched = { searchedEmail, searchedPhone, searchedName };
	const own = { found, matchedBy: match?.by ?? null, matches, ...searched };
	return Object.assign({ found }, match && simplifyContact(match.contact), own);
}
