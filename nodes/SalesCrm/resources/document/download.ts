import type { IDataObject } from 'n8n-workflow';

import type { Pdf } from '../../../api/pdf';
import { numberAndCustomer } from '../../../api/quotations';
import { optionsOf } from '../../../descriptions/fields';
import type { Property } from '../../../parameters/property';
import type { Connection } from '../../../transport/connection';
import { textOf, withoutInvisible } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { operation } from '../../execution/operation';

interface Download {
	readonly noun: string;
	readonly idProperty: Property;
	fetch(connection: Connection, id: string, artifactName: string): Promise<Pdf>;
	/** For a PDF without a name, if the input item is another record. @param json The input item. */
	nameOf?(connection: Connection, id: string, json: IDataObject): Promise<string>;
}

export const downloadOf = ({ noun, idProperty, fetch, nameOf }: Download) =>
	operation({
		value: 'download',
		name: 'Download',
		action: `Download ${noun}`,
		description: `Download ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun} as a PDF file`,
		// Tools cannot return files.
		displayOptions: { hide: { '@tool': [true] } },
		kind: 'file',
		properties: [
			idProperty,
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
					description: `Which PDF to download if the ${noun} has several. Without it, an error lists them.`,
				},
				{
					displayName: 'File Name',
					name: 'fileName',
					type: 'string',
					typeOptions: { mayBeEmpty: true },
					default: '',
					placeholder: `e.g. ${noun}.pdf`,
					description: `Name of the file. If empty, the name that the Sales CRM gives, otherwise number and customer of the ${noun}.`,
				},
			]),
		],
		async run({ connection, parameters, context, item: { json } }) {
			const { [idProperty.name as 'id']: entered, binaryPropertyName, options } = parameters;
			const id = toIdentifier(entered, idProperty.displayName);
			const field = withoutInvisible(binaryPropertyName);
			if (field === '') {
				throw new UserError("'Put Output File in Field' is empty", 'Enter a name such as data.');
			}
			const ownName = async () =>
				json[idProperty.name] === id
					? numberAndCustomer(json)
					: await nameOf?.(connection, id, json);
			const pdf = await fetch(connection, id, withoutInvisible(options.artifactName));
			const fileName =
				safeFileName(withoutSlashes(options.fileName)) ??
				safeFileName(pdf.fileName) ??
				safeFileName(withoutSlashes(await ownName())) ??
				safeFileName(`${noun}-${id}.pdf`);
			const type = 'application/pdf';
			const file = await context.helpers.prepareBinaryData(pdf.content, fileName, type);
			return [{ json: { [idProperty.name]: id, fileName }, binary: { [field]: file } }];
		},
	});

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
