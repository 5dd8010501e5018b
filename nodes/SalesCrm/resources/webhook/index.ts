import type { Resource } from '../../operation/operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { getAll } from './getAll';

export const webhook: Resource = {
	value: 'webhook',
	name: 'Webhook',
	operations: [create, deleteOperation, getAll],
};
