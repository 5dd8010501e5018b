import type { Resource } from '../../execution/operation';
import { create } from './create';
import { findDuplicates } from './findDuplicates';
import { getAll } from './getAll';
import { importFile } from './import';
import { search } from './search';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	operations: [create, findDuplicates, getAll, importFile, search],
};
