import type { Resource } from '../execution/operation';
import { contact } from './contact';
import { deal } from './deal';
import { history } from './history';
import { quotation } from './quotation';
import { status } from './status';
import { user } from './user';
import { webhook } from './webhook';

/** Sorted by the names that are shown. */
export const resources: readonly Resource[] = [
	contact,
	deal,
	history,
	status,
	quotation,
	user,
	webhook,
];
