import type { Resource } from '../../operation/operation';
import { getAll } from './getAll';

export const user: Resource = { value: 'user', name: 'User', operations: [getAll] };
