import type { Resource } from '../../execution/operation';
import { download } from './download';
import { get } from './get';
import { getAll } from './getAll';

export const quotation: Resource = {
	value: 'quotation',
	name: 'Quotation',
	operations: [download, get, getAll],
};
