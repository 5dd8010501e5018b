import { type Account, dataOf } from '../live/account.mts';
import { fieldsOf, nameOf } from '../live/fields.mts';
import { idIn, List } from '../live/list.mts';
import { type Answer, noData, type Question, settled } from '../report.mts';
import { asWords, fieldWords, shapeSetting } from '../spec/envelope.mts';
import type { Route } from '../spec/routes.mts';
import { isObject, type Shape } from '../spec/schema.mts';
import type { Specification } from '../spec/specification.mts';
import { joined, type Told, told, word } from '../told.mts';

/** Contacts and quotations: their fields, and the answers that they come in. */

type Name = List['name'];
const OPERATIONS = { contacts: 'listContacts', quotations: 'listQuotations' } as const;

const listIn = (account: Account, name: Name) => List.of(account).find((one) => one.name === name);

const nothingSeen = (name: Name): Answer<Told> =>
	noData(name === 'contacts' ? word('no contact was seen: give --audience, of one with contacts') : word('no quotation was seen'));

/** What an import looks for, as the switch `contactFields` plays it. */
function contactFields(has: { infos: boolean; moment: boolean; emails: boolean }) {
	if (has.infos && has.emails) return { contactFields: has.moment ? 'all' : 'noMoment' };
	return has.moment && has.infos ? { contactFields: 'noEmails' } : undefined;
}

const fields = (row: string, name: Name): Question => ({
	row,
	spec(specification) {
		const list = specification.list(OPERATIONS[name], name);
		if (!list || list.rows.fields.size === 0) return undefined;
		const has = (field: string) => list.rows.fields.has(field);
		const found = { infos: has('standard_personal_infos'), moment: has('time_stamp'), emails: true };
		const switches = name === 'contacts' ? contactFields(found) : undefined;
		return settled(fieldWords(specification.route(OPERATIONS[name])!, list.rows), switches);
	},
	async live(account) {
		const rows = (await listIn(account, name)?.rows()) ?? [];
		if (rows.length === 0) return nothingSeen(name);
		const infos = rows.flatMap((row) => row.standard_personal_infos ?? []).filter(isObject);
		const found = {
			infos: infos.length > 0,
			moment: rows.some((row) => typeof row.time_stamp === 'number'),
			emails: infos.some((info) => info.name === 'E-mailadres'),
		};
		const switches = name === 'contacts' ? contactFields(found) : undefined;
		return settled(joined(fieldsOf(rows, account.naming)), switches);
	},
});

const envelope = (row: string, name: Name): Question => ({
	row,
	spec(specification) {
		const list = specification.list(OPERATIONS[name], name);
		if (!list) return undefined;
		const beside = list.beside.length > 0 ? `; beside them ${list.beside.join(', ')}` : '';
		return settled(`the rows are in ${list.places.map(asWords).join(' or ')}${beside}`, {
			listShape: shapeSetting(list.places, name),
		});
	},
	async live(account) {
		const list = listIn(account, name);
		const path = (await list?.page(0, 50))?.path;
		if (!path) return nothingSeen(name);
		const data = dataOf(await list!.reply(0, 50));
		const beside = isObject(data) ? Object.keys(data).filter((key) => key !== path[0]) : [];
		const shown = (names: string[], between?: string) =>
			joined(
				names.map((one) => nameOf(one, account.naming)),
				between,
			);
		const where = path.length === 0 ? word('a bare array') : shown(path, '.');
		return settled(
			beside.length === 0
				? told`the rows are in ${where}`
				: told`the rows are in ${where}; beside them ${shown(beside)}`,
			{ listShape: shapeSetting([path.join('.')], name) },
		);
	},
});

/** Paths of what has to be sent. */
function requiredIn(route: Route, shape: Shape, path = ''): string[] {
	return [...shape.fields].flatMap(([name, { nodes, required }]) =>
		required ? [`${path}${name}`, ...requiredIn(route, route.shape(nodes), `${path}${name}.`)] : [],
	);
}

