import { creates } from './creates.mts';
import { growth } from './growth.mts';
import { history } from './history.mts';
import { lists } from './lists.mts';
import type { Measure } from './measure.mts';
import { thePackage } from './package.mts';

/** All measures, in the order of the page. */
export const measures: Measure[] = [lists, creates, history, thePackage, growth];
