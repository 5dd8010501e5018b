import { toIdentifier } from '../../../utils/uuid';
import { downloadPdf } from '../../../api/quotations';
import { UserError } from '../../../utils/userError';
import { textOf } from '../../../utils/text';
import { optionsOf } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { quotationId } from './get';

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
					'Name of the file. If empty, the name that the Sales CRM gives, or quotation-ID.pdf.',
			},
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
				safeFileName(textOf(parameters.options.fileName).replace(/[/\\]/g, '-')) ??
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

/** What file systems take, the ending counted. */
const MAX_BYTES = 255;

/**
 * A name that is no path: without folders, invisible characters and what file systems refuse, with
 * the ending .pdf. Undefined when nothing is left of it.
 */
export function safeFileName(name: unknown): string | undefined {
	const last = textOf(name).split(/[/\\]/).pop() ?? '';
	const clean = last
		.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
		.replace(/^[.\s]+/, '')
		.trim();
	const [ending] = /\.pdf$/i.exec(clean) ?? ['.pdf'];
	const stem = cutToBytes(clean.replace(/\.pdf$/i, ''), MAX_BYTES - ending.length).trimEnd();
	return stem === '' ? undefined : stem + ending;
}

/** As much of a text as so many bytes of UTF-8 hold; no character is cut in two. */
function cutToBytes(text: string, most: number): string {
	const bytes = Buffer.from(text);
	let end = Math.min(most, bytes.length);
	// Bytes that go on with a character begin with the bits 10.
	while ((bytes[end] & 0xc0) === 0x80) end--;
	return bytes.toString('utf8', 0, end);
}
