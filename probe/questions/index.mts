import type { Question } from '../report.mts';
import { ERRORS, SIGNING_IN } from './access.mts';
import { HISTORY, WEBHOOKS } from './deals.mts';
import { IN_PAGES } from './lists.mts';
import { RECORDS } from './records.mts';

/** Each row of docs/unknowns.md, with what settles it, in its order. */
export const QUESTIONS: Question[] = [
	...RECORDS,
	...IN_PAGES,
	...HISTORY,
	...WEBHOOKS,
	...SIGNING_IN,
	...ERRORS,
];
