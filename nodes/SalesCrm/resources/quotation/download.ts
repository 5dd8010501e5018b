import { toIdentifier } from '../../../utils/uuid';
import { downloadPdf } from '../../../api/quotations';
import { UserError } from '../../../utils/userError';
import { textOf } from '../../../utils/text';
import { concurrency, optionsOf } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { quotationId } from './fields';
import { safeFileName } from './fileName';

export const download = operation({
	value: 'download',
	name: 'Download',
	action: 'Download quotation',
	description: 'Download a quotation as a PDF file',
	kind: 'single',
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
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				placeholder: 'e.g. quotation.pdf',
				description:
					'Name of the file. The one the service gives, or quotation-ID.pdf, when empty.',
			},
			concurrency,
		]),
	],
	async run({ connection, parameters, context }) {
		const id = toIdentifier(parameters.quotationId, 'Quotation');
		const field = textOf(parameters.binaryPropertyName).trim();
		if (field === '') {
			throw new UserError("'Put Output File in Field' is empty", 'Enter a name such as data.');
		}
		return await downloadPdf(connection, id, async (pdf) => {
			const fileName =
				safeFileName(parameters.options.fileName) ??
				safeFileName(pdf.fileName) ??
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
