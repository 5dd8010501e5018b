import type { Resource } from '../../execution/operation';
import { getAll } from './getAll';

export const user: Resource = { value: 'user', name: 'User', operations: [getAll] };
