import type { Resource } from '../../execution/operation';
import { getAll } from './getAll';

export const history: Resource = { value: 'history', name: 'Deal History', operations: [getAll] };
