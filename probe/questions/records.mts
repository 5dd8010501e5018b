import type { Question } from '../report.mts';
import type { Shape } from '../spec/schema.mts';
import { fieldWords, says } from './words.mts';

/** Contacts and quotations: their fields, and the answers that they come in. */

const needsWrite = true;

const envelope =
	(operation: string): Question['spec'] =>
	(specification) => {
		const { place, beside, rows, listShape } = specification.list(operation) ?? {};
		const others = beside?.length ? `; beside them ${beside.join(', ')}` : '';
		// Without rows several look alike.
		const switches = rows?.names.length ? { listShape } : undefined;
		return place && { words: `the rows are in ${place}${others}`, switches };
	};

/** Paths of what has to be sent; a specification may go in a circle. */
const requiredIn = (shape: Shape, path = '', depth = 0): string[] =>
	shape.names
		.filter((name) => depth < 5 && shape.requires(name))
		.flatMap((name) => [
			`${path}${name}`,
			...requiredIn(shape.field(name)!, `${path}${name}.`, depth + 1),
		]);

export const RECORDS: Question[] = [
	{ row: 'Fields of a listed contact', spec: says('listContacts', 'rows', 'fields') },
	{
		row: 'Required fields of a new contact',
		needsWrite,
		spec(specification) {
			const body = specification.at('createContact', 'body');
			return body && (requiredIn(body).join(', ') || 'none');
		},
	},
	{
		row: 'Allowed values of `contact_type`',
		needsWrite,
		spec: says('createContact', 'body.contact.contact_type', 'enum', 'type'),
	},
	{ row: 'Answer to the list of contacts', spec: envelope('listContacts') },
	{
		row: 'Answer to creating a contact',
		needsWrite,
		spec(specification) {
			const { answer } = specification.route('createContact') ?? {};
			const names = answer?.shape?.names ?? [];
			const createAnswer = (['contact', 'id'] as const).find((name) => names.includes(name));
			if (answer && !answer.shape)
				return { words: 'nothing is said of a body', switches: { createAnswer: 'empty' } };
			const words = answer?.shape && (fieldWords(answer.shape) || 'anything');
			return words && { words, switches: createAnswer && { createAnswer } };
		},
	},
	{ row: 'Fields of a quotation', spec: says('listQuotations', 'rows', 'fields') },
	{
		row: 'Answer to the list of quotations, and the shape of a page',
		spec: envelope('listQuotations'),
	},
	{
		row: 'Answer to a quotation as JSON',
		spec: says('getQuotationInfo', 'answer', 'fields', 'type'),
	},
	{
		row: 'Answer to a quotation as PDF',
		spec(specification) {
			const { types: [type] = [], headers = [] } =
				specification.route('getQuotationPdf')?.answer ?? {};
			const isNamed = headers.some((name) => /^content-disposition$/i.test(name));
			const pdfAnswer = (['pdf', 'html', 'json'] as const).find((one) => type?.endsWith(`/${one}`));
			const words = type && `${type}, ${isNamed ? 'named by a header' : 'no header names it'}`;
			return words && { words, switches: pdfAnswer && { pdfAnswer } };
		},
	},
];
