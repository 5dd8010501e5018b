import type { Resource } from '../../operation/operation';
import { getAll } from './getAll';

export const history: Resource = { value: 'history', name: 'Deal History', operations: [getAll] };
