import type { Resource } from '../../execution/operation';
import { get } from './get';
import { getAll } from './getAll';

export const deal: Resource = { value: 'deal', name: 'Deal', operations: [get, getAll] };
