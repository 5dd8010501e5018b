import type { Resource } from '../../execution/operation';
import { getAll } from './getAll';
import { getStatusReport } from './getStatusReport';
import { getTimeInStatus } from './getTimeInStatus';

export const history: Resource = {
	value: 'history',
	name: 'Deal History',
	operations: [getAll, getStatusReport, getTimeInStatus],
};
