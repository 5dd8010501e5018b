import type { Resource } from '../../operation/operation';
import { getAll } from './getAll';

export const status: Resource = { value: 'status', name: 'Deal Status', operations: [getAll] };
