import type { IDataObject } from 'n8n-workflow';

import { quotationItem } from '../../../api/quotationItem';
import { downloadPdf } from '../../../api/quotationPdf';
import { fetchedItem, getQuotation, idOf, numberAndCustomer } from '../../../api/quotations';
import { optionsOf } from '../../../descriptions/fields';
import type { Connection } from '../../../transport/connection';
import { textOf, withoutInvisible } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { operation } from '../../execution/operation';
import { quotationId } from './get';

export const download = operation({
	value: 'download',
	name: 'Download',
	action: 'Download quotation',
	description: 'Download a quotation as a PDF file',
	// Tools cannot return files.
	displayOptions: { hide: { '@tool': [true] } },
	kind: 'file',
	properties: [
		quotationId,
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the output binary field to put the file in',
		},
		optionsOf([
			{
				displayName: 'Artifact Name',
				name: 'artifactName',
				type: 'string',
				default: '',
				description:
					'Which PDF to download if the quotation has several. Without it, an error lists them.',
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				typeOptions: { mayBeEmpty: true },
				default: '',
				placeholder: 'e.g. quotation.pdf',
				description:
					'Name of the file. If empty, the name that the Sales CRM gives, otherwise number and customer of the quotation.',
			},
		]),
	],
	async run({ connection, parameters, context, item: { json } }) {
		const id = toIdentifier(parameters.quotationId, 'Quotation');
		const field = withoutInvisible(parameters.binaryPropertyName);
		if (field === '') {
			throw new UserError("'Put Output File in Field' is empty", 'Enter a name such as data.');
		}
		const artifactName = withoutInvisible(parameters.options.artifactName);
		const entered = safeFileName(withoutSlashes(parameters.options.fileName));
		const ownName = entered ?? (await nameOf(connection, id, json));
		const pdf = await downloadPdf(connection, id, artifactName);
		const fileName =
			entered ?? safeFileName(pdf.fileName) ?? ownName ?? safeFileName(`quotation-${id}.pdf`);
		const type = 'application/pdf';
		const file = await context.helpers.prepareBinaryData(pdf.content, fileName, type);
		return [{ json: { quotationId: id, fileName }, binary: { [field]: file } }];
	},
});

/** The number and customer from the input item if it is this quotation; otherwise the quotation is read for them. */
async function nameOf(connection: Connection, id: string, json: IDataObject) {
	const given = quotationItem(json, Date.now());
	if (idOf(given) === id) return safeFileName(withoutSlashes(numberAndCustomer(given)));
	// A file name is not worth an error or a long wait.
	const impatient = { ...connection, retry: { ...connection.retry, maxAttempts: 1 } };
	const [record] = await getQuotation(impatient, id).catch(() => []);
	const item = record && (await fetchedItem(impatient, record));
	return item && safeFileName(withoutSlashes(numberAndCustomer(item)));
}

const withoutSlashes = (name: unknown): string => textOf(name).replace(/[/\\]/g, '-');

/** Ends in .pdf and contains no folder, nor any character that file systems refuse. Undefined if nothing is left. */
export function safeFileName(name = ''): string | undefined {
	const last = name.split(/[/\\]/).pop() ?? '';
	const clean = last
		.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
		.replace(/^[.\s]+/, '')
		.trim();
	const stem = clean.replace(/\.pdf$/i, '').trimEnd();
	return stem === '' ? undefined : stem + (/\.pdf$/i.exec(clean) ?? '.pdf');
}
