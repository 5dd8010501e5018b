import { creates } from './creates.mts';
import { history } from './history.mts';
import { importReport } from './importReport.mts';
import { imports } from './imports.mts';
import { lists } from './lists.mts';
import type { Measure } from './measure.mts';
import { trigger } from './trigger.mts';

/** All measures, in the order of the page. */
export const measures: Measure[] = [lists, creates, trigger, history, imports, importReport];
