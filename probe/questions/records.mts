import type { Question } from '../report.mts';
import { shapeSetting } from '../spec/envelope.mts';
import type { Shape } from '../spec/schema.mts';
import { fieldsAt, fieldWords, valuesAt } from './words.mts';

/** Contacts and quotations: their fields, and the answers that they come in. */

const envelope = (row: string, operation: string): Question => ({
	row,
	spec(specification) {
		const list = specification.list(operation);
		if (!list) return undefined;
		const beside = list.beside.length > 0 ? `; beside them ${list.beside.join(', ')}` : '';
		const words = `the rows are in ${list.place}${beside}`;
		// Without rows several look alike.
		if (list.rows.names.length === 0) return words;
		return { words, switches: { listShape: shapeSetting(list, operation) } };
	},
});

/** Paths of what has to be sent; a specification may go in a circle. */
const requiredIn = (shape: Shape, path = '', depth = 0): string[] =>
	shape.names
		.filter((name) => depth < 5 && shape.requires(name))
		.flatMap((name) => [
			`${path}${name}`,
			...requiredIn(shape.field(name)!, `${path}${name}.`, depth + 1),
		]);

export const RECORDS: Question[] = [
	{ row: 'Fields of a listed contact', spec: fieldsAt('listContacts', 'rows') },
	{
		row: 'Required fields of a new contact',
		needsWrite: true,
		spec(specification) {
			const body = specification.at('createContact', 'body');
			return body && (requiredIn(body).join(', ') || 'none');
		},
	},
	{
		row: 'Allowed values of `contact_type`',
		needsWrite: true,
		spec: valuesAt('createContact', 'body.contact.contact_type'),
	},
	envelope('Answer to the list of contacts', 'listContacts'),
	{
		row: 'Answer to creating a contact',
		needsWrite: true,
		spec(specification) {
			const answer = specification.route('createContact')?.answer;
			if (!answer) return undefined;
			if (!answer.shape)
				return { words: 'nothing is said of a body', switches: { createAnswer: 'empty' } };
			const words = fieldWords(answer.shape) || answer.shape.types.join(' or ') || 'anything';
			const { names } = answer.shape;
			const createAnswer = (['contact', 'id'] as const).find((name) => names.includes(name));
			return createAnswer ? { words, switches: { createAnswer } } : words;
		},
	},
	{ row: 'Fields of a quotation', spec: fieldsAt('listQuotations', 'rows') },
	envelope('Answer to the list of quotations, and the shape of a page', 'listQuotations'),
	{
		row: 'Answer to a quotation as JSON',
		spec(specification) {
			const answer = specification.at('getQuotationInfo', 'answer');
			return answer && `${answer.types.join(' or ')}: ${fieldWords(answer)}`;
		},
	},
	{
		row: 'Answer to a quotation as PDF',
		spec(specification) {
			const { types: [type] = [], headers = [] } =
				specification.route('getQuotationPdf')?.answer ?? {};
			if (!type) return undefined;
			const isNamed = headers.some((name) => /^content-disposition$/i.test(name));
			const words = `${type}, ${isNamed ? 'named by a header' : 'no header names it'}`;
			const pdfAnswer = (['pdf', 'html', 'json'] as const).find((one) => type.endsWith(`/${one}`));
			return pdfAnswer ? { words, switches: { pdfAnswer } } : words;
		},
	},
];