/** The field of the contact in the body that creates one. */
function contactField(specification: Specification, name: string): Shape | undefined {
	const route = specification.route('createContact');
	const contact = specification.body('createContact')?.fields.get('contact');
	const field = contact && route!.shape(contact.nodes).fields.get(name);
	return field && route!.shape(field.nodes);
}

const oneQuotation = async (account: Account) => {
	const rows = (await listIn(account, 'quotations')?.rows()) ?? [];
	const id = rows[0]?.[idIn(rows) ?? ''];
	return id === undefined
		? undefined
		: { query: { id: String(id), company_profile_id: account.profile } };
};

export const RECORDS: Question[] = [
	fields('Fields of a listed contact', 'contacts'),
	{
		row: 'Required fields of a new contact',
		spec(specification) {
			const body = specification.body('createContact');
			if (!body) return undefined;
			const required = requiredIn(specification.route('createContact')!, body);
			return required.length > 0 ? required.join(', ') : 'none';
		},
	},
	{
		row: 'Allowed values of `contact_type`',
		spec(specification) {
			const field = contactField(specification, 'contact_type');
			return field && (field.values?.join(', ') ?? 'any text');
		},
	},
	envelope('Answer to the list of contacts', 'contacts'),
	{
		row: 'Answer to creating a contact',
		spec(specification) {
			const route = specification.route('createContact');
			if (!route?.answer) return undefined;
			const answer = specification.answer('createContact');
			if (!answer) return settled('nothing is said of a body', { createAnswer: 'empty' });
			if (answer.fields.has('contact')) return settled('`contact`', { createAnswer: 'contact' });
			const words = fieldWords(route, answer) || `${answer.types.join(' or ') || 'any'}, no fields`;
			return settled(words, answer.fields.has('id') ? { createAnswer: 'id' } : undefined);
		},
	},
	fields('Fields of a quotation', 'quotations'),
	envelope('Answer to the list of quotations, and the shape of a page', 'quotations'),
	{
		row: 'Answer to a quotation as JSON',
		spec(specification) {
			const answer = specification.answer('getQuotationInfo');
			return answer && `${answer.types.join(' or ')}: ${fieldWords(specification.route('getQuotationInfo')!, answer)}`;
		},
		async live(account) {
			const parts = await oneQuotation(account);
			const data = parts && dataOf(await account.ask('getQuotationInfo', parts));
			if (data === undefined) return nothingSeen('quotations');
			const words = joined(fieldsOf([data], account.naming));
			return settled(Array.isArray(data) ? told`a list: ${words}` : told`an object: ${words}`);
		},
	},
	{
		row: 'Answer to a quotation as PDF',
		spec(specification) {
			const answer = specification.route('getQuotationPdf')?.answer;
			if (!answer || answer.types.length === 0) return undefined;
			const named = answer.headers.some((name) => /^content-disposition$/i.test(name));
			return `${answer.types.join(' or ')}${named ? ', named by a header' : ''}`;
		},
		async live(account) {
			const parts = await oneQuotation(account);
			const reply = parts && (await account.ask('getQuotationPdf', parts));
			if (!reply) return nothingSeen('quotations');
			const { status, headers, text } = reply;
			if (status >= 300 && status < 400) return settled(word('a redirect: to a store of files, as the nodes follow it'));
			if (status > 299) return noData(word('it was refused'));
			const isPdf = text.includes('%PDF-');
			const named = /filename\*?\s*=/i.test(headers.get('content-disposition') ?? '');
			if (isPdf) {
				const name = named ? {} : { pdfFileName: null };
				return settled(named ? word('a PDF with a name') : word('a PDF without a name'), { pdfAnswer: 'pdf', ...name });
			}
			if (text.trimStart().startsWith('<')) return settled(word('a web page'), { pdfAnswer: 'html' });
			return /^\s*[[{]/.test(text)
				? settled(word('JSON'), { pdfAnswer: 'json' })
				: settled(word('neither a PDF, nor a web page, nor JSON'));
		},
	},
];
