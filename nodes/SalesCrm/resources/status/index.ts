import type { Resource } from '../../execution/operation';
import { getAll } from './getAll';

export const status: Resource = { value: 'status', name: 'Deal Status', operations: [getAll] };
