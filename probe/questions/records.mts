import { type Question, settled } from '../report.mts';
import { asWords, fieldWords, shapeSetting } from '../spec/envelope.mts';
import type { Specification } from '../spec/specification.mts';
import type { Shape } from '../spec/schema.mts';

/** Contacts and quotations: their fields, and the answers that they come in. */

const OPERATIONS = { contacts: 'listContacts', quotations: 'listQuotations' } as const;
type Name = keyof typeof OPERATIONS;

const fields = (row: string, name: Name): Question => ({
	row,
	spec(specification) {
		const rows = specification.list(OPERATIONS[name], name)?.rows;
		return rows && (fieldWords(specification.route(OPERATIONS[name])!, rows) || undefined);
	},
});

const envelope = (row: string, name: Name): Question => ({
	row,
	spec(specification) {
		const list = specification.list(OPERATIONS[name], name);
		if (!list) return undefined;
		const beside = list.beside.length > 0 ? `; beside them ${list.beside.join(', ')}` : '';
		const words = `the rows are in ${list.places.map(asWords).join(' or ')}${beside}`;
		const listShape = list.isKeyed ? 'keyed' : shapeSetting(list.places, name);
		// Without rows several look alike.
		return settled(words, list.rows.fields.size > 0 && { listShape });
	},
});

/** Paths of what has to be sent. */
const requiredIn = (specification: Specification, shape: Shape, path = ''): string[] =>
	[...shape.fields].flatMap(([name, { nodes, required }]) => {
		const inside = specification.shape(nodes);
		const below = requiredIn(specification, inside, `${path}${name}.`);
		return required ? [`${path}${name}`, ...below] : [];
	});

export const RECORDS: Question[] = [
	fields('Fields of a listed contact', 'contacts'),
	{
		row: 'Required fields of a new contact',
		hidden: 'needs a write',
		spec(specification) {
			const body = specification.body('createContact');
			return body && (requiredIn(specification, body).join(', ') || 'none');
		},
	},
	{
		row: 'Allowed values of `contact_type`',
		hidden: 'needs a write',
		spec(specification) {
			const contact = specification.field(specification.body('createContact'), 'contact');
			const type = specification.field(contact, 'contact_type');
			return type && (type.values?.join(', ') ?? 'any text');
		},
	},
	envelope('Answer to the list of contacts', 'contacts'),
	{
		row: 'Answer to creating a contact',
		hidden: 'needs a write',
		spec(specification) {
			const route = specification.route('createContact');
			const answer = specification.answer('createContact');
			if (!route?.answer) return undefined;
			if (!answer) return settled('nothing is said of a body', { createAnswer: 'empty' });
			const place = ['contact', 'id'].find((name) => answer.fields.has(name));
			const words = fieldWords(route, answer) || answer.types.join(' or ') || 'anything';
			return settled(words, place && { createAnswer: place });
		},
	},
	fields('Fields of a quotation', 'quotations'),
	envelope('Answer to the list of quotations, and the shape of a page', 'quotations'),
	{
		row: 'Answer to a quotation as JSON',
		spec(specification) {
			const route = specification.route('getQuotationInfo');
			const answer = specification.answer('getQuotationInfo');
			return answer && `${answer.types.join(' or ')}: ${fieldWords(route!, answer)}`;
		},
	},
	{
		row: 'Answer to a quotation as PDF',
		spec(specification) {
			const answer = specification.route('getQuotationPdf')?.answer;
			const [type] = answer?.types ?? [];
			if (!answer || !type) return undefined;
			const named = answer.headers.some((name) => /^content-disposition$/i.test(name));
			const played = ['pdf', 'html', 'json'].find((one) => type.endsWith(`/${one}`));
			const words = `${type}, ${named ? 'named by a header' : 'no header names it'}`;
			return settled(words, played && { pdfAnswer: played });
		},
	},
];
