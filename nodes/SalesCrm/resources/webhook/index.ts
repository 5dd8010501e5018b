import type { Resource } from '../../execution/operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { getAll } from './getAll';

export const webhook: Resource = {
	value: 'webhook',
	name: 'Webhook',
	operations: [create, deleteOperation, getAll],
};
