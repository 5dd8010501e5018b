import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { oneLine, withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { isObject, splitAtCommas } from '../../../../utils/values';

export interface InputFile {
	/** As people enter it, such as `data` or `_files.data`. */
	readonly name: string;
	readonly data: IBinaryData;
}

/**
 * The files that a person chose: by comma-separated names of binary fields; by a path in the JSON, in which n8n 2 keeps
 * files if the workflow's "Binary data mode" is "combined" (`_files.data`, or `data` alone); or by an expression that
 * returns file objects. If the item has exactly one file, its name does not matter: a form uses the field's label.
 * @param given The parameter 'Input Binary Field'. @throws UserError that lists the files of the item.
 */
export function chosenFiles(given: unknown, { binary, json }: INodeExecutionData): InputFile[] {
	const objects = [given].flat();
	if (objects.length > 0 && objects.every(isFile))
		return objects.map((data) => ({ name: data.fileName ?? 'file', data }));
	const files = [...filesIn(binary), ...filesIn(json)];
	const wanted = withoutInvisible(given);
	const found = splitAtCommas(wanted).map(
		(name) =>
			files.find((file) => file.name === name) ??
			files.find((file) => file.name.endsWith(`.${name}`)),
	);
	if (found.every((file) => file !== undefined)) return found;
	if (files.length === 1) return files;
	const names = files.map(({ name }) => oneLine(name)).join(', ');
	throw new UserError(
		`The item has no file '${oneLine(wanted)}'`,
		files.length === 0
			? 'It has no file at all. Connect a node that passes on a file, such as a form with a field of the type File.'
			: `It has ${files.length} files. Enter the names of those to import in 'Input Binary Field': ${names}`,
	);
}

/** Whether it is a file as n8n describes one: with its content, or with its ID in n8n's storage. */
const isFile = (value: unknown): value is IBinaryData =>
	isObject(value) &&
	typeof value.mimeType === 'string' &&
	(typeof value.data === 'string' || typeof value.id === 'string');

function* filesIn(value: unknown, path: readonly string[] = []): Generator<InputFile> {
	if (isFile(value)) yield { name: path.join('.'), data: value };
	else if (typeof value === 'object' && value !== null)
		for (const [key, inner] of Object.entries(value)) yield* filesIn(inner, [...path, key]);
}
