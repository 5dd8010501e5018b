import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { shown, withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { isObject } from '../../../../utils/values';

/**
 * The files of an item that a person chose: by the name of a binary field, or of several with commas; by a path in the
 * JSON, where n8n 2 keeps files if the workflow's setting "Binary data mode" is "combined" (`_files.data`, or `data`
 * alone); or as file objects by an expression. If what was named is missing and the item has exactly one file, that one
 * is taken: a form names its file after the label of the field.
 */

export interface InputFile {
	/** As people enter it, such as `data` or `_files.data`. */
	readonly name: string;
	readonly data: IBinaryData;
}

/** @param given What was entered in 'Input Binary Field'. @throws UserError that lists the files of the item. */
export function chosenFiles(given: unknown, item: INodeExecutionData): readonly InputFile[] {
	const objects = [given].flat();
	if (objects.length > 0 && objects.every(isFile)) {
		return objects.map((data) => ({ name: data.fileName ?? 'file', data }));
	}
	const files = [...filesIn(item.binary), ...filesIn(item.json)];
	const named = (name: string) =>
		files.find((file) => file.name === name) ??
		files.find((file) => file.name.endsWith(`.${name}`));
	const wanted = withoutInvisible(given);
	for (const names of [[wanted], wanted.split(',').map(withoutInvisible).filter(Boolean)]) {
		const found = names.map(named).filter((file) => file !== undefined);
		if (found.length === names.length && found.length > 0) return found;
	}
	if (files.length === 1) return files;
	const names = files.map(({ name }) => shown(name)).join(', ');
	throw new UserError(
		`The item has no file '${shown(wanted)}'`,
		files.length === 0
			? 'It has no file at all. Connect a node that passes on a file, such as a form with a field of the type File.'
			: `It has ${files.length} files. Enter the names of those to import in 'Input Binary Field': ${names}`,
	);
}

/** Whether a value is a file, as n8n describes one: with its content, or with its ID in n8n's storage. */
const isFile = (value: unknown): value is IBinaryData =>
	isObject(value) &&
	typeof value.mimeType === 'string' &&
	(typeof value.data === 'string' || typeof value.id === 'string');

/** The files in an object, at any depth. */
function* filesIn(value: unknown, path: readonly string[] = []): Generator<InputFile> {
	if (isFile(value)) yield { name: path.join('.'), data: value };
	else if (typeof value === 'object' && value !== null)
		for (const [key, inner] of Object.entries(value)) yield* filesIn(inner, [...path, key]);
}
