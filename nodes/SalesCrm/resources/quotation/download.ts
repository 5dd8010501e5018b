import { toIdentifier } from '../../../utils/uuid';
import { downloadPdf } from '../../../api/quotationPdf';
import { numberAndCustomer } from '../../../api/quotations';
import { UserError } from '../../../utils/userError';
import { textOf, withoutInvisible } from '../../../utils/text';
import { optionsOf } from '../../../descriptions/fields';
import { operation } from '../../execution/operation';
import { quotationId } from './get';

export const download = operation({
	value: 'download',
	name: 'Download',
	action: 'Download quotation',
	description: 'Download a quotation as a PDF file',
	// A tool's answer has no files.
	displayOptions: { hide: { '@tool': [true] } },
	kind: 'single',
	isWantedOnce: true,
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
				default: '',
				placeholder: 'e.g. quotation.pdf',
				description:
					'Name of the file. If empty, the name that the Sales CRM gives; else number and customer, if the input item is the quotation, or quotation-ID.pdf.',
			},
		]),
	],
	async run({ connection, parameters, context, item: { json } }) {
		const id = toIdentifier(parameters.quotationId, 'Quotation');
		const field = withoutInvisible(parameters.binaryPropertyName);
		if (field === '') {
			throw new UserError("'Put Output File in Field' is empty", 'Enter a name such as data.');
		}
		// It comes from Get Many or a trigger most often: nothing has to be asked for its name.
		const isQuotation = [json.id, json.documentId, json.quotationId].some(
			(one) => textOf(one).trim() === id,
		);
		const artifactName = withoutInvisible(parameters.options.artifactName);
		return await downloadPdf(connection, id, artifactName, async (pdf) => {
			const fileName =
				safeFileName(withoutSlashes(parameters.options.fileName)) ??
				safeFileName(pdf.fileName) ??
				safeFileName(isQuotation ? withoutSlashes(numberAndCustomer(json)) : '') ??
				safeFileName(`quotation-${id}.pdf`);
			const file = await context.helpers.prepareBinaryData(
				pdf.stream as Parameters<typeof context.helpers.prepareBinaryData>[0],
				fileName,
				'application/pdf',
			);
			return [{ json: { quotationId: id, fileName }, binary: { [field]: file } }];
		});
	},
});

const withoutSlashes = (name: unknown): string => textOf(name).replace(/[/\\]/g, '-');

/**
 * A name that is no path: without folders, invisible characters and what file systems refuse, with
 * the ending .pdf. Undefined when nothing is left of it.
 */
export function safeFileName(name = ''): string | undefined {
	const last = name.split(/[/\\]/).pop() ?? '';
	const clean = last
		.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
		.replace(/^[.\s]+/, '')
		.trim();
	const stem = clean.replace(/\.pdf$/i, '').trimEnd();
	return stem === '' ? undefined : stem + (/\.pdf$/i.exec(clean) ?? '.pdf');
}
