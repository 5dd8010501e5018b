import type { Resource } from '../../execution/operation';
import { create } from './create';
import { find } from './find';
import { findDuplicates } from './findDuplicates';
import { getAll } from './getAll';
import { importFile } from './import';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	operations: [create, find, findDuplicates, getAll, importFile],
};
